import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { canReadDisenos, canWriteDisenos } from '../../policy.ts';
import * as contract from '../contract.ts';
import { drawMuestra } from '../muestra/server/service.ts';
import { findDiseno, selectDisenos, selectPublicadas, selectVersiones } from './data.ts';
import { presentDiseno, presentVersion } from './present.ts';
import * as service from './service.ts';

const readsDisenos = { policy: canReadDisenos, noSobreUnoMismo: null } as const;
const writesDisenos = { policy: canWriteDisenos, noSobreUnoMismo: null } as const;

export const disenosHandlers: Handler[] = [
  handle(contract.listDisenos, {
    policy: canReadDisenos,
    async run(_input, { services: { db } }) {
      const [rows, versiones] = await Promise.all([selectDisenos(db), selectVersiones(db)]);
      return { disenos: rows.map((row) => presentDiseno(row, versiones)) };
    },
  }),

  handle(contract.listDisenosEmision, {
    policy: canReadDisenos,
    async run({ tipo }, { services: { db } }) {
      const rows = await selectPublicadas(db, tipo);
      return {
        // With one that cannot be read nothing is issued.
        disenos: rows.flatMap(({ diseno_id: id, nombre, numero, predeterminado, definicion }) => {
          const diseno = contract.DISENO.tryRead(definicion);
          if (diseno === null) return [];
          const firmantes = diseno.firmantes.map(({ firmante }) => firmante);
          return [{ id, nombre, numero, predeterminado, firmantes }];
        }),
      };
    },
  }),

  handle(contract.getVersionDiseno, {
    policy: canReadDisenos,
    async run({ versionId }, { services: { db } }) {
      const row = await service.requireVersion(db, versionId);
      const versiones = await selectVersiones(db, row.diseno_id);
      return {
        version: presentVersion(versiones.find(({ id }) => id === versionId)!),
        revision: row.revision,
        diseno: presentDiseno((await findDiseno(db, row.diseno_id))!, versiones),
        definicion: service.disenoOf(row),
      };
    },
  }),

  handle(contract.createDiseno, {
    ...writesDisenos,
    run: (input, { services: { db, now } }) =>
      db.transaction().execute((trx) => service.create(trx, input, now())),
  }),

  handle(contract.updateNombreDiseno, {
    ...writesDisenos,
    async run({ id, nombre }, { services: { db } }) {
      await db.transaction().execute((trx) => service.rename(trx, id, nombre));
      return {};
    },
  }),

  handle(contract.startVersionDiseno, {
    ...writesDisenos,
    async run({ versionId }, { services: { db, now } }) {
      return {
        versionId: await db.transaction().execute((trx) => service.start(trx, versionId, now())),
      };
    },
  }),

  handle(contract.saveVersionDiseno, {
    ...writesDisenos,
    run: (input, { services: { db, now } }) =>
      db.transaction().execute((trx) => service.save(trx, input, now())),
  }),

  handle(contract.publishVersionDiseno, {
    ...writesDisenos,
    async run(input, { actor, services }) {
      await service.publish(services, input, actor.uid);
      return {};
    },
  }),

  handle(contract.discardVersionDiseno, {
    ...writesDisenos,
    async run({ versionId }, { services: { db } }) {
      await db.transaction().execute((trx) => service.discard(trx, versionId));
      return {};
    },
  }),

  handle(contract.archiveDiseno, {
    ...writesDisenos,
    async run({ id }, { services: { db, now } }) {
      await db.transaction().execute((trx) => service.archive(trx, id, now()));
      return {};
    },
  }),

  handle(contract.setDisenoPredeterminado, {
    ...writesDisenos,
    async run({ id }, { services: { db } }) {
      await db.transaction().execute((trx) => service.makePredeterminado(trx, id));
      return {};
    },
  }),

  handle(contract.previewDiseno, {
    ...readsDisenos,
    async run(input, { services }) {
      const { pdf, ...rest } = await drawMuestra(services, input);
      return { pdf: Buffer.from(pdf).toString('base64'), ...rest };
    },
  }),
];
