import type { ReactNode } from 'react';
import { formatMomento } from '../../../../platform/shared/dates.ts';
import type { Tono } from '../../../../platform/shared/estados.ts';
import { useUser } from '../../../../platform/web/session/react.tsx';
import { Ficha, LinkButton, properName, Section } from '../../../../platform/web/ui/index.ts';
import type { Curso, Edicion } from '../../../cursos/contract.ts';
import { sinRotulo } from '../../../cursos/rules.ts';
import { BotonesDelPdf } from '../../../inscripciones/acuse/web/components/botones-pdf.tsx';
import { acusePath } from '../../../inscripciones/routes.ts';
import styles from '../../../inscripciones/web/components/formulario-inscripcion.module.css';
import type { Definicion } from '../../../plantillas/contract.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import type { ResultadoRegla } from '../../../plantillas/reglas/contract.ts';
import { Requisitos } from '../../../plantillas/web/components/requisitos.tsx';
import { RespuestasDescritas } from '../../../plantillas/web/components/respuestas.tsx';
import type { EnvioPresentado } from '../../envios/contract.ts';

/** What was sent: its acuse, its state, what follows, and the answers. */
export function TramiteEnviado({
  kind,
  folio,
  curso,
  edicion,
  estado,
  envios,
  definicion,
  respuestas,
  evaluacion,
  sigue,
}: {
  /** «Acuse de presolicitud». */
  kind: string;
  /** What the results name it by; without it, the acuse's own. */
  folio?: string | null;
  curso: Curso;
  edicion: Edicion;
  estado: { tone: Tono; label: string; detail?: string | null };
  /** Newest first. */
  envios: readonly EnvioPresentado[];
  definicion: Definicion;
  respuestas: Respuestas | null;
  evaluacion: readonly ResultadoRegla[];
  /** What follows, and what may be done. */
  sigue: ReactNode;
}) {
  const { displayName } = useUser();
  const [ultimo, ...anteriores] = envios;
  return (
    <>
      <div className={styles.enviada}>
        <Ficha
          kind={kind}
          {...((folio ?? ultimo?.folio) && { folio: folio ?? ultimo!.folio })}
          title={curso.nombre}
          holder={properName(displayName)}
          estado={{
            tone: estado.tone,
            label: estado.label,
            ...(estado.detail && { detail: estado.detail }),
          }}
          fields={[
            { label: 'Edición', value: sinRotulo('Edición', edicion.nombre) },
            ...(ultimo
              ? [
                  { label: 'Envío', value: formatMomento(new Date(ultimo.enviadoEn)) },
                  { label: 'Folio del acuse', value: ultimo.folio },
                ]
              : []),
          ]}
          actions={
            ultimo && (
              <>
                <BotonesDelPdf folio={ultimo.folio} clave={ultimo.clave} />
                <LinkButton variant="quiet" to={acusePath(ultimo.folio, ultimo.clave)}>
                  Ver en línea
                </LinkButton>
              </>
            )
          }
        />
        <section className={styles.sigue} aria-label="Siguientes pasos">
          <h2>Siguientes pasos</h2>
          {sigue}
        </section>
      </div>
      {evaluacion.length > 0 && (
        <Section title="Requisitos">
          <div className={styles.columna}>
            <Requisitos evaluacion={evaluacion} />
          </div>
        </Section>
      )}
      {respuestas && (
        <details className={styles.plegado}>
          <summary>Respuestas enviadas</summary>
          <RespuestasDescritas definicion={definicion} respuestas={respuestas} />
        </details>
      )}
      {anteriores.length > 0 && (
        <details className={styles.plegado}>
          <summary>Envíos anteriores ({anteriores.length})</summary>
          <ul>
            {anteriores.map(({ numero, enviadoEn, folio: other, clave }) => (
              <li key={numero}>
                <LinkButton variant="quiet" flush to={acusePath(other, clave)}>
                  Envío {numero}, {formatMomento(new Date(enviadoEn))}
                </LinkButton>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
