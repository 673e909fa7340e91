import type { Actor } from '../../../../platform/shared/actor.ts';
import { esUnoMismo } from '../../../../platform/shared/uno-mismo.ts';
import type { Duplicado, FilaDuplicado } from '../contract.ts';
import { nivelDe } from '../rules.ts';
import type { DuplicadoListadoRow, DuplicadoRow, ExpedienteRow } from './data.ts';
import { filesOf } from './service.ts';

const parecidoOf = (
  row: Pick<DuplicadoRow, 'id' | 'estado' | 'puntaje' | 'motivos' | 'reparos'>,
) => ({
  id: row.id,
  estado: row.estado,
  nivel: nivelDe(row.puntaje),
  puntaje: row.puntaje,
  motivos: row.motivos,
  reparos: row.reparos,
});

export const presentFila = (row: DuplicadoListadoRow, actor: Actor): FilaDuplicado => ({
  ...parecidoOf(row),
  expedientes: (row.expedientes ?? []).map(({ clave, nombre }) => ({
    clave,
    nombreCompleto: nombre,
  })),
  esSuyo: esUnoMismo(actor, filesOf(row)),
});

/** Which file goes into which: the one without CURP into the one that has it, or else the newer into the older. */
const reunirOf = ([older, newer]: readonly ExpedienteRow[]): Duplicado['reunir'] => {
  if (!older || !newer) return null;
  const [de, a] = older.curp === null && newer.curp !== null ? [older, newer] : [newer, older];
  return { clave: de.clave, curp: a.clave };
};

export const presentDuplicado = (
  row: DuplicadoRow,
  expedientes: readonly (ExpedienteRow & { tiene: string[] })[],
  actor: Actor,
): Duplicado => ({
  ...parecidoOf(row),
  expedientes: expedientes.map(({ id: _, creadoEn, ...file }) => ({
    ...file,
    conCurp: file.curp !== null,
    creadoEn: creadoEn.toISOString(),
  })),
  esSuyo: esUnoMismo(actor, filesOf(row)),
  reunir: reunirOf(expedientes),
  decidido:
    row.decidido_en === null
      ? null
      : {
          por: row.decisor,
          en: row.decidido_en.toISOString(),
          nota: row.nota ?? '',
        },
});
