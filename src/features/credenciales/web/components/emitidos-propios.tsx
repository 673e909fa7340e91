import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { preguntarPath } from '../../../../platform/shared/ayuda.ts';
import { EmptyState, ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { useOnHide } from '../../../../platform/web/keep-alive/index.ts';
import type { EmitidoListado } from '../../contract.ts';
import { cuentasDe } from '../../rules.ts';
import { useEmitidosPropios } from '../hooks.ts';
import styles from './lista.module.css';
import { ListaEmitidos } from './lista.tsx';

// With its dialog, when somebody shares something.
const CompartirDialog = lazy(async () => ({
  default: (await import('../../compartir/web/components/compartir.tsx')).CompartirDialog,
}));

/** A document that was revoked, replaced or suspended proves nothing, and is not offered to be shared. */
const seComparte = ({ estado }: EmitidoListado): boolean =>
  estado === 'vigente' || estado === 'vencida';

/** On home: what the school issued to one. */
export function EmitidosPropios() {
  const [shared, setShared] = useState<EmitidoListado | null>(null);
  useOnHide(() => setShared(null));
  const { data, error, isPending, refetch } = useEmitidosPropios();
  const navigate = useNavigate();
  const preguntar = (id: string) => ({
    label: 'Preguntar a Control Escolar',
    onSelect: () => navigate(preguntarPath('emitido', id)),
  });
  if (isPending) return <Loading shape="list" label="Cargando sus documentos…" />;
  if (!data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data.emitidos.length === 0) {
    return (
      <EmptyState title="Todavía no tiene documentos" level={3}>
        Aquí aparecerán sus certificados, reconocimientos, grados y certificaciones cuando la
        escuela los emita.
      </EmptyState>
    );
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
      <ul role="list" className={styles.cuentas}>
        {cuentasDe(data.emitidos).map(({ tipo, n, palabra }) => (
          <li key={tipo}>
            <strong>{n}</strong> {palabra}
          </li>
        ))}
      </ul>
      <ListaEmitidos
        emitidos={data.emitidos}
        conFolio={false}
        accionesDe={(emitido) =>
          emitido.ilegible || !seComparte(emitido)
            ? [preguntar(emitido.id)]
            : [{ label: 'Compartir', onSelect: () => setShared(emitido) }, preguntar(emitido.id)]
        }
      />
      {shared && (
        <Suspense>
          <CompartirDialog emitido={shared} onClose={() => setShared(null)} />
        </Suspense>
      )}
    </>
  );
}
