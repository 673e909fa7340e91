import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { isSignedIn } from '../../../../platform/shared/policy.ts';
import * as contract from '../contract.ts';
import { canDecideVinculaciones } from '../policy.ts';
import { identificacionesDe } from '../rules.ts';
import { countPendientes, findLatestOf, selectPendientes } from './data.ts';
import { presentFila } from './present.ts';
import { recordLista } from './service.ts';

export const vinculacionesHandlers: Handler[] = [
  handle(contract.listVinculaciones, {
    policy: canDecideVinculaciones,
    async run(input, { services }) {
      const [total, rows] = [
        await countPendientes(services.db),
        await selectPendientes(services.db, input),
      ];
      await recordLista(services.db, rows);
      return { total, filas: rows.map(presentFila) };
    },
  }),

  handle(contract.getVinculacionPropia, {
    policy: isSignedIn,
    async run(_input, { actor, services }) {
      if (actor.personaId !== null) return null;
      const row = await findLatestOf(services.db, actor.uid);
      if (!row) return null;
      return {
        // What may still be withdrawn was said to nobody.
        estado: row.estado === 'rechazada' && row.contada_en === null ? 'pendiente' : row.estado,
        clave: row.clave,
        creadoEn: row.creado_en.toISOString(),
        motivo: row.contada_en === null ? null : row.motivo,
        identificacion: row.identificacion,
        carpeta: identificacionesDe(actor.uid),
      };
    },
  }),
];
