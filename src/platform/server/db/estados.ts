/** What a machine of states says, as SQL. Literals and not parameters: the planner must see them to use a partial index. */
import { type RawBuilder, sql } from 'kysely';
import type { Estados } from '../../shared/estados.ts';

type Any = Pick<Estados, 'pasos' | 'grupos' | 'estados'>;

const oneOf = (columna: string, estados: readonly string[]): RawBuilder<boolean> =>
  estados.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`${sql.ref(columna)} in (${sql.join(estados.map((estado) => sql.lit(estado)))})`;

/**
 * The guard of a step's statement: true of a record that is in a state from which it may be taken.
 * `columna` says which, where there are several tables.
 */
export const mayTake = <M extends Any>(
  maquina: M,
  paso: keyof M['pasos'] & string,
  columna = 'estado',
): RawBuilder<boolean> =>
  oneOf(
    columna,
    (maquina.pasos[paso]?.de ?? []).filter((estado) => estado !== null),
  );

/** True of a record in one of these states. */
export const inEstado = <M extends Any>(
  _maquina: M,
  columna: string,
  ...estados: M['estados'][number][]
): RawBuilder<boolean> => oneOf(columna, estados);

/** True of a record in a state of that group. */
export const inGrupo = <M extends Any>(
  maquina: M,
  grupo: keyof M['grupos'] & string,
  columna = 'estado',
): RawBuilder<boolean> => oneOf(columna, maquina.grupos[grupo] ?? []);

/** True of a record in a state that is not of that group. */
export const notInGrupo = <M extends Any>(
  maquina: M,
  grupo: keyof M['grupos'] & string,
  columna = 'estado',
): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(columna)} not in (${sql.join((maquina.grupos[grupo] ?? []).map((estado) => sql.lit(estado)))})`;
