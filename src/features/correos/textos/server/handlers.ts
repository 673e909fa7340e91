import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Given } from '../../../../platform/server/feature.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { canWriteCartas } from '../../policy.ts';
import * as contract from '../contract.ts';
import { joinCartas, readTextos, readVersiones, writeTexto } from './service.ts';

export const textosHandlers = (given: Given): Handler[] => {
  // All have given once it is asked.
  let joined: ReturnType<typeof joinCartas> | undefined;
  const cartas = () => {
    joined ??= joinCartas(given.all('cartas'));
    return joined;
  };
  const write = async (
    input: { clave: string; version: number; nuevo: { asunto: string; cuerpo: string } | null },
    { actor, services: { db, notificaciones, now } }: { actor: Actor; services: Services },
  ) => {
    const written = await db
      .transaction()
      .execute((trx) => writeTexto(trx, cartas(), { ...input, actor, ahora: now() }));
    // What this process writes from now on says it; the others, within seconds.
    await notificaciones.textos(db, true);
    return written;
  };
  return [
    handle(contract.listTextosCartas, {
      policy: canWriteCartas,
      // The texts of letters are about nobody.
      noSobreUnoMismo: null,
      run: async (_input, { services: { db } }) => ({ textos: await readTextos(db, cartas()) }),
    }),

    handle(contract.listVersionesTextoCarta, {
      policy: canWriteCartas,
      noSobreUnoMismo: null,
      run: async ({ clave }, { services: { db } }) => ({
        versiones: await readVersiones(db, cartas(), clave),
      }),
    }),

    handle(contract.saveTextoCarta, {
      policy: canWriteCartas,
      noSobreUnoMismo: null,
      run: ({ clave, version, asunto, cuerpo }, ctx) =>
        write({ clave, version, nuevo: { asunto, cuerpo } }, ctx),
    }),

    handle(contract.resetTextoCarta, {
      policy: canWriteCartas,
      noSobreUnoMismo: null,
      run: ({ clave, version }, ctx) => write({ clave, version, nuevo: null }, ctx),
    }),
  ];
};
