import { fechaDe, formatFecha, formatHora } from '../../../../platform/shared/dates.ts';
import { useReloj } from '../../../../platform/web/clock.ts';
import { PageHeading } from '../../../../platform/web/ui/index.ts';
import {
  describeCupo,
  describeLugares,
  describePeriodo,
  enMinuscula,
} from '../../../cursos/rules.ts';
import { LugaresReservados } from '../../reserva/web/components/lugares-reservados.tsx';
import type { Inscripcion } from '../hooks.ts';
import styles from './encabezado.module.css';

/** What one is enrolling in, with the server's clock and what is left of time and seats. */
export function Encabezado({
  data,
  recibidoEn,
  momento,
}: {
  data: Inscripcion;
  recibidoEn: number;
  /** Now, by the server's clock; right at least as to whether the window is open. */
  momento: Date;
}) {
  const { curso, edicion, lugares, reserva, ahora } = data;
  const [abre, cierra] = [new Date(edicion.inscripcionAbre), new Date(edicion.inscripcionCierra)];
  const notYet = momento < abre;
  const over = momento >= cierra || edicion.cancelada;
  const { porConvocatoria } = edicion;
  const palabras = porConvocatoria ? DE_CONVOCATORIA : WINDOW;
  return (
    <>
      <PageHeading
        breadcrumbs={[{ label: 'Inicio', to: '/' }]}
        title={curso.nombre}
        documentTitle={`Inscripción: ${curso.nombre}`}
        lead={`${edicion.nombre}. ${curso.tipo.nombre}, modalidad ${enMinuscula(curso.modalidad.nombre)}, ${curso.horas} horas.`}
      />
      <dl className={styles.datos}>
        <div>
          <dt>Se imparte</dt>
          <dd>
            {describePeriodo(edicion.inicia, edicion.termina)}
            {edicion.sede && <small>{edicion.sede}</small>}
          </dd>
        </div>
        {/* Of a call that is not published nothing is known yet; a cancelled edition neither opens nor closes. */}
        {!edicion.cancelada && !(porConvocatoria && edicion.convocatoriaId === null) && (
          <div>
            <dt>{palabras[notYet ? 'notYet' : over ? 'over' : 'open']}</dt>
            <dd>
              <Momento momento={notYet ? abre : cierra} />
            </dd>
          </div>
        )}
        <div>
          <dt>Hora del servidor</dt>
          <dd>
            <Reloj
              ahora={ahora}
              recibidoEn={recibidoEn}
              marcas={[edicion.inscripcionAbre, edicion.inscripcionCierra]}
            />
            <small>Centro de México</small>
          </dd>
        </div>
        {!over && (
          <div>
            <dt>Lugares</dt>
            <dd>
              {notYet || porConvocatoria ? describeCupo(lugares) : describeLugares(lugares)}
              {!notYet && !porConvocatoria && <small>De {lugares.cupo} en total</small>}
            </dd>
          </div>
        )}
      </dl>
      {!over && !porConvocatoria && reserva && <LugaresReservados reserva={reserva} />}
    </>
  );
}

const WINDOW = {
  notYet: 'La inscripción abre el',
  open: 'Inscripciones hasta el',
  over: 'La inscripción cerró el',
} as const;
/** The same where one enters by a call. */
const DE_CONVOCATORIA = {
  notYet: 'Las presolicitudes abren el',
  open: 'Presolicitudes hasta el',
  over: 'Las presolicitudes cerraron el',
} as const;

function Momento({ momento }: { momento: Date }) {
  return (
    <time dateTime={momento.toISOString()}>
      {formatFecha(fechaDe(momento))}, <span className={styles.hora}>{formatHora(momento)}</span>
    </time>
  );
}

const NEAR_MS = 10 * 60_000;

/** Counts the seconds when the opening or the closing is near. */
function Reloj(props: { ahora: string; recibidoEn: number; marcas: readonly string[] }) {
  const minute = useReloj(props.ahora, props.recibidoEn, false);
  const near = props.marcas.some((mark) => Math.abs(Date.parse(mark) - minute.getTime()) < NEAR_MS);
  return near ? <Segundero {...props} /> : <Hora momento={minute} />;
}

function Segundero({ ahora, recibidoEn }: { ahora: string; recibidoEn: number }) {
  return <Hora momento={useReloj(ahora, recibidoEn, true)} seconds />;
}

function Hora({ momento, seconds = false }: { momento: Date; seconds?: boolean }) {
  return (
    <time dateTime={momento.toISOString()} className={styles.hora}>
      {formatHora(momento, { seconds })}
    </time>
  );
}
