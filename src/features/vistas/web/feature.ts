import { caller } from '../../../platform/web/callables/client.ts';
import type { WebFeature } from '../../../platform/web/feature.ts';
import type * as contract from '../contract.ts';

const listVistas = caller<typeof contract.listVistas>('listVistas');
const saveVista = caller<typeof contract.saveVista>('saveVista');
const deleteVista = caller<typeof contract.deleteVista>('deleteVista');

export const vistas: WebFeature = {
  name: 'vistas',
  gives: {
    vistasDeListas: [
      {
        list: () => listVistas(null),
        save: (view) => saveVista(view),
        remove: (id) => deleteVista({ id }),
      },
    ],
  },
};
