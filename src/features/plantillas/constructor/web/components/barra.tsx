import type { ReactNode } from 'react';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { AutosaveStatus } from '../../../../../platform/web/autosave/index.ts';
import { EditorBar } from '../../../../../platform/web/editor/editor-frame.tsx';
import { Notice } from '../../../../../platform/web/feedback/index.ts';
import { IconButton, IconTurn, IconUndo } from '../../../../../platform/web/ui/index.ts';
import type { Construccion } from '../hooks.ts';
import { Ajeno } from './ajeno.tsx';
import { Conflicto } from './conflicto.tsx';
import styles from './constructor.module.css';

/** Above a draft that is being written: undo and redo, whether it is saved, and what is done with it. */
export function Barra({
  made,
  guardadoEn,
  said,
  children,
}: {
  made: Construccion;
  /** ISO instant: when the server had it last, as it was opened. */
  guardadoEn: string;
  /** What was just done, for who does not see it. */
  said: string;
  children: ReactNode;
}) {
  return (
    <>
      <EditorBar
        start={
          <>
            <IconButton label="Deshacer" onClick={made.canUndo ? made.undo : null}>
              <IconUndo width="1.25em" height="1.25em" />
            </IconButton>
            <IconButton label="Rehacer" onClick={made.canRedo ? made.redo : null}>
              <IconTurn width="1.25em" height="1.25em" />
            </IconButton>
            <AutosaveStatus noun="borrador" autosave={made.autosave} guardadoEn={guardadoEn} />
          </>
        }
      >
        {children}
      </EditorBar>
      <p className="sr-only" role="status">
        {made.dicho || said}
      </p>
      {made.recuperadoDe !== null && (
        <div className={styles.recuperado}>
          <Notice title="Encontramos lo que había escrito">
            <p>
              Lo escribió en este equipo el {formatMomento(new Date(made.recuperadoDe))} y no
              alcanzó a guardarse. Ya está de nuevo en el borrador.
            </p>
          </Notice>
        </div>
      )}
      <Ajeno made={made} />
      <Conflicto made={made} />
    </>
  );
}
