/** Which rules somebody may be excused from, and what an exception is to whoever judges. Pure. */
import { withoutIds } from '../redaccion/rules.ts';
import { type Hechos, type Hoja, type Regla, VENTANA } from '../reglas/contract.ts';
import { EXCEPCION_DE, fieldsOfReglas } from '../reglas/rules.ts';
import { type EstadoExcepcion, EXCEPCION } from './estados.ts';

/** Of a leaf, how what it names was called when it was written: named again by another name it asks the same. */
const PALABRAS = 'palabras' satisfies keyof Hoja;
const textOf = (condicion: unknown): string =>
  JSON.stringify(condicion, (key, value: unknown) => (key === PALABRAS ? undefined : value));

/** What a rule asks, as an exception keeps it: a rule that asks something else is another, though its key is the same. */
export const condicionDe = ({ condicion }: Pick<Regla, 'condicion'>): string =>
  textOf(withoutIds(condicion));

/** As it is kept; the first ones were with their words. */
const keptOf = ({ condicion }: Pick<Vigente, 'condicion'>): string =>
  condicion.includes(`"${PALABRAS}":`) ? textOf(JSON.parse(condicion)) : condicion;

/** The dates are the edition's, for all alike; what only gives points stands in nobody's way. */
export const mayExcept = (regla: Pick<Regla, 'efecto' | 'condicion'>): boolean =>
  regla.efecto !== 'prioriza' && fieldsOfReglas([regla]).some((field) => field !== VENTANA);

/** An exception in force. */
export type Vigente = {
  readonly regla: string;
  readonly condicion: string;
  readonly desde: Date;
  readonly vence_en: Date;
};

/** Those of one person as facts, for the rules that still ask what they were excused from. */
export const hechosDeExcepciones = (
  reglas: readonly Regla[],
  vigentes: readonly Vigente[],
): Hechos =>
  Object.fromEntries(
    reglas.flatMap((regla) => {
      const [last] = vigentes
        .filter((one) => one.regla === regla.clave && keptOf(one) === condicionDe(regla))
        .toSorted((a, b) => b.vence_en.getTime() - a.vence_en.getTime());
      if (!last) return [];
      const valor = { abre: last.desde.toISOString(), cierra: last.vence_en.toISOString() };
      return [[EXCEPCION_DE(regla.clave), { tipo: 'periodo', nombre: 'Excepción', valor }]];
    }),
  );

/** Whether it waits for a second person to excuse its own from that rule of that plantilla: no other is asked for. */
export const isPedida = (
  one: {
    readonly estado: EstadoExcepcion;
    readonly plantilla: { readonly id: string };
    readonly regla: string;
  },
  plantillaId: string,
  regla: string,
): boolean =>
  EXCEPCION.can('aprobar', one.estado) && one.plantilla.id === plantillaId && one.regla === regla;

type Mirada = {
  readonly estado: EstadoExcepcion;
  readonly propia: boolean;
  readonly vencida: boolean;
};

/** Whether who looks may reject it, or approve it in time: whoever asked for it may not. */
export const canDecide = ({ estado, propia }: Mirada): boolean =>
  !propia && EXCEPCION.can('rechazar', estado);

/** Whether who looks may approve it: not when the last day on which it would hold is over. */
export const canApprove = (mirada: Mirada): boolean => canDecide(mirada) && !mirada.vencida;

/** Whether it may be taken back: one that holds, until its day is over; one that waits, always. */
export const canWithdraw = ({ estado, vencida }: Mirada): boolean =>
  EXCEPCION.can('retirar', estado) && (!vencida || EXCEPCION.can('aprobar', estado));
