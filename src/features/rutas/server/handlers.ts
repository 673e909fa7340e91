import { type Handler, handle } from '../../../platform/server/callables.ts';
import * as contract from '../contract.ts';
import {
  archiveRuta,
  createRuta,
  discardBorrador,
  openVersion,
  publishRuta,
  readEditable,
  saveBorrador,
} from '../escritura/server/service.ts';
import { canEditRutas, canSeePersonasDeRuta, canSeeRutas, canStartRuta } from '../policy.ts';
import { searchCursos, selectRutas } from './data.ts';
import {
  presentCursoDeRuta,
  presentEditable,
  presentFilaEditable,
  presentRuta,
  presentRutaDeLista,
} from './present.ts';
import { listPersonas, readRuta, readRutas, startRuta } from './service.ts';

export const rutasHandlers: Handler[] = [
  handle(contract.listRutas, {
    policy: canSeeRutas,
    async run(_input, { actor, services }) {
      const { rutas, ...known } = await readRutas(services.db, actor.personaId);
      return { rutas: rutas.map((row) => presentRutaDeLista(row, known)) };
    },
  }),

  handle(contract.getRuta, {
    policy: canSeeRutas,
    async run({ id }, { actor, services: { db, now } }) {
      const { row, ...more } = await readRuta(db, id, actor.personaId, now());
      return presentRuta(row, more);
    },
  }),

  handle(contract.startRuta, {
    policy: canStartRuta,
    async run({ id }, ctx) {
      await ctx.services.db.transaction().execute((trx) => startRuta(trx, id, ctx));
      return { ok: true as const };
    },
  }),

  handle(contract.listRutasEditables, {
    policy: canEditRutas,
    async run(input, { services: { db } }) {
      const rows = await selectRutas(db, input);
      return { total: rows[0]?.total ?? 0, filas: rows.map(presentFilaEditable) };
    },
  }),

  handle(contract.getRutaEditable, {
    policy: canEditRutas,
    async run({ id }, { services: { db } }) {
      const { ruta, versiones, cursos } = await readEditable(db, id);
      return presentEditable(ruta, versiones, cursos);
    },
  }),

  handle(contract.createRuta, {
    policy: canEditRutas,
    noSobreUnoMismo: null,
    async run(input, ctx) {
      await ctx.services.db.transaction().execute((trx) => createRuta(trx, input, ctx));
      return { id: input.id };
    },
  }),

  handle(contract.createVersionRuta, {
    policy: canEditRutas,
    noSobreUnoMismo: null,
    async run({ id }, ctx) {
      await ctx.services.db.transaction().execute((trx) => openVersion(trx, id, ctx));
      return { ok: true as const };
    },
  }),

  handle(contract.saveBorradorRuta, {
    policy: canEditRutas,
    noSobreUnoMismo: null,
    async run(input, ctx) {
      const { version, guardadoEn } = await ctx.services.db
        .transaction()
        .execute((trx) => saveBorrador(trx, input, ctx));
      return { version, guardadoEn: guardadoEn.toISOString() };
    },
  }),

  handle(contract.discardBorradorRuta, {
    policy: canEditRutas,
    noSobreUnoMismo: null,
    run: (input, { services: { db } }) =>
      db.transaction().execute((trx) => discardBorrador(trx, input)),
  }),

  handle(contract.setRutaPublicada, {
    policy: canEditRutas,
    noSobreUnoMismo: null,
    async run(input, ctx) {
      await ctx.services.db.transaction().execute((trx) => publishRuta(trx, input, ctx));
      return { ok: true as const };
    },
  }),

  handle(contract.setRutaArchivada, {
    policy: canEditRutas,
    noSobreUnoMismo: null,
    async run(input, ctx) {
      await ctx.services.db.transaction().execute((trx) => archiveRuta(trx, input, ctx));
      return { ok: true as const };
    },
  }),

  handle(contract.listCursosParaRuta, {
    policy: canEditRutas,
    async run({ busqueda }, { services: { db } }) {
      return { cursos: (await searchCursos(db, busqueda)).map(presentCursoDeRuta) };
    },
  }),

  handle(contract.listPersonasDeRuta, {
    policy: canSeePersonasDeRuta,
    run: (input, { services: { db } }) => listPersonas(db, input),
  }),
];
