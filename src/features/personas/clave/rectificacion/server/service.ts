import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { type Cambio, recordCambio } from '../../../../../platform/server/historial/index.ts';
import { refuse } from '../../../../../platform/shared/errors.ts';
import type { Accion } from '../../../../../platform/shared/historial.ts';
import { compareCurp } from '../../../curp/rules.ts';
import { findPersonaByClave } from '../../../server/data.ts';
import { takeFromImport } from '../../../server/service.ts';
import { requireCurp } from '../../ensayo/server/service.ts';
import { ERRORES } from '../../errors.ts';
import type { CampoNombre } from '../../rules.ts';
import type { Context, Seguidor } from '../../seguidores/server/service.ts';
import {
  deleteClaveAnterior,
  insertClaveAnterior,
  type PersonaRow,
  savePersona,
} from '../../server/data.ts';
import { nombresOf, nombresRow } from '../../server/present.ts';

/**
 * Corrects who a person is, their names, their CURP or both, and all follows: with another CURP their key is another
 * too, and the one before goes on opening their file. Hold the person before.
 *
 * @throws {CallError} FAILED_PRECONDITION (`curp-de-otro`): somebody else's file has, or had, that CURP.
 */
export const rectify = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  row: PersonaRow,
  cambios: Partial<Record<CampoNombre | 'curp', string>>,
  { motivo, ctx }: { motivo: string; ctx: Context },
): Promise<{ clave: string }> => {
  const ahora = ctx.services.now();
  const nombres = { ...nombresOf(row), ...cambios };
  const columns = nombresRow(nombres);
  const reading = cambios.curp === undefined ? null : requireCurp(cambios.curp, ahora);
  const anotados: [Accion, Cambio][] = [];
  if (reading) {
    await takeCurp(trx, row.id, reading.curp);
    for (const { follow } of seguidores) {
      await follow?.(trx, {
        de: row.id,
        a: null,
        nombreCompleto: columns.nombre_completo,
        corrige: row.curp !== null,
        ctx,
        anotar: (...anotado) => anotados.push(anotado),
      });
    }
    await insertClaveAnterior(trx, { row, personaId: row.id, anteriorId: null, ahora });
  } else {
    const renombrada = { personaId: row.id, nombreCompleto: columns.nombre_completo };
    for (const { rename } of seguidores) await rename?.(trx, renombrada);
  }
  const curp = reading?.curp ?? row.curp;
  await savePersona(
    trx,
    row.id,
    {
      ...columns,
      ...(reading && {
        clave: reading.curp,
        curp: reading.curp,
        fecha_nacimiento: reading.fechaNacimiento,
        sexo: reading.sexo,
        entidad_nacimiento: reading.entidad,
      }),
    },
    curp === null ? [] : compareCurp(curp, nombres),
    ahora,
  );
  for (const [accion, cambio] of anotados) await recordCambio(trx, accion, cambio);
  await recordCambio(trx, 'persona.corregir', {
    id: row.id,
    antes: { clave: row.clave },
    despues: { datosCorregidos: Object.keys(cambios) },
    motivo,
  });
  return { clave: reading?.curp ?? row.clave };
};

/** Whether somebody else's file has that CURP, or had it: then it is nobody else's. */
export const isCurpDeOtro = async (
  db: Db | Trx,
  personaId: string,
  curp: string,
): Promise<boolean> => {
  const owner = await findPersonaByClave(db, curp);
  return owner !== undefined && owner.id !== personaId;
};

/** Makes sure that a person may have a CURP as their key; one that was theirs before is theirs again. */
const takeCurp = async (trx: Trx, personaId: string, curp: string): Promise<void> => {
  if (await isCurpDeOtro(trx, personaId, curp)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.curpDeOtro);
  }
  await takeFromImport(trx, curp);
  await deleteClaveAnterior(trx, curp);
};
