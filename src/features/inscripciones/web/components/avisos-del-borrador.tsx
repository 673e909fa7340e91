import { lazy, Suspense, useEffect, useRef } from 'react';
import { formatMomento } from '../../../../platform/shared/dates.ts';
import { ErrorBoundary, Notice, notify } from '../../../../platform/web/feedback/index.ts';
import { focusOn } from '../../../../platform/web/focus/keeper.ts';
import { Button } from '../../../../platform/web/ui/index.ts';
import type { Definicion } from '../../../plantillas/contract.ts';
import type { Borrador } from '../hooks.ts';
import styles from './formulario-inscripcion.module.css';

/** Of a type of document, only that it is another: its key is the school's. */
const SIN_NOMBRE: ReadonlyMap<string, string> = new Map();

/** What an earlier visit could not save stood on this device, and is in the form again. */
export function Recuperado({ de }: { de: number }) {
  return (
    <div className={styles.aviso} role="status">
      <Notice title="Encontramos lo que había escrito">
        <p>
          Lo escribió en este equipo el {formatMomento(new Date(de))} y no alcanzó a guardarse. Ya
          está de nuevo en el formulario.
        </p>
      </Notice>
    </div>
  );
}

/** Of what was saved something is not in the form, because it cannot be read. */
export function BorradorIlegible() {
  return (
    <div className={styles.aviso}>
      <Notice tone="warning" title="No pudimos leer parte de lo que había guardado">
        <p>Lo demás está en el formulario. Responda de nuevo lo que falte.</p>
      </Notice>
    </div>
  );
}

const Diferencias = lazy(async () => ({
  default: (await import('../../../plantillas/versiones/web/components/diferencias.tsx'))
    .Diferencias,
}));

/** What is asked, without what the school decides with it: that is told by the requirements. */
const preguntasDe = ({ secciones }: Definicion): Definicion => ({ secciones, reglas: [] });

const CAMBIO = 'El formulario cambió mientras lo llenaba';

/**
 * A newer version is in force: what was answered goes with the person to it. `avisa`: nothing else has said so, and whoever
 * is writing further down is told; they come to it when they like.
 */
export function VersionNueva({
  borrador,
  avisa,
  onAdopt,
}: {
  borrador: Borrador;
  avisa: boolean;
  /** With the field where they go on. */
  onAdopt: (clave: string | null) => void;
}) {
  const place = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes
  useEffect(() => {
    const run = () => {
      focusOn(place.current!, { preventScroll: true });
      place.current!.scrollIntoView({ block: 'start' });
    };
    if (avisa) notify.warning(`${CAMBIO}.`, { label: 'Ver qué cambió', run });
  }, []);
  return (
    <section ref={place} className={styles.aviso} aria-label={CAMBIO}>
      <Notice
        tone="warning"
        title={CAMBIO}
        actions={
          <Button
            variant="primary"
            onClick={() => {
              onAdopt(borrador.adopt());
              notify.success('Ya está en el formulario vigente, con sus respuestas.');
            }}
          >
            Continuar con el formulario vigente
          </Button>
        }
      >
        <p>
          La escuela publicó una versión nueva y es la que debe enviarse. Sus respuestas se
          conservan. Esto es lo que cambió en las preguntas:
        </p>
        <ErrorBoundary
          instead={<p>No se pudo mostrar: puede que no haya conexión. Lo verá en el formulario.</p>}
        >
          <Suspense>
            <Diferencias
              documentos={SIN_NOMBRE}
              antes={preguntasDe(borrador.plantilla.definicion)}
              despues={preguntasDe(borrador.vigente)}
              ninguna={<p>Nada: cambió solo lo que la escuela pide para inscribirse.</p>}
            />
          </Suspense>
        </ErrorBoundary>
      </Notice>
    </section>
  );
}
