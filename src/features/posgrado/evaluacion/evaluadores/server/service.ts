/** Who evaluates in a call: a relation to it, not a role. */
import type { z } from 'zod';
import { type Aporte, aporteDeTabla, type Camino } from '../../../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { recordCambio, recordVistos } from '../../../../../platform/server/historial/index.ts';
import { type Supresion, supresionDeTabla } from '../../../../../platform/server/supresiones.ts';
import { CallError, refuse } from '../../../../../platform/shared/errors.ts';
import type { Seguidor } from '../../../../personas/clave/seguidores/server/service.ts';
import { normalizeCurp } from '../../../../personas/curp/rules.ts';
import { readPersonaIdByClave } from '../../../../personas/server/service.ts';
import { onlyAjenas } from '../../../acceso/server/service.ts';
import { requireConvocatoria, selectEtapas } from '../../../convocatorias/server/service.ts';
import { ERRORES_POSGRADO } from '../../../errors.ts';
import { ASIGNACION } from '../../../estados.ts';
import { selectVivasDe } from '../../asignacion/server/data.ts';
import { replaceAsignaciones, settleEtapa } from '../../asignacion/server/service.ts';
import { tellEvaluador } from '../../avisos/server/service.ts';
import { TIPOS_CON_DICTAMEN } from '../../contract.ts';
import { ERRORES_EVALUACION as ERRORES } from '../../errors.ts';
import { type Acto, admiteEvaluadores, requireEtapaEvaluada } from '../../server/service.ts';
import type * as contract from '../contract.ts';
import {
  type EvaluadorRow,
  findEvaluador,
  insertEvaluador,
  joinEvaluadores,
  moveEvaluadores,
  selectAvance,
  selectDePersonas,
  selectEvaluadores,
  selectNoPueden,
  updateBaja,
} from './data.ts';

/** Somebody by their CURP or key. @throws {CallError} NOT_FOUND */
export const requirePersonaId = async (db: Db | Trx, escrita: string): Promise<string> => {
  const id = await readPersonaIdByClave(db, normalizeCurp(escrita));
  if (id === null) {
    throw new CallError('NOT_FOUND', 'No hay una persona con esa CURP o clave. Revísela.', {
      fields: { clave: 'No hay una persona con esa CURP o clave.' },
    });
  }
  return id;
};

/** @throws {CallError} NOT_FOUND (`evaluador-no-existe`) */
export const requireEvaluadorById = async (db: Db | Trx, id: string): Promise<EvaluadorRow> => {
  const row = await findEvaluador(db, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.evaluadorNoExiste);
  return row;
};

/** The stages of a call that are scored, in order. */
export const readEtapasEvaluadas = async (db: Db | Trx, convocatoriaId: string) =>
  (await selectEtapas(db, convocatoriaId)).filter(({ tipo }) =>
    TIPOS_CON_DICTAMEN.some((one) => one === tipo),
  );

/** All that a call has and had, with what each has in each stage; who looks is left in the history. */
export const readEvaluadores = async (db: Db, convocatoriaId: string) => {
  const evaluadores = await selectEvaluadores(db, convocatoriaId);
  const avance = Map.groupBy(
    await selectAvance(db, convocatoriaId),
    ({ evaluador_id }) => evaluador_id,
  );
  await recordVistos(
    db,
    'evaluador.listar',
    evaluadores.map(({ persona_id }) => persona_id),
    { id: convocatoriaId, entidad: 'convocatoria' },
  );
  return { evaluadores, avance };
};

/** Adds one. See `createEvaluadorConvocatoria`. */
export const createEvaluador = async (
  trx: Trx,
  { convocatoriaId, clave, etapas }: z.output<typeof contract.createEvaluadorConvocatoria.input>,
  acto: Acto & { por: string },
): Promise<EvaluadorRow> => {
  const { services, por } = acto;
  const convocatoria = await requireConvocatoria(trx, { id: convocatoriaId });
  if (!admiteEvaluadores(convocatoria)) {
    throw refuse('FAILED_PRECONDITION', ERRORES_POSGRADO.concluida);
  }
  const personaId = await requirePersonaId(trx, clave);
  const known = await readEtapasEvaluadas(trx, convocatoriaId);
  if (!etapas.every((id) => known.some((one) => one.id === id))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.etapaNoExiste);
  }
  // The address of the account is among those of the person.
  const ajena = await onlyAjenas(trx, { personaId, email: '' }, [convocatoriaId]);
  if (!ajena.has(convocatoriaId)) throw refuse('FAILED_PRECONDITION', ERRORES.evaluadorEsParte);
  const id = await insertEvaluador(trx, {
    convocatoriaId,
    personaId,
    etapas,
    por,
    en: services.now(),
  });
  if (id === null) throw refuse('ALREADY_EXISTS', ERRORES.evaluadorYaEsta);
  const row = await requireEvaluadorById(trx, id);
  await tellEvaluador(trx, services, row, convocatoria.curso_nombre, { tipo: 'registrado' });
  // Somebody may be missing to settle a disagreement.
  for (const etapa of known) {
    if (etapa.cerradaEn === null) {
      await settleEtapa(trx, await requireEtapaEvaluada(trx, etapa.id), acto);
    }
  }
  await recordCambio(trx, 'evaluador.nombrar', {
    id,
    personaId,
    actorUid: por,
    despues: { convocatoriaId, etapas },
  });
  return row;
};

/** Takes one out: what was delivered stays, what was pending goes to others. */
export const removeEvaluador = async (
  trx: Trx,
  { id, motivo }: { id: string; motivo: string },
  acto: Acto,
): Promise<{ reasignadas: number; sinReemplazo: number }> => {
  const { services, por } = acto;
  const rows = await selectVivasDe(trx, { evaluadorId: id });
  if (!(await updateBaja(trx, id, { motivo, en: services.now() }))) {
    throw refuse('NOT_FOUND', ERRORES.evaluadorNoExiste);
  }
  const { reasignadas, sinReemplazo } = await replaceAsignaciones(
    trx,
    rows.filter(({ entregada_en }) => entregada_en === null),
    { motivo: `Se retiró a quien evaluaba: ${motivo}`, cuales: 'pendientes' },
    acto,
  );
  const row = await findEvaluador(trx, id);
  if (row) {
    const { curso_nombre } = await requireConvocatoria(trx, { id: row.convocatoria_id });
    await tellEvaluador(trx, services, row, curso_nombre, { tipo: 'retirado' });
  }
  await recordCambio(trx, 'evaluador.quitar', {
    id,
    personaId: row?.persona_id ?? null,
    actorUid: por,
    motivo,
  });
  return { reasignadas, sinReemplazo };
};

/** Takes out those who apply or recommend in the call by now, or whose file is not to be seen any more. */
export const removeImposibles = async (
  trx: Trx,
  convocatoriaId: string,
  acto: Acto,
): Promise<void> => {
  for (const id of await selectNoPueden(trx, convocatoriaId)) {
    await removeEvaluador(
      trx,
      { id, motivo: 'Participa en la convocatoria, o su expediente ya no está disponible.' },
      acto,
    );
  }
};

/** About whom removing one is. */
export const sujetoDeEvaluador = async (
  { id }: { id: string },
  { services }: { services: Acto['services'] },
) => ({ personaIds: [(await findEvaluador(services.db, id))?.persona_id] });

/** They follow their person; of two in force in a call the one of the file that stays keeps what both had. */
export const evaluadoresSeguidor: Seguidor = {
  columnas: ['evaluadores.persona_id'],
  llama: { evaluadores: 'encargos de evaluar posgrados' },
  soloPersona: ['evaluadores'],

  async look(trx, { de, a }, lock) {
    const rows = await selectDePersonas(trx, a === null ? [de] : [de, a], lock);
    return {
      siguen: rows.flatMap(({ persona_id, programa }) =>
        persona_id === de ? [`Evaluación de posgrado: ${programa}.`] : [],
      ),
      version: rows,
    };
  },

  async follow(trx, { de, a, ctx, anotar }) {
    if (a === null) return;
    const rows = await selectDePersonas(trx, [de, a], true);
    const en = ctx.services.now();
    for (const row of rows.filter(({ persona_id }) => persona_id === de)) {
      const twin = rows.find(
        (one) =>
          one.persona_id === a &&
          one.baja_en === null &&
          one.convocatoria_id === row.convocatoria_id,
      );
      if (twin && row.baja_en === null) {
        const motivo = 'El expediente de quien evalúa se fusionó con otro.';
        await updateBaja(trx, row.id, { motivo, en });
        const moved = await joinEvaluadores(trx, { de: row.id, a: twin.id }, { motivo, en });
        for (const id of moved.siguen) {
          anotar('asignacion.cambiarPersona', { id, despues: { evaluadorId: twin.id } });
        }
        for (const id of moved.anuladas) {
          anotar('asignacion.anular', { id, despues: { estado: ASIGNACION.pasos.anular.a } });
        }
      }
      anotar('evaluador.cambiarPersona', {
        id: row.id,
        personaId: a,
        antes: { personaId: de },
        despues: { personaId: a },
      });
    }
    await moveEvaluadores(trx, de, a);
  },
};

const dePersona = { columna: 'persona_id', es: 'persona' } as const;
const porEvaluador = {
  columna: 'evaluador_id',
  es: { tabla: 'evaluadores', id: 'id', por: dePersona },
} as const satisfies Camino;
const porSolicitud = {
  columna: 'solicitud_id',
  es: { tabla: 'solicitudes', id: 'id', por: dePersona },
} as const satisfies Camino;

/** What an evaluator wrote is theirs; what was written of an applicant is given once the results are published, without by whom. */
export const evaluacionAportes: readonly Aporte[] = [
  aporteDeTabla({
    id: 'evaluaciones-de-posgrado',
    titulo: 'Convocatorias de posgrado en las que evalúa',
    tabla: 'evaluadores',
    por: [dePersona],
  }),
  aporteDeTabla({
    id: 'dictamenes-escritos',
    titulo: 'Dictámenes que escribió',
    tabla: 'asignaciones',
    por: [porEvaluador],
    // That it settled a disagreement says how another one scored.
    sin: ['solicitud_id', 'tercera', 'revision'],
    reservas: ['De un dictamen no se dice de quién es la solicitud.'],
  }),
  aporteDeTabla({
    id: 'dictamenes-recibidos',
    titulo: 'Dictámenes de sus solicitudes de posgrado',
    tabla: 'asignaciones',
    por: [porSolicitud],
    solo: `t.entregada_en is not null and t.anulada_en is null and exists (select from solicitudes s
      join publicaciones p on p.convocatoria_id = s.convocatoria_id where s.id = t.solicitud_id)`,
    sin: ['evaluador_id', 'tercera', 'revision', 'motivo', 'asignada_por'],
    reservas: [
      'Los dictámenes se entregan cuando se publican los resultados, sin decir quién los escribió.',
    ],
  }),
  aporteDeTabla({
    id: 'impedimentos-propios',
    titulo: 'Impedimentos para evaluar solicitudes',
    tabla: 'impedimentos',
    por: [porEvaluador],
    // What it says is of the applicant too.
    sin: ['solicitud_id', 'detalle'],
    reservas: ['De un impedimento no se dice con quién es.'],
  }),
  aporteDeTabla({
    id: 'calibraciones',
    titulo: 'Muestras que calificó antes de evaluar',
    tabla: 'calibracion_dictamenes',
    por: [porEvaluador],
  }),
];

export const evaluacionSinAporte = {
  'impedimentos.solicitud_id': 'dice de quién evalúa, que no se conoce',
};

const conserva = { conserva: 'todo', fundamento: 'concurso', identifica: true } as const;

/** Others competed by what was scored: all of it stays, blocked. */
export const evaluacionSupresiones: readonly Supresion[] = [
  supresionDeTabla({
    id: 'evaluaciones-de-posgrado',
    titulo: 'Su participación como persona evaluadora de posgrados',
    tabla: 'evaluadores',
    por: [dePersona],
    ...conserva,
  }),
  supresionDeTabla({
    id: 'dictamenes-de-posgrado',
    titulo: 'Dictámenes de solicitudes de posgrado',
    tabla: 'asignaciones',
    por: [porEvaluador, porSolicitud],
    ...conserva,
  }),
  supresionDeTabla({
    id: 'impedimentos-de-posgrado',
    titulo: 'Impedimentos entre personas evaluadoras y solicitudes',
    tabla: 'impedimentos',
    por: [porEvaluador, porSolicitud],
    ...conserva,
  }),
  supresionDeTabla({
    id: 'calibraciones-de-posgrado',
    titulo: 'Muestras que calificó antes de evaluar',
    tabla: 'calibracion_dictamenes',
    por: [porEvaluador],
    ...conserva,
  }),
];
