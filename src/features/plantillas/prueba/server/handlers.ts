import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Given } from '../../../../platform/server/feature.ts';
import { canEditPlantillas } from '../../policy.ts';
import { requireVersion } from '../../versiones/server/service.ts';
import * as contract from '../contract.ts';
import { momentoDe } from '../rules.ts';
import { requirePersona, tryOnPersona } from './service.ts';

const policy = canEditPlantillas;

/** How whoever writes rules tries them. */
export const pruebaHandlers = ({ all }: Given): Handler[] => [
  handle(contract.previewReglasPersona, {
    policy,
    // It decides nothing: whoever writes a rule may see what it says of themselves.
    noSobreUnoMismo: null,
    async run({ versionId, clave, edicionId, fecha }, { services: { db, now } }) {
      const version = await requireVersion(db, versionId);
      const { nombre, ...persona } = await requirePersona(db, clave);
      const ahora = momentoDe(fecha, now());
      const juicio = await tryOnPersona(db, all('hechos'), { version, persona, edicionId, ahora });
      return { persona: { clave: persona.clave, nombre }, ...juicio };
    },
  }),
];
