import { expect, it } from 'vitest';
import { canTransition, ESTADOS, isViva, nombreEstado } from './rules.ts';

it('allows the transitions of the product and no other', () => {
  const legal = ESTADOS.flatMap((from) =>
    ESTADOS.filter((to) => canTransition(from, to)).map((to) => `${from}→${to}`),
  );
  expect(legal).toEqual([
    'borrador→enviada',
    'enviada→enRevision',
    'enviada→inscrita',
    'enviada→enListaDeEspera',
    'enviada→rechazada',
    'enRevision→inscrita',
    'enRevision→enListaDeEspera',
    'enRevision→rechazada',
    'inscrita→baja',
    'inscrita→acreditada',
    'inscrita→noAcreditada',
    'enListaDeEspera→inscrita',
    'enListaDeEspera→vencida',
  ]);
});

it('knows which states let the person start again, and names all of them', () => {
  expect(ESTADOS.filter((estado) => !isViva(estado))).toEqual(['rechazada', 'vencida', 'baja']);
  for (const estado of ESTADOS) expect(nombreEstado(estado)).toMatch(/^[A-Z]/);
});
