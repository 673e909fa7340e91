import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Given } from '../../../../platform/server/feature.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { searchIn } from '../../../../platform/shared/search.ts';
import { ERRORES } from '../../errors.ts';
import { canEditPlantillas } from '../../policy.ts';
import * as contract from '../contract.ts';
import { findPlantilla, selectPlantillas, selectVersiones } from './data.ts';
import { presentPlantilla, presentVersion } from './present.ts';
import {
  archive,
  cancelPublicacion,
  create,
  discard,
  findTodosLosProblemas,
  pageOf,
  publish,
  readAutor,
  readEdicion,
  rename,
  requireVersion,
  save,
  start,
} from './service.ts';

const policy = canEditPlantillas;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How Admins keep plantillas and their versions. */
export const versionesHandlers = ({ one, all }: Given): Handler[] => [
  handle(contract.listPlantillas, {
    policy,
    async run(query, { services: { db, now } }) {
      const rows = await selectPlantillas(db);
      const { filas, parecidas } = searchIn(
        rows,
        ({ nombre, descripcion }) => `${nombre} ${descripcion}`,
        query.busqueda ?? '',
      );
      const ids = filas.map(({ id }) => id);
      const usos = await one('edicionesDePlantilla')(db, ids, now());
      const shown = filas.map((row) => presentPlantilla(row, usos.get(row.id)?.total ?? 0));
      return { ...pageOf(shown, query), parecidas };
    },
  }),

  handle(contract.getPlantilla, {
    policy,
    async run({ id }, { services: { db, now } }) {
      const plantilla = await findPlantilla(db, id);
      if (!plantilla) throw refuse('NOT_FOUND', ERRORES.noExiste);
      const [versiones, usos, inscripciones] = await Promise.all([
        selectVersiones(db, id),
        one('edicionesDePlantilla')(db, [id], now()),
        one('inscripcionesDeVersion')(db, id),
      ]);
      const { actualizado_en: actualizadoEn, ...rest } = plantilla;
      return {
        ...rest,
        actualizadoEn: actualizadoEn.toISOString(),
        versiones: versiones.map((row) => ({
          ...presentVersion(row),
          inscripciones: inscripciones.get(row.id) ?? 0,
        })),
        ediciones: usos.get(id) ?? { total: 0, porInscribir: 0 },
      };
    },
  }),

  handle(contract.createPlantilla, {
    policy,
    noSobreUnoMismo: null,
    run: (input, { services: { db } }) => db.transaction().execute((trx) => create(trx, input)),
  }),

  handle(contract.updatePlantilla, {
    policy,
    noSobreUnoMismo: null,
    async run(input, { services: { db, now } }) {
      await db.transaction().execute((trx) => rename(trx, { ...input, ahora: now() }));
      return { ok: true as const };
    },
  }),

  handle(contract.getVersionPlantilla, {
    policy,
    async run({ plantillaId, versionId }, { actor, services }) {
      const { db } = services;
      // What cannot be an identifier is a version that does not exist, like any other.
      if (!UUID.test(versionId)) throw refuse('NOT_FOUND', ERRORES.noExiste);
      const row = await requireVersion(db, versionId);
      if (row.plantilla_id !== plantillaId) throw refuse('NOT_FOUND', ERRORES.noExiste);
      const versiones = await selectVersiones(db, plantillaId);
      return {
        plantilla: { id: row.plantilla_id, nombre: row.plantilla_nombre },
        version: presentVersion(row),
        revision: row.revision,
        guardadoPor: await readAutor(db, row, actor.uid, one('nombresDeCuentas')),
        definicion: row.definicion,
        publicadaId: versiones.find(({ estado }) => estado === 'publicada')?.id ?? null,
        ...(row.estado === 'borrador'
          ? await readEdicion(services, all('hechos'), row)
          : { problemas: [], clavesUsadas: [] }),
      };
    },
  }),

  handle(contract.startVersionPlantilla, {
    policy,
    noSobreUnoMismo: null,
    async run({ plantillaId, desde }, { services: { db } }) {
      if (!(await findPlantilla(db, plantillaId))) throw refuse('NOT_FOUND', ERRORES.noExiste);
      const { id, numero } = await db
        .transaction()
        .execute((trx) => start(trx, plantillaId, desde));
      return { versionId: id, numero };
    },
  }),

  handle(contract.saveVersionPlantilla, {
    policy,
    noSobreUnoMismo: null,
    async run(input, { actor, services }) {
      const ahora = services.now();
      const saved = await services.db
        .transaction()
        .execute((trx) => save(trx, { ...input, por: actor.uid, ahora }));
      const problemas = await findTodosLosProblemas(services, all('hechos'), input.definicion);
      return { ...saved, problemas };
    },
  }),

  handle(contract.publishVersionPlantilla, {
    policy,
    noSobreUnoMismo: null,
    async run({ desde, ...input }, { services: { db, punctual, now } }) {
      const when = desde === null ? null : new Date(desde);
      const publicada = await db
        .transaction()
        .execute((trx) =>
          publish(trx, { ...input, desde: when, proveedores: all('hechos'), ahora: now() }),
        );
      await punctual.look(db);
      return { publicada };
    },
  }),

  handle(contract.cancelPublicacionVersion, {
    policy,
    noSobreUnoMismo: null,
    async run({ versionId }, { services: { db, punctual } }) {
      await db.transaction().execute((trx) => cancelPublicacion(trx, versionId));
      await punctual.look(db);
      return { ok: true as const };
    },
  }),

  handle(contract.archiveVersionPlantilla, {
    policy,
    noSobreUnoMismo: null,
    async run(input, { services: { db, now } }) {
      await db.transaction().execute((trx) => archive(trx, { ...input, ahora: now() }));
      return { ok: true as const };
    },
  }),

  handle(contract.discardVersionPlantilla, {
    policy,
    noSobreUnoMismo: null,
    async run({ versionId }, { services: { db } }) {
      await db.transaction().execute((trx) => discard(trx, versionId));
      return { ok: true as const };
    },
  }),
];
