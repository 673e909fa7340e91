import { type ReactNode, useState } from 'react';
import type { OutputOf } from '../../../../../platform/shared/callable.ts';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { EditorColumns } from '../../../../../platform/web/editor/editor-frame.tsx';
import { ErrorState, Notice } from '../../../../../platform/web/feedback/index.ts';
import { Button, properName, Section } from '../../../../../platform/web/ui/index.ts';
import type { ResultadoRegla } from '../../../reglas/contract.ts';
import { Requisitos } from '../../../web/components/requisitos.tsx';
import type { previewReglasPersona } from '../../contract.ts';
import { usePruebaConPersona } from '../hooks.ts';
import { EdicionYFechaFields, useEdicionYFecha } from './edicion-y-fecha.tsx';
import { ElegirPersona, type PersonaElegida } from './elegir-persona.tsx';
import styles from './prueba.module.css';

type Prueba = OutputOf<typeof previewReglasPersona>;

/** Tries the rules of a version on one person: what held, what did not, and with which evidence. */
export function ProbarConPersona({
  versionId,
  isBorrador,
  excepcion,
}: {
  versionId: string;
  isBorrador: boolean;
  /** What can be done about a rule that is not met. */
  excepcion?: (persona: PersonaElegida, regla: ResultadoRegla) => ReactNode;
}) {
  const [persona, setPersona] = useState<PersonaElegida | null>(null);
  const { read, fields } = useEdicionYFecha();
  const prueba = usePruebaConPersona();
  const start = () => {
    const supuesto = read();
    if (supuesto && persona) prueba.mutate({ versionId, clave: persona.clave, ...supuesto });
  };
  return (
    <EditorColumns
      wide
      preview={
        <div aria-live="polite">
          {prueba.isError && <ErrorState error={prueba.error} retry={start} />}
          {prueba.data && persona && (
            <Resultado prueba={prueba.data} persona={persona} excepcion={excepcion} />
          )}
        </div>
      }
    >
      <Section
        title="Con quién y cuándo"
        lead={
          isBorrador
            ? 'Se prueba el borrador como está guardado. La persona podrá ver que usted consultó sus datos. Sin edición, lo que se pregunta de ella queda sin dato.'
            : 'La persona podrá ver que usted consultó sus datos. Sin edición, lo que se pregunta de ella queda sin dato.'
        }
      >
        <div className={styles.campos}>
          <ElegirPersona
            elegida={persona}
            onElegir={(next) => {
              setPersona(next);
              prueba.reset();
            }}
          />
          <EdicionYFechaFields fields={fields} />
          <div>
            <Button
              variant="primary"
              busy={prueba.isPending}
              onClick={persona === null ? undefined : start}
              aria-disabled={persona === null || undefined}
            >
              Probar
            </Button>
          </div>
        </div>
      </Section>
    </EditorColumns>
  );
}

const describeResultado = ({ cumple, aRevision, puntos, resultados }: Prueba): [string, string] => {
  const suma = puntos > 0 ? ` Tendría ${puntos} puntos en la lista de espera.` : '';
  if (!cumple) return ['No podría inscribirse', 'Al menos una regla se lo impide.'];
  if (aRevision) return ['Pasaría a revisión', `Lo decidiría la escuela.${suma}`];
  // What is answered in the form, and the dates without an edition.
  const porSaber = resultados.some((one) => one.efecto === 'impide' && !one.cumple);
  if (porSaber) {
    return ['Falta saber', `Hay reglas que se juzgan con la edición o con sus respuestas.${suma}`];
  }
  const sinCumplir = resultados.filter(({ cumple }) => !cumple).length;
  const resto =
    sinCumplir === 0
      ? ''
      : sinCumplir === 1
        ? ' No cumple 1, que no lo impide.'
        : ` No cumple ${sinCumplir}, que no lo impiden.`;
  return ['Podría inscribirse', `Ninguna regla se lo impide.${resto}${suma}`];
};

function Resultado({
  prueba,
  persona,
  excepcion,
}: {
  prueba: Prueba;
  persona: PersonaElegida;
  excepcion: ((persona: PersonaElegida, regla: ResultadoRegla) => ReactNode) | undefined;
}) {
  const [title, text] = describeResultado(prueba);
  return (
    <Section
      title={properName(prueba.persona.nombre)}
      lead={`Como estaría el ${formatMomento(new Date(prueba.evaluadaEn))}.`}
    >
      <div className={styles.veredicto}>
        <Notice
          tone={!prueba.cumple ? 'danger' : prueba.aRevision ? 'warning' : 'success'}
          title={title}
        >
          <p>{text}</p>
        </Notice>
      </div>
      <Requisitos deOtra evaluacion={prueba.resultados} sinReglas="Esta versión no tiene reglas." />
      {excepcion && (
        <div className={styles.excepciones}>
          {prueba.resultados.map((regla) => excepcion(persona, regla))}
        </div>
      )}
    </Section>
  );
}
