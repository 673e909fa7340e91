import { useState } from 'react';
import { useOnHide } from '../../../../platform/web/keep-alive/index.ts';
import { useUser } from '../../../../platform/web/session/react.tsx';
import { Button, Section } from '../../../../platform/web/ui/index.ts';
import { canIssueEmitidos } from '../../policy.ts';
import { TIPOS, type Tipo, tipoOf } from '../../rules.ts';
import { useEmitidosPersona } from '../hooks.ts';
import { useAcciones } from './acciones.tsx';
import { EmitirDialog } from './dialogos.tsx';
import styles from './lista.module.css';
import { ListaEmitidos } from './lista.tsx';

/** For staff, in somebody else's file: what was issued to them, and issuing more. */
export function EmitidosPersona({ clave }: { clave: string }) {
  return canIssueEmitidos(useUser()) ? <DeLaPersona clave={clave} /> : null;
}

function DeLaPersona({ clave }: { clave: string }) {
  const { data } = useEmitidosPersona(clave);
  const [tipo, setTipo] = useState<Tipo | null>(null);
  useOnHide(() => setTipo(null));
  const { actions, dialog } = useAcciones();
  return (
    <Section title="Documentos que se le han emitido">
      <div className={styles.acciones}>
        {TIPOS.map((one) => (
          <Button key={one} onClick={() => setTipo(one)}>
            Emitir {tipoOf(one).palabra.toLocaleLowerCase('es-MX')}
          </Button>
        ))}
      </div>
      {data && data.emitidos.length === 0 && <p>Todavía ninguno.</p>}
      {data && <ListaEmitidos emitidos={data.emitidos} accionesDe={actions} />}
      {dialog}
      {tipo && <EmitirDialog tipo={tipo} clave={clave} onClose={() => setTipo(null)} />}
    </Section>
  );
}
