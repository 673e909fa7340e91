/** A request for review: about what, until when, and what follows from one that is granted. Pure. */
import { fechaDe } from '../../../platform/shared/dates.ts';
import { crockfordCheck, groupByFour } from '../../../platform/shared/ids.ts';
import {
  type Calendar,
  deadlineOf,
  workingDaysBetween,
} from '../../../platform/shared/working-days.ts';
import type { Bases, TipoEtapa } from '../convocatorias/contract.ts';
import {
  type EstadoInconformidad,
  type EstadoPresolicitud,
  type EstadoSolicitud,
  INCONFORMIDAD,
} from '../estados.ts';
import type { FilaRanking } from '../ranking/contract.ts';

/** Decisions that may be contested, in words. */
export const SOBRE = {
  improcedencia: 'Improcedencia de la presolicitud',
  exclusion: 'Exclusión del concurso',
  etapa: 'Etapa no aprobada',
  resultado: 'Resultado publicado',
} as const;
export type Sobre = keyof typeof SOBRE;
export const SOBRES = Object.keys(SOBRE) as [Sobre, ...Sobre[]];

/** What follows from one that is granted, as whoever decides chooses it. */
export const CONSECUENCIAS = {
  reconsiderar: 'Revisar de nuevo la presolicitud',
  evaluarDeNuevo: 'Evaluar de nuevo, con otras personas',
  corregirExamen: 'Corregir un examen',
  recalcular: 'Calcular otro ranking',
  reincorporar: 'Reincorporarla al concurso',
  otra: 'Otra medida, que explican las razones',
} as const;
export type Consecuencia = keyof typeof CONSECUENCIAS;
export const TODAS_LAS_CONSECUENCIAS = Object.keys(CONSECUENCIAS) as [
  Consecuencia,
  ...Consecuencia[],
];

/** Characters of what the applicant writes, and of the school's reasons. */
export const TEXTO_INCONFORMIDAD = { min: 50, max: 4_000 } as const;
export const RESOLUCION_INCONFORMIDAD = { min: 50, max: 4_000 } as const;

/** Random symbols of a folio. */
export const RANDOM_FOLIO = 9;

/** The folio of a request of that year (2026), as it is shown: NC26-K9Y2-ZKYW-J. It says nothing of whose it is. */
export const makeFolioInconformidad = (ahora: Date, random: string): string => {
  const year = fechaDe(ahora).slice(2, 4);
  const body = `NC${year}${random}`;
  return groupByFour(body + crockfordCheck(body));
};

/** Last instant to file one about a decision that was notified then. */
export const plazoParaPresentar = (
  notificada: Date,
  { diasInconformidad }: Pick<Bases, 'diasInconformidad'>,
  calendar: Calendar,
): Date => deadlineOf(notificada, diasInconformidad, calendar);

/** Last instant of the school's term to answer one received then. */
export const plazoParaResolver = (
  recibida: Date,
  { diasResolver }: Pick<Bases, 'diasResolver'>,
  calendar: Calendar,
): Date => deadlineOf(recibida, diasResolver, calendar);

/** How a term stands. `diasHabiles`: those that are left, today not counted; 0 on the last day, negative once it passed. */
export const situacionDePlazo = (
  venceEn: Date,
  ahora: Date,
  calendar: Calendar,
): { diasHabiles: number; vencido: boolean } => ({
  diasHabiles: workingDaysBetween(fechaDe(ahora), fechaDe(venceEn), calendar),
  vencido: ahora > venceEn,
});

type Situacion = ReturnType<typeof situacionDePlazo>;

/** What is left of a term, in a sentence. */
export const faltaDe = ({ diasHabiles, vencido }: Situacion): string => {
  if (vencido) return 'el plazo terminó';
  if (diasHabiles <= 0) return 'hoy es el último día';
  return diasHabiles === 1 ? 'queda 1 día hábil' : `quedan ${diasHabiles} días hábiles`;
};

/** The same in a cell. */
export const plazoBreve = ({ diasHabiles, vencido }: Situacion): string => {
  if (vencido) return 'Vencido';
  if (diasHabiles <= 0) return 'Último día';
  return diasHabiles === 1 ? '1 día hábil' : `${diasHabiles} días hábiles`;
};

/** A decision that its person may contest. */
export type Materia = {
  readonly sobre: Sobre;
  /** Of a stage that was not passed. */
  readonly etapaId: string | null;
  readonly notificadaEn: Date;
};

/** What may be contested of a pre-application; null: nothing. */
export const materiaDePresolicitud = ({
  estado,
  decididaEn,
}: {
  estado: EstadoPresolicitud;
  decididaEn: Date | null;
}): Materia | null =>
  estado === 'improcedente' && decididaEn !== null
    ? { sobre: 'improcedencia', etapaId: null, notificadaEn: decididaEn }
    : null;

/** An application in one of the published rankings. */
export type FilaPublicada = { readonly publicadoEn: Date; readonly fila: FilaRanking };

const isIgual = (a: FilaRanking, b: FilaRanking): boolean =>
  a.estado === b.estado &&
  a.posicion === b.posicion &&
  a.total === b.total &&
  a.detenida === b.detenida;

/** When the newest result was told: of rankings that left it as it was, nobody is told again. The newest is the first. */
const notificadaDe = ([ultima, ...anteriores]: readonly FilaPublicada[]): Date => {
  let desde = ultima!.publicadoEn;
  for (const { publicadoEn, fila } of anteriores) {
    if (!isIgual(fila, ultima!.fila)) break;
    desde = publicadoEn;
  }
  return desde;
};

/**
 * What may be contested of an application; null: nothing. Whoever has a seat, confirmed or not, has nothing to gain.
 *
 * @param de.excluidaEn when the exclusion in force was approved
 * @param de.publicadas its rows of the published rankings, the newest first
 */
export const materiaDeSolicitud = ({
  estado,
  excluidaEn,
  publicadas,
}: {
  estado: EstadoSolicitud;
  excluidaEn: Date | null;
  publicadas: readonly FilaPublicada[];
}): Materia | null => {
  if (estado !== 'noAdmitida' && estado !== 'listaDeEspera') return null;
  if (excluidaEn !== null) return { sobre: 'exclusion', etapaId: null, notificadaEn: excluidaEn };
  const [ultima] = publicadas;
  if (!ultima) return null;
  const { detenida } = ultima.fila;
  const notificadaEn = notificadaDe(publicadas);
  return detenida === null
    ? { sobre: 'resultado', etapaId: null, notificadaEn }
    : { sobre: 'etapa', etapaId: detenida, notificadaEn };
};

/** Why somebody may not file one now; null: they may. */
export type PorQueNo = 'abierta' | 'resuelta' | 'fueraDePlazo' | 'concluida';

/** Why one about that decision may not be filed now; null: it may. `suyas`: those that its person filed about the same form. */
export const porQueNoPresenta = (
  { sobre, notificadaEn }: Materia,
  {
    suyas,
    venceEn,
    ahora,
    vigente,
  }: {
    suyas: readonly { sobre: Sobre; estado: EstadoInconformidad; creadoEn: Date }[];
    venceEn: Date;
    ahora: Date;
    /** The call is in force. */
    vigente: boolean;
  },
): PorQueNo | null => {
  const mismas = suyas.filter((one) => one.sobre === sobre);
  if (mismas.some(({ estado }) => INCONFORMIDAD.is('abiertas', estado))) return 'abierta';
  const deEsta = mismas.filter(({ creadoEn }) => creadoEn >= notificadaEn);
  if (deEsta.some(({ estado }) => INCONFORMIDAD.is('resueltas', estado))) return 'resuelta';
  if (!vigente) return 'concluida';
  return ahora > venceEn ? 'fueraDePlazo' : null;
};

/** A stage of the call, as what may follow needs it. */
export type EtapaDeInconformidad = {
  readonly id: string;
  readonly tipo: TipoEtapa;
  readonly cerrada: boolean;
  /** Its delivered scores of the application that count. */
  readonly entregadas: number;
  /** Its exam says something of the application. */
  readonly conExamen: boolean;
  /** The application did not come to its interview. */
  readonly ausente: boolean;
};

/** What may follow from one that is granted: each by its stages, empty of what is of none. */
export const consecuenciasDe = (
  sobre: Sobre,
  { etapas, vigente }: { etapas: readonly EtapaDeInconformidad[]; vigente: boolean },
): { tipo: Consecuencia; etapas: string[] }[] => {
  const otra = { tipo: 'otra', etapas: [] } as const;
  if (!vigente) return [{ ...otra, etapas: [] }];
  const una = (tipo: Consecuencia, suyas: string[] = []) => ({ tipo, etapas: suyas });
  if (sobre === 'improcedencia') return [una('reconsiderar'), una('otra')];
  if (sobre === 'exclusion') return [una('reincorporar'), una('otra')];
  const ids = (pasa: (etapa: EtapaDeInconformidad) => boolean) =>
    etapas.filter((etapa) => etapa.cerrada && pasa(etapa)).map(({ id }) => id);
  // An interview is scored by those who were at it.
  const evaluadas = ids(({ tipo, entregadas }) => tipo === 'rubrica' && entregadas > 0);
  const examenes = ids(({ conExamen }) => conExamen);
  return [
    ...(evaluadas.length > 0 ? [una('evaluarDeNuevo', evaluadas)] : []),
    ...(examenes.length > 0 ? [una('corregirExamen', examenes)] : []),
    una('recalcular'),
    una('otra'),
  ];
};

/**
 * What an application that comes back to the contest lacks of the closed stages: those to be scored by evaluators, and interviews that nobody
 * holds any more. The points of an exam are captured by a correction of it.
 */
export const faltaAlReincorporar = (
  etapas: readonly EtapaDeInconformidad[],
  dictamenesPorSolicitud: number,
): { porEvaluar: string[]; perdidas: string[] } => {
  const cerradas = etapas.filter(({ cerrada }) => cerrada);
  return {
    porEvaluar: cerradas
      .filter(({ tipo, entregadas }) => tipo === 'rubrica' && entregadas < dictamenesPorSolicitud)
      .map(({ id }) => id),
    perdidas: cerradas
      .filter(
        ({ tipo, entregadas, ausente }) => tipo === 'entrevista' && entregadas === 0 && !ausente,
      )
      .map(({ id }) => id),
  };
};
