import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { NO_SE_LEE } from '../../../../../platform/shared/ilegible.ts';
import { POR_RECUPERAR } from '../../../../../platform/shared/ilegible-por-que.ts';
import { Notice } from '../../../../../platform/web/feedback/index.ts';
import { ReservedSection } from '../../../../../platform/web/reserved/reserved-section.tsx';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { DataList } from '../../../../../platform/web/ui/index.ts';
import { INSCRIPCION } from '../../../estados.ts';
import { canReadSensibles } from '../../policy.ts';
import { useGetRespuestasSensibles } from '../hooks.ts';
import styles from './datos-sensibles.module.css';

/** For staff, in somebody else's file: what that person answered apart (the support that they need…), once they say what for. */
export function DatosSensibles({ clave }: { clave: string }) {
  const get = useGetRespuestasSensibles();
  const mayRead = canReadSensibles(useUser());
  if (!mayRead) return null;
  return (
    <ReservedSection
      title="Apoyos y otros datos sensibles"
      what="Lo que la persona respondió de manera reservada"
      note="Por ejemplo, los ajustes que pidió para participar. Cada consulta queda anotada con su motivo, y la persona puede verla."
      ask={{
        title: 'Consultar datos sensibles',
        label: 'Para qué los consulta',
        hint: 'Por ejemplo: reservar un lugar accesible en el aula. La persona podrá leerlo.',
        missing: 'Escriba para qué necesita consultarlos.',
        keptAs: `sensibles/${clave}/motivo`,
      }}
      read={(motivo) => get.mutateAsync({ clave, motivo })}
      saysNothing={({ inscripciones }) =>
        inscripciones.length === 0
          ? 'No respondió nada de manera reservada en las inscripciones que ha enviado.'
          : null
      }
    >
      {({ inscripciones }) =>
        inscripciones.map((inscripcion) => (
          <section key={inscripcion.id} className={styles.inscripcion}>
            <h3>{inscripcion.curso}</h3>
            <p className={styles.cual}>
              {inscripcion.edicion} · {INSCRIPCION.palabra(inscripcion.estado)} · la envió el{' '}
              {formatMomento(new Date(inscripcion.enviadaEn))}
            </p>
            {inscripcion.ilegible ? (
              <Notice tone="warning" title={NO_SE_LEE}>
                <p>{POR_RECUPERAR}</p>
              </Notice>
            ) : (
              <DataList
                items={inscripcion.secciones
                  .flatMap(({ respuestas }) => respuestas)
                  .map(({ etiqueta, valor, aceptado }) => ({
                    label: etiqueta,
                    value: aceptado ? `${valor}: «${aceptado}»` : valor,
                  }))}
              />
            )}
          </section>
        ))
      }
    </ReservedSection>
  );
}
