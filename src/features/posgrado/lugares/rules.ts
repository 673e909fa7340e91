/** Who is offered the seats that are left after the results of a call. Pure. */
import { startOfDay } from '../../../platform/shared/dates.ts';
import { type Calendar, deadlineOf } from '../../../platform/shared/working-days.ts';
import type { Bases } from '../convocatorias/contract.ts';
import type { Entradas } from '../ranking/contract.ts';
import { repartirLugares } from '../ranking/rules.ts';

/**
 * Last instant to accept a seat that is offered now: the working days of the call, the last one whole. Never once the edition has begun:
 * then it is the last instant before that.
 */
export const plazoParaConfirmar = (
  ahora: Date,
  { diasConfirmar }: Pick<Bases, 'diasConfirmar'>,
  { inicia, calendario }: { inicia: string; calendario: Calendar },
): Date => {
  const plazo = deadlineOf(ahora, diasConfirmar, calendario);
  return new Date(Math.min(plazo.getTime(), startOfDay(inicia).getTime() - 1));
};

/** Points with which the one at that position (the first is 1) of so many waits: the nearer, the more. */
export const puntosDePosicion = (posicion: number, de: number): number => de - posicion;

/** Somebody with a seat (`lugar`: the quota that it counts in, null of a general one) or who waits (undefined), in the order of the ranking. */
type EnFila = {
  readonly id: string;
  readonly cupos: readonly string[];
  readonly lugar: string | null | undefined;
};
type Dado = { readonly id: string; readonly cupo: string | null };
type Terminos = Pick<Entradas, 'lugares' | 'cupos' | 'orden'>;

/** The terms that are left once some seats are not to be given again. */
const without = (terminos: Terminos, fijos: readonly EnFila[]): Terminos => ({
  ...terminos,
  lugares: terminos.lugares - fijos.length,
  cupos: terminos.cupos.map((cupo) => ({
    ...cupo,
    lugares: Math.max(cupo.lugares - fijos.filter(({ lugar }) => lugar === cupo.clave).length, 0),
  })),
});

/**
 * Who is offered the seats that are free, and whose seat counts in another quota from then on: the same distribution as the ranking's,
 * over those who have a seat and those who wait, as if whoever left had never competed. Nobody loses a seat by it, whatever it says.
 */
export const planDeLugares = (
  terminos: Terminos,
  fila: readonly EnFila[],
): { ofrece: Dado[]; cambia: Dado[] } => {
  const tienen = fila.filter(({ lugar }) => lugar !== undefined);
  const libres = terminos.lugares - tienen.length;
  if (libres <= 0) return { ofrece: [], cambia: [] };
  // A seat that the distribution would not give again (an order that changed since) is set apart with its quota.
  let fijos: EnFila[] = [];
  for (;;) {
    const apartados = new Set(fijos);
    const dados = repartirLugares(
      without(terminos, fijos),
      fila.flatMap((one) => (apartados.has(one) ? [] : [{ id: one.id, cupos: [...one.cupos] }])),
    );
    const perderian = tienen.filter((one) => !apartados.has(one) && !dados.has(one.id));
    if (perderian.length > 0) {
      fijos = [...fijos, ...perderian];
      continue;
    }
    const ofrece = fila
      .filter(({ id, lugar }) => lugar === undefined && dados.has(id))
      .slice(0, libres)
      .map(({ id }) => ({ id, cupo: dados.get(id)! }));
    const cambia = tienen
      .filter((one) => !apartados.has(one) && dados.get(one.id) !== one.lugar)
      .map(({ id }) => ({ id, cupo: dados.get(id)! }));
    return ofrece.length === 0 ? { ofrece, cambia: [] } : { ofrece, cambia };
  }
};
