import { useState } from 'react';
import { EmptyState, ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { TextField } from '../../../../platform/web/form/index.ts';
import { useSearchParams } from '../../../../platform/web/router.tsx';
import { useUser } from '../../../../platform/web/session/react.tsx';
import {
  Button,
  classes,
  EstadoBadge,
  formatRelative,
  IconMail,
  LinkButton,
  PageHeading,
} from '../../../../platform/web/ui/index.ts';
import type { Conversacion } from '../../contract.ts';
import { CONVERSACION } from '../../estados.ts';
import { canAttendSoporte } from '../../policy.ts';
import { soportePath } from '../../routes.ts';
import { useConversaciones } from '../hooks.ts';
import { HiloPropio } from './hilo.tsx';
import { Nueva } from './nueva.tsx';
import styles from './soporte.module.css';

/** One's own conversations with the school. */
export function MisConversaciones() {
  const [search, setSearch] = useSearchParams();
  const [busqueda, setBusqueda] = useState('');
  const { data, error, isPending, refetch } = useConversaciones(busqueda);
  const abierta = search.get('conversacion');
  const nueva = search.get('nueva') !== null;
  const staff = canAttendSoporte(useUser());
  // Staff come from the inbox, and stay among their own.
  const propias: Record<string, string> = staff ? { propias: '1' } : {};
  const open = (id: string | null) =>
    setSearch(id === null ? propias : { ...propias, conversacion: id });
  return (
    <>
      <div className={styles.titulo} data-abierta={abierta || nueva ? '' : undefined}>
        <PageHeading
          title="Soporte"
          lead="Conversaciones con Control Escolar."
          action={staff && <LinkButton to={soportePath}>Bandeja</LinkButton>}
        />
      </div>
      {isPending ? (
        <Loading shape="list" label="Cargando sus conversaciones…" />
      ) : !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <div className={styles.marco} data-abierta={abierta || nueva ? '' : undefined}>
          <div className={styles.lado}>
            <div className={styles.filtros}>
              <Button variant="primary" onClick={() => setSearch({ ...propias, nueva: '1' })}>
                Nueva conversación
              </Button>
              <TextField
                type="search"
                label="Buscar en mis conversaciones"
                value={busqueda}
                onChange={setBusqueda}
                maxLength={200}
              />
            </div>
            {data.conversaciones.length === 0 ? (
              <EmptyState
                title={busqueda ? 'Sin resultados' : 'Sin conversaciones'}
                icon={IconMail}
                level={2}
              >
                {busqueda
                  ? 'Pruebe con otras palabras o con el folio.'
                  : 'Escriba a Control Escolar cuando tenga una duda.'}
              </EmptyState>
            ) : (
              <ul className={styles.lista} aria-label="Conversaciones">
                {data.conversaciones.map((one) => (
                  <li key={one.id}>
                    <Fila
                      conversacion={one}
                      abierta={one.id === abierta}
                      onOpen={() => open(one.id)}
                    />
                  </li>
                ))}
              </ul>
            )}
          </div>
          {nueva ? (
            <Nueva
              sobre={search.get('sobre')}
              id={search.get('id')}
              onAbierta={(id) => open(id)}
              onCancelar={() => open(null)}
            />
          ) : abierta ? (
            <HiloPropio key={abierta} id={abierta} onVolver={() => open(null)} />
          ) : (
            data.conversaciones.length > 0 && (
              <p className={classes(styles.vacio, styles.elija)}>Elija una conversación.</p>
            )
          )}
        </div>
      )}
    </>
  );
}

export function Fila({
  conversacion: c,
  abierta,
  onOpen,
  detalle,
}: {
  conversacion: Conversacion;
  abierta: boolean;
  onOpen: () => void;
  /** Whose it is, for staff. */
  detalle?: string;
}) {
  const nuevos = c.ultimo - c.leidoHasta;
  return (
    <button type="button" className={styles.fila} aria-current={abierta} onClick={onOpen}>
      <span className={styles.asunto}>
        <span>{detalle ?? c.asunto}</span>
        {nuevos > 0 && (
          <span className={styles.nuevos}>
            {nuevos}
            <span className="sr-only"> sin leer</span>
          </span>
        )}
      </span>
      {detalle && <span>{c.asunto}</span>}
      <span className={styles.resumen}>{c.resumen}</span>
      <span className={styles.pie}>
        <EstadoBadge tone={CONVERSACION.tono(c.estado)}>
          {CONVERSACION.palabra(c.estado)}
        </EstadoBadge>
        <span>{formatRelative(c.actualizadoEn, new Date())}</span>
        <span>{c.folio}</span>
      </span>
    </button>
  );
}
