import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { canEditOferta, canReadOferta } from '../../policy.ts';
import { cancelEdicion } from '../cancelacion/server/service.ts';
import * as contract from '../contract.ts';
import { createCopia, previewCopia } from '../copia/server/service.ts';
import { removeParte, saveParte } from '../partes/server/service.ts';
import { selectCursosVigentes, selectPlantillas } from './data.ts';
import * as service from './service.ts';

export const edicionesHandlers = (
  participantes: () => service.ParticipantesDeEdicion,
  resultados: () => service.ResultadosDeEdicion,
): Handler[] => [
  handle(contract.listEdiciones, {
    policy: canReadOferta,
    run: ({ tras, antes, porPagina, descendente, ...filtros }, { services: { db, now } }) =>
      service.readEdiciones(
        db,
        service.filtrosDeLista(filtros, participantes()),
        { tras, antes, porPagina },
        descendente,
        now(),
      ),
  }),

  handle(contract.listCalendarioEdiciones, {
    policy: canReadOferta,
    run: ({ mes, ...filtros }, { services: { db, now } }) =>
      service.readCalendario(db, mes, service.filtrosDeLista(filtros, participantes()), now()),
  }),

  handle(contract.getEdicionGuardada, {
    policy: canReadOferta,
    run: async ({ id }, { services: { db, now } }) => ({
      edicion: await service.readEdicion(db, id, now()),
      inscripciones: await participantes().count(db, id),
      acta: (await resultados().findActas(db, [id])).get(id) ?? null,
    }),
  }),

  handle(contract.listOpcionesEdicion, {
    policy: canEditOferta,
    run: async (_input, { services: { db } }) => ({
      cursos: await selectCursosVigentes(db),
      plantillas: await selectPlantillas(db),
    }),
  }),

  handle(contract.saveEdicion, {
    policy: canEditOferta,
    // About an edition.
    noSobreUnoMismo: null,
    run: (input, { actor, services }) => {
      const context = { services, actor, participantes: participantes(), resultados: resultados() };
      return services.db.transaction().execute((trx) => service.saveEdicion(trx, input, context));
    },
  }),

  handle(contract.deleteEdicion, {
    policy: canEditOferta,
    // About an edition.
    noSobreUnoMismo: null,
    async run(input, { services: { db, now } }) {
      await db
        .transaction()
        .execute((trx) => service.removeEdicion(trx, input, participantes(), now()));
      return { ok: true as const };
    },
  }),

  handle(contract.saveParteEdicion, {
    policy: canEditOferta,
    // About an edition.
    noSobreUnoMismo: null,
    run: (input, { services: { db, now } }) =>
      db
        .transaction()
        .execute((trx) => saveParte(trx, input, { resultados: resultados(), ahora: now() })),
  }),

  handle(contract.deleteParteEdicion, {
    policy: canEditOferta,
    // About an edition.
    noSobreUnoMismo: null,
    run: (input, { services: { db, now } }) =>
      db
        .transaction()
        .execute((trx) => removeParte(trx, input, { resultados: resultados(), ahora: now() })),
  }),

  handle(contract.previewCopiaEdicion, {
    policy: canEditOferta,
    // About an edition.
    noSobreUnoMismo: null,
    async run({ id, inicia }, { services: { db, now } }) {
      const { edicion, datos, sesiones, advertencias } = await previewCopia(db, id, inicia, now());
      const { grupos, docentes } = edicion;
      return {
        ...{ datos, sesiones, advertencias },
        grupos: grupos.length,
        docentes: docentes.length,
      };
    },
  }),

  handle(contract.createCopiaEdicion, {
    policy: canEditOferta,
    // About an edition.
    noSobreUnoMismo: null,
    run: (input, { services: { db, now } }) =>
      db.transaction().execute((trx) => createCopia(trx, input, now())),
  }),

  handle(contract.cancelEdicion, {
    policy: canEditOferta,
    // About an edition.
    noSobreUnoMismo: null,
    run: (input, { actor, services }) =>
      cancelEdicion(input, { services, actor, participantes: participantes() }),
  }),
];
