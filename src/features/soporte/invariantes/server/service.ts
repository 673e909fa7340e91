/** Invariants of the conversations while nobody writes; a nightly job checks all of them. */
import type { Db } from '../../../../platform/server/db/index.ts';
import type { Comprobacion } from '../../../inscripciones/invariantes/server/service.ts';
import { formatFolio } from '../../rules.ts';
import * as data from './data.ts';

type Row = { donde: string; dice: string | null; son: string | null };
type Revision = {
  readonly clave: string;
  readonly find: (db: Db, ahora: Date) => Promise<Row[]>;
  readonly decir: (row: Row) => string;
};

const REVISIONES: readonly Revision[] = [
  {
    clave: 'soporteNumeros',
    find: data.selectNumeros,
    decir: ({ dice, son }) => `dice ${dice} mensajes y son ${son}.`,
  },
  {
    clave: 'soporteLecturas',
    find: data.selectLecturas,
    decir: ({ dice, son }) => `alguien leyó hasta el mensaje ${dice} y son ${son}.`,
  },
  {
    clave: 'soportePropia',
    find: data.selectPropias,
    decir: () => 'la atiende la misma persona que pregunta.',
  },
  {
    clave: 'soporteTranscripcion',
    find: data.selectSinTranscripcion,
    decir: () => 'se cerró y no tiene transcripción.',
  },
];

export const comprobarSoporte: Comprobacion = async (db, { ahora }) => {
  const found = [];
  for (const { clave, find, decir } of REVISIONES) {
    for (const row of await find(db, ahora)) {
      found.push({ clave, texto: `Conversación ${formatFolio(row.donde)}: ${decir(row)}` });
    }
  }
  return found;
};
