import { expect, it } from 'vitest';
import { NOMBRES_DE_ANOTAR } from '../../../../platform/server/historial/data.ts';
import { type Enviada, sending } from './data.ts';

const sent = (id: string, at: string, orden: number): Enviada => ({
  ...{ id, personaId: 'p', uid: 'u', edicionId: 'e', versionId: 'v', grupoId: null },
  ...{ enviadaEn: new Date(at), orden, ahora: new Date(at), paso: 'inscribir', empezada: false },
  ...{ respuestas: '{}', evaluacion: '{}', acuse: '{}', cartas: '[]', puntos: 0 },
  ...{ cupos: [], cupo: null, pedidos: null, conLugar: true, enviadas: null, sellado: null },
  ...{ llave: null, folio: 'f', clave: 'c', apuntados: { items: [], documentos: [] } },
  cambio: NOMBRES_DE_ANOTAR.map(() => null),
});

it('of what goes together, whoever came first goes first', () => {
  const [early, late] = ['2026-11-25T16:00:00.001Z', '2026-11-25T16:00:00.002Z'];
  const { query } = sending([sent('c', late, 0), sent('b', early, 7), sent('a', early, 2)]);
  const [rows] = (query as { parameters: readonly unknown[] }).parameters;
  const written = JSON.parse(rows as string) as { id: string; enviada: string }[];
  expect(written.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(written.map(({ enviada }) => enviada)).toEqual([
    '2026-11-25T16:00:00.001002Z',
    '2026-11-25T16:00:00.001007Z',
    '2026-11-25T16:00:00.002000Z',
  ]);
});
