import type { Db } from '../../../platform/server/db/index.ts';
import type { Actor, Policy } from '../../../platform/shared/actor.ts';
import { isStaff } from '../../../platform/shared/policy.ts';
import type { Pendiente } from '../contract.ts';

/** What a feature gives to home: what of it waits for somebody. At most one statement each. */
export type FuenteDePendientes = {
  /** One's own affairs, or work of the school. */
  readonly de: 'propios' | 'personal';
  /** Who is asked about: the policy of where its entries lead. */
  readonly policy: Policy;
  readonly find: (db: Db, who: { actor: Actor; ahora: Date }) => Promise<readonly NuevoPendiente[]>;
};

/** An entry with only what there is to say of it. */
type NuevoPendiente = Pick<Pendiente, 'titulo' | 'enlace' | 'accion'> &
  Partial<Pick<Pendiente, 'detalle' | 'cuantos'>> & {
    readonly venceEn?: Date;
    readonly espera?: Date;
    readonly empieza?: Date;
    readonly partes?: readonly (Omit<Pendiente['partes'][number], 'espera'> & {
      readonly espera: Date;
    })[];
  };

declare module '../../../platform/server/feature.ts' {
  interface Slots {
    /** What of a feature waits for somebody, on their home. */
    pendientes: FuenteDePendientes;
  }
}

const isoOf = (date: Date | undefined): string | null => date?.toISOString() ?? null;

const present = ({
  venceEn,
  espera,
  empieza,
  partes = [],
  ...rest
}: NuevoPendiente): Pendiente => ({
  detalle: null,
  cuantos: null,
  ...rest,
  venceEn: isoOf(venceEn),
  espera: isoOf(espera),
  empieza: isoOf(empieza),
  partes: partes.map((parte) => ({ ...parte, espera: parte.espera.toISOString() })),
});

/** What ends first, what begins first, what has waited longest; then what has no day. */
const byUrgency = (a: Pendiente, b: Pendiente): number => {
  const momentOf = ({ venceEn, empieza, espera }: Pendiente) =>
    venceEn ? `0${venceEn}` : empieza ? `1${empieza}` : espera ? `2${espera}` : '3';
  return momentOf(a).localeCompare(momentOf(b));
};

/** The most pressing first. */
export const findPendientes = async (
  db: Db,
  fuentes: readonly FuenteDePendientes[],
  who: { actor: Actor; ahora: Date },
): Promise<{ propios: Pendiente[]; personal: Pendiente[] | null }> => {
  const found = { propios: [] as Pendiente[], personal: [] as Pendiente[] };
  for (const { de, policy, find } of fuentes) {
    if (policy(who.actor)) found[de].push(...(await find(db, who)).map(present));
  }
  for (const list of Object.values(found)) list.sort(byUrgency);
  return { propios: found.propios, personal: isStaff(who.actor) ? found.personal : null };
};
