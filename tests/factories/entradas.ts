import { randomUUID } from 'node:crypto';
import type { Valores } from '../../src/features/personas/apartados/rules.ts';
import { insertEntrada } from '../../src/features/personas/apartados/server/data.ts';
import { itemsOf } from '../../src/features/personas/apartados/server/present.ts';
import type { Db } from '../../src/platform/server/db/index.ts';

/** An entry of a file, as it is kept. Gives its id. */
export const makeEntrada = async (
  db: Db,
  personaId: string,
  apartado: string,
  valores: Valores,
): Promise<string> => {
  const id = randomUUID();
  await db.transaction().execute((trx) =>
    insertEntrada(trx, {
      id,
      personaId,
      apartado,
      valores,
      items: itemsOf(apartado, valores),
      por: null,
      ahora: new Date(),
    }),
  );
  return id;
};

/** All that a file is asked for, but its CURP. */
export const completeExpediente = async (db: Db, personaId: string): Promise<void> => {
  const todo: readonly (readonly [string, Valores])[] = [
    ['telefono', { clase: 'celular', numero: '+525512345678' }],
    ['emergencia', { nombre: 'Luz Ríos', relacion: 'amistad', telefono: '+525587654321' }],
    ['domicilio', { cp: '06600', calle: 'Calle Hidalgo', exterior: '1' }],
    ['nacionalidad', { nacionalidad: 'mexicana', pais: null }],
    ['servicio', { expediente: '123456', ingreso: '2015-03-01' }],
    ['empleo', { organo: null, categoria: null, desde: '2015-03-01', hasta: null }],
    ['estudio', { programa: 'Derecho', estado: 'titulado', cedula: '1234567' }],
  ];
  for (const [apartado, valores] of todo) await makeEntrada(db, personaId, apartado, valores);
};
