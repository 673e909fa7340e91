import {
  EstadoBadge,
  formatNumber,
  IconArrowRight,
  IconCheckCircle,
  IconClock,
  IconLock,
} from '../../../../platform/web/ui/index.ts';
import type { AvanceDeNodo } from '../../avance/rules.ts';
import {
  ESTADOS_AVANCE,
  ESTADOS_CURSO,
  ESTADOS_GRUPO,
  type EstadoAvance,
  type EstadoCurso,
  type EstadoGrupo,
} from '../../estados.ts';
import type { ParteDeRuta } from '../../rules.ts';
import styles from './ruta.module.css';

const ICONS = {
  acreditado: IconCheckCircle,
  completo: IconCheckCircle,
  cursando: IconClock,
  enCurso: IconClock,
  disponible: IconArrowRight,
  bloqueado: IconLock,
} as const;

/** How many of the courses that complete it are done, as words and as a bar. */
export function Barra({ acreditados, necesarios }: { acreditados: number; necesarios: number }) {
  const words = `${formatNumber(acreditados)} de ${formatNumber(necesarios)} ${necesarios === 1 ? 'curso' : 'cursos'}`;
  return (
    <span className={styles.barra}>
      <progress max={Math.max(necesarios, 1)} value={acreditados} aria-label={words} />
      <span aria-hidden="true">{words}</span>
    </span>
  );
}

/** Where somebody is in a route. */
export function EstadoDeAvance({ estado }: { estado: EstadoAvance }) {
  const [palabra, tono] = ESTADOS_AVANCE[estado];
  return <EstadoBadge tone={tono}>{palabra}</EstadoBadge>;
}

/** The words and tone of a course, or of a stage or group. */
export const estadoDe = (parte: ParteDeRuta, { estado }: Pick<AvanceDeNodo, 'estado'>) =>
  parte.tipo === 'curso'
    ? ESTADOS_CURSO[estado as EstadoCurso]
    : ESTADOS_GRUPO[estado as EstadoGrupo];

export function EstadoDeNodo({ parte, avance }: { parte: ParteDeRuta; avance: AvanceDeNodo }) {
  const [palabra, tono] = estadoDe(parte, avance);
  return (
    <EstadoBadge tone={tono} icon={ICONS[avance.estado]}>
      {palabra}
    </EstadoBadge>
  );
}
