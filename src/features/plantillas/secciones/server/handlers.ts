import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { canEditPlantillas } from '../../policy.ts';
import * as contract from '../contract.ts';
import { ERRORES_SECCION } from '../errors.ts';
import { findSeccion, selectSecciones } from './data.ts';
import { presentAbierta, presentSeccion } from './present.ts';
import { archive, rename, replace, save } from './service.ts';

const policy = canEditPlantillas;

/** The library of sections, which Admins keep. */
export const seccionesHandlers: Handler[] = [
  handle(contract.listSeccionesBiblioteca, {
    policy,
    async run(_input, { services: { db } }) {
      return { secciones: (await selectSecciones(db)).map(presentSeccion) };
    },
  }),

  handle(contract.getSeccionBiblioteca, {
    policy,
    async run({ id }, { services: { db } }) {
      const row = await findSeccion(db, id);
      if (!row) throw refuse('NOT_FOUND', ERRORES_SECCION.noExiste);
      return presentAbierta(row);
    },
  }),

  handle(contract.saveSeccionBiblioteca, {
    policy,
    noSobreUnoMismo: null,
    async run(input, { services: { db } }) {
      return { id: await db.transaction().execute((trx) => save(trx, input)) };
    },
  }),

  handle(contract.replaceSeccionBiblioteca, {
    policy,
    noSobreUnoMismo: null,
    async run({ vista, ...input }, { services: { db, now } }) {
      const when = { vista: new Date(vista), ahora: now() };
      await db.transaction().execute((trx) => replace(trx, { ...input, ...when }));
      return { ok: true as const };
    },
  }),

  handle(contract.updateSeccionBiblioteca, {
    policy,
    noSobreUnoMismo: null,
    async run(input, { services: { db, now } }) {
      await db.transaction().execute((trx) => rename(trx, { ...input, ahora: now() }));
      return { ok: true as const };
    },
  }),

  handle(contract.archiveSeccionBiblioteca, {
    policy,
    noSobreUnoMismo: null,
    async run(input, { services: { db, now } }) {
      await db.transaction().execute((trx) => archive(trx, { ...input, ahora: now() }));
      return { ok: true as const };
    },
  }),
];
