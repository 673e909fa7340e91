import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import { properName } from '../../../../platform/shared/names.ts';
import { canApplyPosgrado, canEvaluatePosgrado, canManagePosgrado } from '../../policy.ts';
import * as contract from '../contract.ts';
import {
  cancelHorarios,
  createHorarios,
  readEntrevistas,
  readHorarios,
  rehearseHorarios,
  saveAsistencia,
  sujetoDeHorario,
} from '../horarios/server/service.ts';
import {
  assignHorario,
  readEntrevistaPropia,
  setHorario,
  sujetoDeAsignacion,
} from '../reserva/server/service.ts';
import { presentDePanel, presentHorario, presentPropia } from './present.ts';
import { readDelPanel } from './service.ts';

const policy = canManagePosgrado;

const presentEvaluador = ({ id, nombre }: { id: string; nombre: string }) => ({
  id,
  nombre: properName(nombre),
});

/** Slots of interviews: staff make them, applicants take them, panels see them. */
export const entrevistasHandlers: Handler[] = [
  handle(contract.rehearseHorarios, {
    policy,
    async run(input, ctx) {
      const { horarios, saltados, problema } = await rehearseHorarios(input, ctx);
      return {
        horarios: horarios.map(({ inicia, termina }) => ({
          inicia: inicia.toISOString(),
          termina: termina.toISOString(),
        })),
        saltados,
        problema: problema?.message ?? null,
      };
    },
  }),

  handle(contract.createHorarios, {
    policy,
    // It is about a panel, and nobody with a part in the call makes it.
    noSobreUnoMismo: null,
    async run(input, ctx) {
      return ctx.services.db.transaction().execute((trx) => createHorarios(trx, input, ctx));
    },
  }),

  handle(contract.getEntrevistas, {
    policy,
    async run(input, ctx) {
      const { etapa, convocatoria, ...found } = await readEntrevistas(input, ctx);
      return {
        ...found,
        etapa: { id: etapa.id, nombre: etapa.nombre, convocatoriaId: convocatoria.id },
        desde: found.desde.toISOString(),
        hasta: found.hasta.toISOString(),
        horasCambio: convocatoria.bases.horasCambioEntrevista,
        evaluadores: found.evaluadores.map(presentEvaluador),
        sinHorario: found.sinHorario.map(({ id, folio, persona_nombre_completo }) => ({
          solicitudId: id,
          folio: groupByFour(folio),
          nombre: properName(persona_nombre_completo),
        })),
        ahora: ctx.services.now().toISOString(),
      };
    },
  }),

  handle(contract.listHorarios, {
    policy,
    async run(input, ctx) {
      const { total, filas } = await readHorarios(input, ctx);
      const ahora = ctx.services.now();
      return { total, filas: filas.map((row) => presentHorario(row, ahora)) };
    },
  }),

  handle(contract.cancelHorarios, {
    policy,
    // Nobody with a part in the call cancels any.
    noSobreUnoMismo: null,
    run: cancelHorarios,
  }),

  handle(contract.assignHorario, {
    policy,
    noSobreUnoMismo: { sujeto: sujetoDeAsignacion },
    async run(input, ctx) {
      await ctx.services.db.transaction().execute((trx) => assignHorario(trx, input, ctx));
      return null;
    },
  }),

  handle(contract.saveAsistencia, {
    policy,
    noSobreUnoMismo: { sujeto: sujetoDeHorario },
    async run(input, ctx) {
      await ctx.services.db.transaction().execute((trx) => saveAsistencia(trx, input, ctx));
      return null;
    },
  }),

  handle(contract.getEntrevistaPropia, {
    policy: canApplyPosgrado,
    async run(input, ctx) {
      const { solicitud, entrevistas, horasCambio, ahora } = await readEntrevistaPropia(input, ctx);
      return {
        entrevistas: entrevistas.map((one) => presentPropia(one, solicitud.id)),
        horasCambio,
        ahora: ahora.toISOString(),
      };
    },
  }),

  handle(contract.setHorario, {
    policy: canApplyPosgrado,
    async run(input, { actor, request, services }) {
      const ctx = { actor, services, recibido: request.receivedAt };
      await services.db.transaction().execute((trx) => setHorario(trx, input, ctx));
      return null;
    },
  }),

  handle(contract.listEntrevistasPanel, {
    policy: canEvaluatePosgrado,
    async run(_, { actor, services: { db, now } }) {
      const ahora = now();
      const rows = actor.personaId === null ? [] : await readDelPanel(db, actor.personaId, ahora);
      return {
        entrevistas: rows.filter(({ vigente }) => vigente).map(presentDePanel),
        ahora: ahora.toISOString(),
      };
    },
  }),
];
