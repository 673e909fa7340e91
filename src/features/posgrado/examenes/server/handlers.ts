import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Given } from '../../../../platform/server/feature.ts';
import { canDecidePosgrado, canManagePosgrado } from '../../policy.ts';
import {
  endCorreccion,
  endExamen,
  readDiferencias,
  readExamen,
  readPuntos,
  saveMotivo,
  savePuntos,
  startCorreccion,
  sujetoDePuntos,
} from '../captura/server/service.ts';
import * as contract from '../contract.ts';
import { presentDiferencia, presentFila, presentVersion } from './present.ts';

const policy = canManagePosgrado;

/** The results of an exam, for staff. */
export const examenesHandlers = ({ one }: Given): Handler[] => [
  handle(contract.getExamen, {
    policy,
    async run(input, ctx) {
      const { etapa, versiones, ...found } = await readExamen(input, ctx);
      const uids = [...new Set(versiones.map(({ importado_por }) => importado_por))];
      const nombres = await one('nombresDeCuentas')(ctx.services.db, uids);
      return {
        ...found,
        correccion: etapa.correccion,
        etapa: {
          id: etapa.id,
          nombre: etapa.nombre,
          convocatoriaId: etapa.convocatoria_id,
          cerradaEn: etapa.cerrada_en?.toISOString() ?? null,
        },
        versiones: versiones.map((row) => presentVersion(row, nombres)),
      };
    },
  }),

  handle(contract.listPuntos, {
    policy,
    async run(input, ctx) {
      const { filas, ...found } = await readPuntos(input, ctx);
      return { ...found, filas: filas.map(presentFila) };
    },
  }),

  handle(contract.listDiferencias, {
    policy,
    async run(input, ctx) {
      const { total, rows } = await readDiferencias(input, ctx);
      return { total, filas: rows.map(presentDiferencia) };
    },
  }),

  handle(contract.saveMotivo, {
    policy,
    // It is about a stage, and nobody with a part in its call writes it.
    noSobreUnoMismo: null,
    async run(input, ctx) {
      await ctx.services.db.transaction().execute((trx) => saveMotivo(trx, input, ctx));
      return null;
    },
  }),

  handle(contract.savePuntos, {
    policy,
    noSobreUnoMismo: { sujeto: sujetoDePuntos },
    async run(input, ctx) {
      const { db } = ctx.services;
      return { numero: await db.transaction().execute((trx) => savePuntos(trx, input, ctx)) };
    },
  }),

  handle(contract.endExamen, {
    policy,
    // Nobody with a part in the call closes it.
    noSobreUnoMismo: null,
    async run(input, ctx) {
      const { db } = ctx.services;
      const cerrada = await db.transaction().execute((trx) => endExamen(trx, input, ctx));
      return { cerradaEn: cerrada.toISOString() };
    },
  }),

  handle(contract.startCorreccion, {
    policy: canDecidePosgrado,
    noSobreUnoMismo: null,
    async run(input, ctx) {
      await ctx.services.db.transaction().execute((trx) => startCorreccion(trx, input, ctx));
      return null;
    },
  }),

  handle(contract.endCorreccion, {
    policy: canDecidePosgrado,
    noSobreUnoMismo: null,
    async run(input, ctx) {
      await ctx.services.db.transaction().execute((trx) => endCorreccion(trx, input, ctx));
      return null;
    },
  }),
];
