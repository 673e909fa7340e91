import { useState } from 'react';
import { EditorBar } from '../../../../../platform/web/editor/editor-frame.tsx';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { Button, IconEdit, Section } from '../../../../../platform/web/ui/index.ts';
import { canDecidePosgrado } from '../../../policy.ts';
import type { Convocatoria } from '../hooks.ts';
import { Borrador, Modificar } from './borrador.tsx';
import styles from './convocatoria.module.css';
import { Leidas } from './leidas.tsx';
import { Modificaciones } from './modificaciones.tsx';

/** The terms of a call: written while it is a draft, read and modified once it is published. */
export function BasesYEtapas({ convocatoria }: { convocatoria: Convocatoria }) {
  const { estado, enEspera } = convocatoria;
  const [modifying, setModifying] = useState(false);
  const may = canDecidePosgrado(useUser());
  if (estado === 'borrador' && !enEspera) return <Borrador convocatoria={convocatoria} />;
  if (modifying && !enEspera) {
    return <Modificar convocatoria={convocatoria} onEnd={() => setModifying(false)} />;
  }
  return (
    <>
      {estado === 'publicada' && !enEspera && may && (
        <EditorBar
          start={
            <span className={styles.quieto}>Los cambios se publican como modificaciones.</span>
          }
        >
          <Button icon={<IconEdit />} onClick={() => setModifying(true)}>
            Modificar
          </Button>
        </EditorBar>
      )}
      <Leidas convocatoria={convocatoria} />
      {estado !== 'borrador' && (
        <Section title="Modificaciones">
          <Modificaciones modificaciones={convocatoria.modificaciones} />
        </Section>
      )}
    </>
  );
}
