import { Link } from '../../../../../platform/web/router.tsx';
import {
  classes,
  IconCalendar,
  IconCheckCircle,
  type LifeEvent,
  LineaDeVida,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { PRESOLICITUD, SOLICITUD } from '../../../estados.ts';
import { convocatoriaPath, validarPresolicitudPath } from '../../../routes.ts';
import { cierreDeEtapa } from '../../escritura/rules.ts';
import { hitosDe } from '../../rules.ts';
import type { Convocatoria } from '../hooks.ts';
import styles from './convocatoria.module.css';

/** How a call goes: its figures, what waits in it, its dates. */
export function Resumen({ convocatoria }: { convocatoria: Convocatoria }) {
  return (
    <>
      <Cifras convocatoria={convocatoria} />
      <div className={styles.dosColumnas}>
        <Section title="Pendientes">
          <Pendientes convocatoria={convocatoria} />
        </Section>
        <Section title="Calendario">
          <Calendario convocatoria={convocatoria} />
        </Section>
      </div>
    </>
  );
}

const sum = (counts: Readonly<Record<string, number>>, states: readonly string[]): number =>
  states.reduce((total, estado) => total + (counts[estado] ?? 0), 0);

function Cifras({ convocatoria }: { convocatoria: Convocatoria }) {
  const { avance, entorno } = convocatoria;
  const { presolicitudes, solicitudes, recomendaciones } = avance;
  const enviadas = SOLICITUD.estados.filter(
    (one) => one !== 'borrador' && one !== 'desistida' && one !== 'anulada',
  );
  const cifras = [
    ['Presolicitudes por revisar', presolicitudes.enviada ?? 0],
    ['Presolicitudes válidas', presolicitudes.valida ?? 0],
    ['Solicitudes enviadas', sum(solicitudes, enviadas)],
    ...(recomendaciones.pedidas > 0
      ? [
          [
            'Cartas recibidas',
            `${recomendaciones.recibidas} de ${recomendaciones.pedidas}`,
          ] as const,
        ]
      : []),
    ['Lugares', entorno.edicion.cupo],
    ...(convocatoria.conResultados
      ? [['Admitidas e inscritas', sum(solicitudes, ['admitida', 'inscrita'])] as const]
      : []),
  ] as const;
  return (
    <Section title="Avance">
      <ul className={styles.cifrasDeAvance}>
        {cifras.map(([label, value]) => (
          <li key={label} className={styles.cifra}>
            <strong>{value}</strong>
            <span>{label}</span>
          </li>
        ))}
      </ul>
      <Etapas convocatoria={convocatoria} />
    </Section>
  );
}

const AVANCE_DE = {
  documental: 'Revisión',
  examen: 'resultados',
  rubrica: 'dictámenes',
  entrevista: 'entrevistas',
} as const;

function Etapas({ convocatoria }: { convocatoria: Convocatoria }) {
  const etapas = convocatoria.avance.etapas.filter(({ tipo }) => tipo !== 'documental');
  if (convocatoria.estado === 'borrador' || etapas.length === 0) return null;
  return (
    <ul className={classes(styles.cifrasDeAvance, styles.deEtapas)}>
      {etapas.map(({ id, nombre, tipo, cerradaEn, total, terminados, empezada }) => (
        <li key={id} className={styles.cifra}>
          <strong>{cerradaEn ? 'Cerrada' : empezada ? `${terminados} de ${total}` : '—'}</strong>
          <span>
            {nombre}
            {!cerradaEn && (empezada ? `: ${AVANCE_DE[tipo]}` : ': sin comenzar')}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What waits in a call, each with where it is attended to. */
const pendientesDe = (convocatoria: Convocatoria): { texto: string; to: string }[] => {
  const { avance, edicionId, curso, entorno, contenido, momento } = convocatoria;
  const en = (seccion: string) => convocatoriaPath(edicionId, seccion);
  const { presolicitudes, etapas, ranking } = avance;
  const n = (cuantos: number, una: string, varias: string) =>
    cuantos === 1 ? `1 ${una}` : `${cuantos} ${varias}`;
  const hay = (cuantos: number, una: string, varias: string, to: string) =>
    cuantos > 0 ? [{ texto: n(cuantos, una, varias), to }] : [];
  const calificadas = contenido.etapas.filter(({ criterios }) => criterios.length > 0);
  const ahora = new Date(entorno.ahora);
  return [
    ...hay(
      presolicitudes[PRESOLICITUD.pasos.enviar.a] ?? 0,
      'presolicitud por revisar',
      'presolicitudes por revisar',
      validarPresolicitudPath(curso.id),
    ),
    ...(calificadas.length > 0 && avance.evaluadores <= contenido.bases.dictamenesPorSolicitud
      ? [{ texto: 'Faltan evaluadores por registrar', to: en('evaluacion') }]
      : []),
    ...hay(
      avance.impedimentosPorResolver,
      'impedimento por resolver',
      'impedimentos por resolver',
      en('evaluacion'),
    ),
    ...hay(
      avance.recomendaciones.sospechas,
      'solicitud con carta por verificar',
      'solicitudes con carta por verificar',
      en('solicitudes'),
    ),
    ...hay(
      avance.exclusionesPorAprobar,
      'exclusión por aprobar',
      'exclusiones por aprobar',
      en('solicitudes'),
    ),
    ...etapas
      .filter(
        ({ tipo, cerradaEn, empezada }) =>
          momento === 'evaluacion' && tipo !== 'documental' && !cerradaEn && !empezada,
      )
      .map(({ tipo, nombre }) => ({
        texto: `${nombre}: sin comenzar`,
        to: en(tipo === 'rubrica' ? 'evaluacion' : 'examenes'),
      })),
    ...etapas
      .filter(
        ({ venceEn, cerradaEn }) =>
          venceEn !== null && !cerradaEn && (cierreDeEtapa(venceEn) ?? ahora) < ahora,
      )
      .map(({ nombre, tipo }) => ({
        texto: `${nombre}: venció y no se ha cerrado`,
        to: en(tipo === 'examen' ? 'examenes' : 'evaluacion'),
      })),
    ...(ranking?.estado === 'calculado'
      ? [{ texto: 'Resultados por aprobar', to: en('ranking') }]
      : []),
    ...hay(
      avance.inconformidadesAbiertas,
      'inconformidad por resolver',
      'inconformidades por resolver',
      en('inconformidades'),
    ),
  ];
};

function Pendientes({ convocatoria }: { convocatoria: Convocatoria }) {
  const pendientes = pendientesDe(convocatoria);
  if (pendientes.length === 0) return <p>No hay pendientes.</p>;
  return (
    <ul className={styles.problemas}>
      {pendientes.map(({ texto, to }) => (
        <li key={texto}>
          <Link to={to}>{texto}</Link>
        </li>
      ))}
    </ul>
  );
}

function Calendario({ convocatoria }: { convocatoria: Convocatoria }) {
  const { contenido, entorno } = convocatoria;
  const ahora = new Date(entorno.ahora);
  const hitos = hitosDe(contenido, entorno.edicion.inicia, ahora);
  const events = hitos.map(
    ({ id, titulo, en, pasado }): LifeEvent => ({
      id,
      at: en,
      title: titulo,
      tone: pasado ? 'neutral' : 'info',
      icon: pasado ? IconCheckCircle : IconCalendar,
    }),
  );
  return <LineaDeVida events={events} label="Calendario de la convocatoria" />;
}
