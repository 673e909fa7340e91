import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { cursorPage } from '../../../../platform/server/db/cursor.ts';
import { readEdicionesDeCurso } from '../../ediciones/server/service.ts';
import { canEditOferta, canReadOferta } from '../../policy.ts';
import * as contract from '../contract.ts';
import { countCursos, findCursoGuardado, selectCursos, selectVersiones } from './data.ts';
import { presentCursoGuardado, presentVersiones } from './present.ts';
import * as service from './service.ts';

export const fichasHandlers = (usos: () => service.UsosDeClave): Handler[] => [
  handle(contract.listCursos, {
    policy: canReadOferta,
    run: ({ tras, antes, porPagina, descendente, ...filtros }, { services: { db } }) =>
      cursorPage(
        { tras, antes, porPagina },
        ({ id }) => id,
        ({ reversed, ...from }) =>
          selectCursos(db, filtros, { ...from, descendente: descendente !== reversed }),
        () => countCursos(db, filtros),
      ),
  }),

  handle(contract.getCursoGuardado, {
    policy: canReadOferta,
    async run({ id }, { services: { db, now } }) {
      const row = await findCursoGuardado(db, id);
      if (!row) throw service.NO_CURSO;
      return {
        curso: presentCursoGuardado(row),
        ...(await readEdicionesDeCurso(db, id, now())),
        versiones: presentVersiones(await selectVersiones(db, id)),
      };
    },
  }),

  handle(contract.saveCurso, {
    policy: canEditOferta,
    // About a course.
    noSobreUnoMismo: null,
    run: (input, { services: { db, now } }) =>
      db
        .transaction()
        .execute((trx) => service.saveCurso(trx, input, { usos: usos(), ahora: now() })),
  }),

  handle(contract.setRetiradoCurso, {
    policy: canEditOferta,
    // About a course.
    noSobreUnoMismo: null,
    run: (input, { services: { db, now } }) =>
      db.transaction().execute((trx) => service.setRetirado(trx, input, now())),
  }),

  handle(contract.deleteCurso, {
    policy: canEditOferta,
    // About a course.
    noSobreUnoMismo: null,
    async run(input, { services: { db } }) {
      await db.transaction().execute((trx) => service.removeCurso(trx, input, usos()));
      return { ok: true as const };
    },
  }),
];
