import { type Handler, handle } from '../../../platform/server/callables.ts';
import { refuse } from '../../../platform/shared/errors.ts';
import { groupByFour } from '../../../platform/shared/ids.ts';
import { normalizeCurp } from '../../personas/curp/rules.ts';
import { readPersonaIdByClave } from '../../personas/server/service.ts';
import { desacuerdoDe } from '../acta/rules.ts';
import { selectEnDesacuerdo, selectLineas } from '../acta/server/data.ts';
import * as contract from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { canIssueEmitidos, canReadEmitidosPropios } from '../policy.ts';
import { selectEmitidos, selectEmitidosDe } from './data.ts';
import { presentDetalle, presentEmitido } from './present.ts';
import * as service from './service.ts';

export const credencialesHandlers: Handler[] = [
  handle(contract.listDocumentosEmitidos, {
    policy: canIssueEmitidos,
    // What was issued to oneself is in the list, as everybody's.
    noSobreUnoMismo: null,
    async run(
      { tras, antes, porPagina, ascendente, clave, ...filtros },
      { services: { db, now } },
    ) {
      const ahora = now();
      const personaId = clave && (await readPersonaIdByClave(db, normalizeCurp(clave)));
      if (clave && !personaId) return { filas: [], anterior: null, siguiente: null, total: 0 };
      const query = { ...filtros, ...(personaId && { personaId }), ahora };
      const page = await selectEmitidos(db, query, { tras, antes, porPagina, ascendente });
      await service.recordListaEmitidos(db, filtros.tipo, page.filas);
      return { ...page, filas: page.filas.map((row) => presentEmitido(row, ahora)) };
    },
  }),

  handle(contract.listDocumentosEmitidosPropios, {
    policy: canReadEmitidosPropios,
    async run(_input, { actor: { personaId }, services: { db, now } }) {
      const rows = personaId ? await selectEmitidosDe(db, personaId, { emitidos: true }) : [];
      return { emitidos: rows.map((row) => presentEmitido(row, now())) };
    },
  }),

  handle(contract.listDocumentosEmitidosPersona, {
    policy: canIssueEmitidos,
    noSobreUnoMismo: null,
    async run({ clave }, { services: { db, now } }) {
      const personaId = await readPersonaIdByClave(db, normalizeCurp(clave));
      if (personaId === null) throw refuse('NOT_FOUND', ERRORES.sinPersona);
      const rows = await selectEmitidosDe(db, personaId, { emitidos: false });
      await service.recordListaEmitidos(db, personaId, rows);
      return { emitidos: rows.map((row) => presentEmitido(row, now())) };
    },
  }),

  handle(contract.listLineasDeActa, {
    policy: canIssueEmitidos,
    noSobreUnoMismo: null,
    async run({ clave }, { services: { db } }) {
      const personaId = await readPersonaIdByClave(db, normalizeCurp(clave));
      if (personaId === null) throw refuse('NOT_FOUND', ERRORES.sinPersona);
      const lineas = (await selectLineas(db, personaId)).filter(
        ({ resultado }) => resultado === 'acreditada',
      );
      await service.recordListaEmitidos(db, personaId, [{ persona_id: personaId }]);
      return {
        lineas: lineas.map(({ folio, inscripcionId, curso, inicia, termina, horas, ...linea }) => ({
          ...{ inscripcionId, curso, inicia, termina, horas },
          calificacion: linea.calificacion,
          acta: groupByFour(folio),
        })),
      };
    },
  }),

  handle(contract.listDocumentosEnDesacuerdo, {
    policy: canIssueEmitidos,
    noSobreUnoMismo: null,
    async run({ edicionId }, { services: { db, now } }) {
      const rows = await selectEnDesacuerdo(db, edicionId, now());
      await service.recordListaEmitidos(db, edicionId, rows);
      return {
        documentos: rows.map((row) => ({
          emitido: presentEmitido(row, now()),
          porque:
            desacuerdoDe(
              { calificacion: row.dicha },
              { resultado: row.acta_resultado, calificacion: row.acta_calificacion },
            ) ?? '',
          acredito: row.acta_resultado !== 'noAcreditada',
        })),
      };
    },
  }),

  handle(contract.getDocumentoEmitido, {
    policy: canReadEmitidosPropios,
    async run({ id }, { actor, services: { db, now } }) {
      return presentDetalle(db, await service.readEmitido(db, id, actor), actor, now());
    },
  }),

  handle(contract.createDocumentoEmitido, {
    policy: canIssueEmitidos,
    noSobreUnoMismo: { sujeto: service.sujetoDeClave },
    async run(input, ctx) {
      const { db, now } = ctx.services;
      const row = await db.transaction().execute((trx) => service.createEmitido(trx, input, ctx));
      return presentDetalle(db, row, ctx.actor, now());
    },
  }),

  handle(contract.confirmDocumentoEmitido, {
    policy: canIssueEmitidos,
    noSobreUnoMismo: { sujeto: service.sujetoOf },
    async run({ id }, { actor, services: { db, env, notificaciones, now } }) {
      const who = { actor, env, notificaciones, ahora: now() };
      const row = await db.transaction().execute((trx) => service.confirmEmitido(trx, id, who));
      return presentDetalle(db, row, actor, now());
    },
  }),

  handle(contract.discardDocumentoEmitido, {
    policy: canIssueEmitidos,
    noSobreUnoMismo: { sujeto: service.sujetoOf },
    async run({ id }, { services: { db } }) {
      await db.transaction().execute((trx) => service.discardEmitido(trx, id));
      return {};
    },
  }),

  handle(contract.updateVigenciaDocumentoEmitido, {
    policy: canIssueEmitidos,
    noSobreUnoMismo: { sujeto: service.sujetoOf },
    async run(input, { actor, services: { db, env, notificaciones, now } }) {
      const motivo = 'motivo' in input ? input.motivo : null;
      const row = await db
        .transaction()
        .execute((trx) =>
          service.updateVigencia(trx, { ...input, motivo }, { env, notificaciones, ahora: now() }),
        );
      return presentDetalle(db, row, actor, now());
    },
  }),

  handle(contract.replaceDocumentoEmitido, {
    policy: canIssueEmitidos,
    noSobreUnoMismo: { sujeto: service.sujetoOf },
    async run(input, ctx) {
      const { db, now } = ctx.services;
      const row = await db.transaction().execute((trx) => service.replaceEmitido(trx, input, ctx));
      return presentDetalle(db, row, ctx.actor, now());
    },
  }),
];
