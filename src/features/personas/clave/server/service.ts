import type { Trx } from '../../../../platform/server/db/index.ts';
import { type Cambio, recordCambio } from '../../../../platform/server/historial/index.ts';
import { CallError, refuse } from '../../../../platform/shared/errors.ts';
import type { Accion } from '../../../../platform/shared/historial.ts';
import { nombresProblems } from '../../../identidad/rules.ts';
import { compareCurp } from '../../curp/rules.ts';
import { type Pedido, proposeFusion } from '../../fusiones/propuestas/server/service.ts';
import { cambiosDe, columnasQueVuelven, venceReversion } from '../../reversion/rules.ts';
import { insertFusionHecha, takeFotos } from '../../reversion/server/data.ts';
import { takeFromImport } from '../../server/service.ts';
import { type Plan, planCurp, requireSinImpedimentos } from '../ensayo/server/service.ts';
import { ERRORES } from '../errors.ts';
import { type CampoNombre, mergeNombres } from '../rules.ts';
import type { Context, Seguidor } from '../seguidores/server/service.ts';
import { deletePersona, insertClaveAnterior, type PersonaRow, savePersona } from './data.ts';
import { datosOf, nombresOf, nombresRow } from './present.ts';

/** What only the file that goes says, and the one that stays does not. */
const complete = (anterior: PersonaRow, actual: PersonaRow) => ({
  fecha_nacimiento: actual.fecha_nacimiento ?? anterior.fecha_nacimiento,
  sexo: actual.sexo ?? anterior.sexo,
  entidad_nacimiento: actual.entidad_nacimiento ?? anterior.entidad_nacimiento,
  correo_conocido: actual.correo_conocido ?? anterior.correo_conocido,
  curp_declarada: actual.curp_declarada ?? (actual.curp === null ? anterior.curp_declarada : null),
});

/**
 * One file into another, whatever their keys: all follows, and the key of the one that goes opens
 * the one that stays.
 */
const mergePersonas = async (
  trx: Trx,
  {
    anterior,
    actual,
    tomar,
  }: { anterior: PersonaRow; actual: PersonaRow; tomar: readonly CampoNombre[] },
  ahora: Date,
  follow: (nombreCompleto: string) => Promise<void>,
): Promise<void> => {
  const nombres = mergeNombres(nombresOf(anterior), nombresOf(actual), tomar);
  const [problem] = Object.values(nombresProblems(nombres));
  if (problem) throw new CallError('INVALID_ARGUMENT', problem, { fields: { tomar: problem } });
  const row = nombresRow(nombres);
  await follow(row.nombre_completo);
  const discrepancias = actual.curp === null ? [] : compareCurp(actual.curp, nombres);
  await savePersona(
    trx,
    actual.id,
    { ...row, ...complete(anterior, actual) },
    discrepancias,
    ahora,
  );
  await insertClaveAnterior(trx, {
    row: anterior,
    personaId: actual.id,
    anteriorId: anterior.id,
    ahora,
  });
  await deletePersona(trx, anterior.id);
};

/** Does what a plan says: `confirma` is the proposal that a second person confirms. */
export const performCurp = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  { de, a, reading, anterior, actual, ensayo }: Plan,
  input: Pedido & { confirma?: { id: string; propuestaPor: string } },
  ctx: Context,
) => {
  const ahora = ctx.services.now();
  const cambios: [Accion, Cambio][] = [];
  const follow = async (nombreCompleto: string) => {
    const cambio = {
      de,
      a,
      nombreCompleto,
      ctx,
      anotar: (...anotado: [Accion, Cambio]) => {
        cambios.push(anotado);
      },
    };
    for (const seguidor of seguidores) await seguidor.follow?.(trx, cambio);
  };
  const { motivo } = input;
  const segunda = input.confirma
    ? { propuesta: input.confirma.id, propuestaPor: input.confirma.propuestaPor }
    : { sinSegundaPersona: true };
  if (actual) {
    const par = { de, a: actual.id };
    const columnas = columnasQueVuelven(seguidores);
    const antes = await takeFotos(trx, columnas, [par.de, par.a]);
    await mergePersonas(trx, { anterior, actual, tomar: input.tomar }, ahora, follow);
    const despues = await takeFotos(trx, columnas, [par.de, par.a]);
    await insertFusionHecha(trx, {
      cambios: cambiosDe(par, antes, despues, seguidores),
      por: ctx.actor.uid,
      en: ahora,
      venceEn: venceReversion(ahora),
    });
    cambios.push(
      [
        'persona.fusionar',
        {
          id: de,
          antes: { clave: anterior.clave },
          despues: { personaId: actual.id, ...segunda },
          motivo,
        },
      ],
      [
        'persona.recibirFusion',
        {
          id: actual.id,
          despues: {
            personaAnterior: de,
            claveAnterior: anterior.clave,
            nombresTomados: input.tomar,
            ...segunda,
          },
          motivo,
        },
      ],
    );
  } else if (reading !== null) {
    await takeFromImport(trx, reading.curp);
    await follow(anterior.nombre_completo);
    await insertClaveAnterior(trx, { row: anterior, personaId: de, anteriorId: null, ahora });
    await savePersona(
      trx,
      de,
      {
        clave: reading.curp,
        curp: reading.curp,
        fecha_nacimiento: reading.fechaNacimiento,
        sexo: reading.sexo,
        entidad_nacimiento: reading.entidad,
      },
      compareCurp(reading.curp, datosOf(anterior)),
      ahora,
    );
    cambios.push([
      'persona.asignarCurp',
      {
        id: de,
        antes: { clave: anterior.clave, conCurp: false },
        despues: { conCurp: true },
        motivo,
      },
    ]);
  }
  for (const [accion, cambio] of cambios) await recordCambio(trx, accion, cambio);
  return { personaId: a ?? de, resultado: { tipo: ensayo.tipo, clave: ensayo.curp } };
};

/**
 * Gives a file its CURP as it was rehearsed, or proposes the merge that a second person confirms; then there is
 * no `personaId`, since nobody's data changed.
 */
export const assign = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  input: { clave: string; curp: string; huella: string } & Pedido,
  ctx: Context,
) => {
  const plan = await planCurp(trx, seguidores, input, ctx, true);
  const { a, anterior, ensayo } = plan;
  if (ensayo.huella !== input.huella) throw refuse('ABORTED', ERRORES.cambio);
  requireSinImpedimentos(ensayo);
  if (a !== null && ensayo.segundaPersona) {
    const propuesta = await proposeFusion(trx, plan, a, input, ctx);
    return { personaId: null, resultado: { tipo: ensayo.tipo, clave: anterior.clave, propuesta } };
  }
  const { personaId, resultado } = await performCurp(trx, seguidores, plan, input, ctx);
  return { personaId, resultado: { ...resultado, propuesta: null } };
};
