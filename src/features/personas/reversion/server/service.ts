import { type Db, isForeignKeyViolation, type Trx } from '../../../../platform/server/db/index.ts';
import {
  type Cambio,
  recordCambio,
  recordOnce,
  recordVistos,
} from '../../../../platform/server/historial/index.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import type { Accion } from '../../../../platform/shared/historial.ts';
import { esUnoMismo } from '../../../../platform/shared/uno-mismo.ts';
import type { Context, Seguidor } from '../../clave/seguidores/server/service.ts';
import type { FusionHecha } from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { FUSION_HECHA } from '../estados.ts';
import {
  type Cambios,
  columnasQueVuelven,
  leerCambios,
  planReversion,
  type Vuelta,
} from '../rules.ts';
import {
  applyVueltas,
  closeFusionHecha,
  findFusionHecha,
  lockFusionHecha,
  moveFusionesHechas,
  type ReversibleRow,
  takeFotos,
} from './data.ts';

/** What was merged goes on being so in the file that takes in the one that took it in. */
export const reversionSeguidor: Seguidor = {
  columnas: ['fusiones_hechas.persona_id'],
  libres: ['fusiones_hechas'],
  follow: async (trx, { de, a }) => {
    if (a !== null) await moveFusionesHechas(trx, de, a);
  },
};

export const requireFusionHecha = async (db: Db | Trx, id: string) => {
  const row = await findFusionHecha(db, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};
type Row = Awaited<ReturnType<typeof requireFusionHecha>>;

export const filesOf = ({
  anterior_id,
  persona_id,
}: Pick<ReversibleRow, 'anterior_id' | 'persona_id'>) => ({
  personaIds: [anterior_id, persona_id],
});

const textOf = (json: string | undefined): string | null =>
  json === undefined ? null : (JSON.parse(json) as string | null);

type Plan = {
  vueltas: Vuelta[];
  /** The account that goes back with the file that is there again. */
  cuenta: string | null;
  clave: string;
} & NonNullable<FusionHecha['ensayo']>;

/** «2 inscripciones», by what each table holds. */
const countBy = (tablas: readonly string[], llama: ReadonlyMap<string, string>): string[] => {
  const counts = Map.groupBy(tablas, (tabla) => llama.get(tabla) ?? 'otros registros');
  return [...counts].map(([word, all]) => `${word}: ${all.length}`);
};

/** In the order that keys and what is unique ask for. */
const inOrder = (vueltas: readonly Vuelta[], de: string, madres: ReadonlySet<string>): Vuelta[] => {
  const moves = (v: Vuelta) =>
    v.hace === 'cambiar' && Object.values(v.fila).includes(JSON.stringify(de));
  const rank = (v: Vuelta): number => {
    if (v.tabla === 'personas_todas') return v.hace === 'poner' ? 0 : 2;
    if (v.hace === 'quitar') return 1;
    if (v.hace === 'cambiar') return moves(v) ? 3 : 4;
    return madres.has(v.tabla) ? 5 : 6;
  };
  return vueltas.toSorted((x, y) => rank(x) - rank(y));
};

/** What undoing would do now, and what stands in its way. */
const planOf = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  row: Row,
  cambios: Cambios,
): Promise<Plan> => {
  const { de, a } = cambios;
  const columnas = columnasQueVuelven(seguidores);
  const { suyas } = await takeFotos(trx, columnas, [a]);
  const llama = new Map(seguidores.flatMap((s) => Object.entries(s.llama ?? {})));
  const libres = new Set(seguidores.flatMap((s) => s.libres ?? []));
  const { vueltas, tocadas, nuevas } = planReversion(cambios, suyas);
  const file = cambios.filas.find((f) => f.tabla === 'personas_todas' && f.despues === null);
  const clave = textOf(file?.antes?.clave) ?? '';
  const moved = cambios.filas.find(
    (f) => f.tabla === 'cuentas' && textOf(f.antes?.persona_id) === de,
  );
  const uid = moved ? (JSON.parse(moved.llave) as string[])[0] : undefined;
  const cuenta = uid === undefined ? null : (JSON.parse(uid) as string);
  const added = nuevas.map(({ tabla }) => tabla).filter((tabla) => !libres.has(tabla));
  const impedimentos: string[] = [];
  if (row.persona_id !== a) {
    impedimentos.push(
      `El expediente que los fusionó se fusionó después con otro (${row.actual_clave}). Separe antes esos dos.`,
    );
  }
  for (const { tabla, columnas: changed } of tocadas) {
    if (tabla === 'personas_todas') {
      impedimentos.push('Los datos personales del expediente se cambiaron después de fusionarlos.');
    } else if (tabla === 'claves_anteriores') {
      impedimentos.push(`La clave ${clave} ya es de otro expediente.`);
    } else if (tabla === 'cuentas') {
      impedimentos.push('La cuenta que se pasó de un expediente al otro ya no es de este.');
    } else if (changed.length > 0) {
      impedimentos.push(
        `Después de fusionarlos cambió algo que la fusión había cambiado, y no se sabe cómo estaría: ${llama.get(tabla) ?? 'otros registros'}.`,
      );
    }
  }
  const quedan: string[] = [];
  if (added.length > 0) {
    const said = countBy(added, llama).join(', ');
    if (cuenta) {
      impedimentos.push(
        `Después de fusionarlos se agregó al expediente algo que pudo ser de cualquiera de las dos personas (${said}). Mientras esté ahí no se pueden separar.`,
      );
    } else {
      quedan.push(
        `Lo que se agregó después de fusionarlos sigue en ${row.actual_clave} (${said}).`,
      );
    }
  }
  const back = vueltas
    .filter((v) => v.hace !== 'quitar' && Object.values(v.fila).includes(JSON.stringify(de)))
    .map(({ tabla }) => tabla)
    .filter((tabla) => llama.has(tabla));
  return {
    vueltas: inOrder(vueltas, de, new Set(Object.keys(suyas))),
    cuenta,
    clave,
    vuelven: [
      `El expediente ${clave}, con los datos personales que tenía.`,
      ...countBy(back, llama).map((said) => `Vuelve a él lo que era suyo. ${said}.`),
      ...(cuenta ? ['Su cuenta: se cierran sus sesiones y se le avisa por correo.'] : []),
    ],
    quedan,
    impedimentos: [...new Set(impedimentos)],
  };
};

/** Whose files were made one, for whoever looks at the list. */
export const recordLista = (db: Db, rows: readonly ReversibleRow[]): Promise<void> =>
  recordVistos(
    db,
    'fusionHecha.listar',
    rows.flatMap((row) => filesOf(row).personaIds),
  );

/** A merge, with what undoing it would do while it can be; whoever looks is in the history of both. @throws {Ilegible} */
export const lookAt = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  id: string,
  ctx: Context,
) => {
  const row = await requireFusionHecha(trx, id);
  await recordOnce(trx, 'fusionHecha.leer', { id, despues: { personas: filesOf(row).personaIds } });
  const can = FUSION_HECHA.can('deshacer', row.estado) && row.vence_en > ctx.services.now();
  const ensayo = can ? await planOf(trx, seguidores, row, leerCambios(row.cambios)) : null;
  return { row, ensayo, esSuyo: esUnoMismo(ctx.actor, filesOf(row)) };
};

/** Undoes it: each row that the merge changed is as it was, and the file that went is there again. */
export const undo = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  { id, motivo }: { id: string; motivo: string },
  ctx: Context,
): Promise<{ clave: string }> => {
  const { actor, services } = ctx;
  const asked = await requireFusionHecha(trx, id);
  await lockFusionHecha(trx, id, asked.persona_id);
  const row = await requireFusionHecha(trx, id);
  const closed = await closeFusionHecha(trx, id, { por: actor.uid, en: services.now(), motivo });
  if (!closed) throw refuse('ABORTED', ERRORES.yaNo);
  const cambios = leerCambios(row.cambios);
  const { de, a } = cambios;
  const anotados: [Accion, Cambio][] = [];
  for (const { hold } of seguidores) await hold?.(trx, a);
  const plan = await planOf(trx, seguidores, row, cambios);
  const [first] = plan.impedimentos;
  if (first) throw refuse('FAILED_PRECONDITION', { ...ERRORES.impedido, message: first });
  await applyVueltas(trx, plan.vueltas).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? refuse('FAILED_PRECONDITION', ERRORES.falta) : error;
  });
  for (const { separate } of seguidores) {
    await separate?.(trx, {
      de,
      a,
      cuenta: plan.cuenta,
      ctx,
      anotar: (...anotado) => anotados.push(anotado),
    });
  }
  for (const [accion, cambio] of anotados) await recordCambio(trx, accion, cambio);
  for (const [own, other] of [
    [de, a],
    [a, de],
  ] as const) {
    await recordCambio(trx, 'persona.separar', { id: own, despues: { separadoDe: other }, motivo });
  }
  return { clave: plan.clave };
};
