import { Fragment, type ReactNode, useId } from 'react';
import { formatFecha, formatMomento } from '../../../../platform/shared/dates.ts';
import { Notice } from '../../../../platform/web/feedback/index.ts';
import { Link } from '../../../../platform/web/router.tsx';
import { useUser } from '../../../../platform/web/session/react.tsx';
import {
  Ficha,
  LinkButton,
  PageHeading,
  properName,
  Section,
} from '../../../../platform/web/ui/index.ts';
import { tramiteDeConvocatoriaPath } from '../../../cursos/routes.ts';
import { describePeriodo, describeTipo, sinRotulo } from '../../../cursos/rules.ts';
import { ContactoPorConfirmar } from '../../../identidad/contacto/web/components/contacto-por-confirmar.tsx';
import { Requisitos } from '../../../plantillas/web/components/requisitos.tsx';
import { RespuestasDescritas } from '../../../plantillas/web/components/respuestas.tsx';
import { BotonesDelPdf } from '../../acuse/web/components/botones-pdf.tsx';
import { isPlazoVencido } from '../../espera/rules.ts';
import { LugarEnEspera } from '../../espera/web/components/lugar-en-espera.tsx';
import { Salir } from '../../espera/web/components/salir.tsx';
import { type Estado, INSCRIPCION } from '../../estados.ts';
import { acusePath, matriculaPath } from '../../routes.ts';
import type { Inscripcion } from '../hooks.ts';
import styles from './formulario-inscripcion.module.css';

const TITULOS: Record<Estado, string> = {
  borrador: 'Su inscripción',
  inscrita: 'Su inscripción está registrada',
  enviada: 'Su inscripción está enviada',
  enRevision: 'Su inscripción está en revisión',
  enListaDeEspera: 'Está en lista de espera',
  rechazada: 'Su inscripción no fue aceptada',
  vencida: 'Su lugar en la lista de espera venció',
  baja: 'Su inscripción se dio de baja',
  acreditada: 'Acreditó esta actividad',
  noAcreditada: 'No acreditó esta actividad',
};

const LUGAR_OFRECIDO = 'Hay un lugar para usted';
const LUGAR_VENCIDO = 'El plazo para aceptar el lugar terminó';

/** What was sent, its acuse and what follows. With `reciente`, the confirmation of sending it. */
export function Enviada({
  data,
  enviada,
  reciente,
  lugar,
  ahora,
}: {
  data: Inscripcion;
  enviada: NonNullable<Inscripcion['enviada']>;
  reciente: boolean;
  /** In line, as the answer to sending said: until the server is asked for the rest. */
  lugar: number | null;
  /** The server's clock: whether a seat that is offered may still be accepted. */
  ahora: Date;
}) {
  const { curso, edicion, plantilla } = data;
  const { displayName } = useUser();
  const sigueId = useId();
  const { id, estado, folio, clave, enviadaEn, respuestas, avisos, espera, grupo, puedeSalir } =
    enviada;
  const ofrecidoHasta = espera?.ofrecidoHasta ?? null;
  const vencido = ofrecidoHasta !== null && isPlazoVencido(new Date(ofrecidoHasta), ahora);
  return (
    <>
      <PageHeading
        breadcrumbs={[{ label: 'Inicio', to: '/' }]}
        title={ofrecidoHasta === null ? TITULOS[estado] : vencido ? LUGAR_VENCIDO : LUGAR_OFRECIDO}
        lead={
          edicion.porConvocatoria
            ? 'Ingreso por convocatoria de posgrado.'
            : reciente
              ? `Quedó registrada el ${formatMomento(new Date(enviadaEn))}. Conserve su folio: identifica su trámite.`
              : `La envió el ${formatMomento(new Date(enviadaEn))}.`
        }
      />
      {reciente && (
        <p className="sr-only" role="status">
          Listo: {TITULOS[estado].toLocaleLowerCase('es-MX')}.
        </p>
      )}
      {/* What waits for a decision, and has a deadline, before all else. */}
      {espera?.ofrecidoHasta && (
        <div className={styles.aviso}>
          <LugarEnEspera {...{ id, estado, espera, grupo, vencido }} />
        </div>
      )}
      <div className={styles.enviada}>
        <Ficha
          kind={edicion.porConvocatoria ? 'Inscripción' : 'Acuse de inscripción'}
          {...(folio && { folio })}
          title={curso.nombre}
          holder={properName(displayName)}
          estado={{ tone: INSCRIPCION.tono(estado), label: INSCRIPCION.palabra(estado) }}
          fields={[
            { label: 'Edición', value: sinRotulo('Edición', edicion.nombre) },
            { label: 'Se imparte', value: describePeriodo(edicion.inicia, edicion.termina) },
            {
              label: 'Tipo y modalidad',
              value: describeTipo(curso),
            },
            ...(grupo ? [{ label: 'Grupo', value: grupo }] : []),
            ...(edicion.sede ? [{ label: 'Sede', value: edicion.sede }] : []),
            { label: 'Plantilla', value: `${plantilla.nombre}, versión ${plantilla.version}` },
          ]}
          actions={
            edicion.porConvocatoria ? (
              <LinkButton to={tramiteDeConvocatoriaPath(edicion.convocatoriaId)}>
                Ver mi solicitud
              </LinkButton>
            ) : (
              folio &&
              clave && (
                <>
                  <BotonesDelPdf folio={folio} clave={clave} />
                  <LinkButton variant="quiet" to={acusePath(folio, clave)}>
                    Ver en línea
                  </LinkButton>
                </>
              )
            )
          }
        />
        <section className={styles.sigue} aria-labelledby={sigueId}>
          <h2 id={sigueId}>Qué sigue</h2>
          {!espera && lugar !== null && (
            <p>
              Su lugar en la lista: <strong>{lugar}</strong>
            </p>
          )}
          {espera && !espera.ofrecidoHasta && (
            <LugarEnEspera {...{ id, estado, espera, grupo, vencido }} />
          )}
          {estado === 'inscrita' && plantilla.definicion.mensajes?.confirmacion && (
            <p className={styles.mensaje}>{plantilla.definicion.mensajes.confirmacion}</p>
          )}
          <ol>
            {pasos(
              vencido ? 'vencida' : estado,
              edicion,
              avisos.correos,
              ofrecidoHasta !== null,
            ).map(([key, paso]) => (
              <li key={key}>{paso}</li>
            ))}
          </ol>
          {avisos.porConfirmar && <ContactoPorConfirmar email={avisos.porConfirmar} />}
          {puedeSalir && !espera?.ofrecidoHasta && (
            <p>
              <Salir id={id} estado={estado} />
            </p>
          )}
        </section>
      </div>
      <Section title="Requisitos revisados">
        <div className={styles.columna}>
          <Requisitos evaluacion={data.evaluacion} />
        </div>
      </Section>
      <details className={styles.plegado}>
        <summary>Sus respuestas</summary>
        {data.ilegible && (
          <Notice tone="warning" title="Parte de sus respuestas no se puede leer">
            <p>Su inscripción no cambia. Avise a la escuela para que las recupere.</p>
          </Notice>
        )}
        <RespuestasDescritas definicion={plantilla.definicion} respuestas={respuestas} />
      </details>
    </>
  );
}

/** «ana@correo.mx y ana@trabajo.mx» */
const Correos = ({ correos }: { correos: readonly string[] }) =>
  correos.map((correo, i) => (
    <Fragment key={correo}>
      {i > 0 && ' y a '}
      <strong>{correo}</strong>
    </Fragment>
  ));

const pasos = (
  estado: Estado,
  { inicia, porConvocatoria }: Inscripcion['edicion'],
  correos: readonly string[],
  /** A seat is kept for them. */
  ofrecido: boolean,
): [string, ReactNode][] => {
  const historia: [string, ReactNode] = [
    'matricula',
    <>
      {porConvocatoria
        ? 'El estado de esta inscripción está siempre en '
        : 'El estado de esta inscripción y su acuse están siempre en '}
      <Link to={matriculaPath}>Matrícula</Link>.
    </>,
  ];
  switch (estado) {
    case 'inscrita':
      return [
        [
          'correo',
          <>
            {porConvocatoria ? 'Le enviamos la confirmación a ' : 'Le enviamos el acuse a '}
            <Correos correos={correos} />.
          </>,
        ],
        ['inicia', `Las actividades comienzan el ${formatFecha(inicia)}.`],
        historia,
      ];
    case 'enviada':
    case 'enRevision':
      return [
        ['espera', 'Control Escolar revisa su inscripción; no tiene que hacer nada más.'],
        [
          'correo',
          <>
            Le avisaremos a <Correos correos={correos} /> en cuanto haya una decisión.
          </>,
        ],
        historia,
      ];
    case 'enListaDeEspera':
      return [
        [
          'espera',
          ofrecido
            ? 'Acepte o rechace el lugar que se le guarda: si pasa el plazo, se ofrece a la siguiente persona.'
            : 'Si se libera un lugar se ofrece por orden, de manera automática, y hay un plazo para aceptarlo.',
        ],
        [
          'correo',
          <>
            Le avisaremos a <Correos correos={correos} />.
          </>,
        ],
        historia,
      ];
    default:
      return [historia];
  }
};
