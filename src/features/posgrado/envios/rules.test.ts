import { describe, expect, it } from 'vitest';
import { enOrden, type Llamado, momentoDe, plazo, puedeEnVentana, suceso } from './rules.ts';

const at = (dia: number) => new Date(Date.UTC(2026, 10, dia, 12));
const cv: Llamado = {
  estado: 'publicada',
  presolicitud_abre: at(2),
  presolicitud_cierra: at(5),
  solicitud_abre: at(7),
  solicitud_cierra: at(10),
  recomendaciones_cierra: at(12),
  resultados_en: at(20),
};

it.each([
  [1, 'proxima'],
  [2, 'presolicitudes'],
  [5, 'entreVentanas'],
  [7, 'solicitudes'],
  [10, 'evaluacion'],
  [20, 'resultados'],
] as const)('on day %i the call is in %s', (dia, momento) => {
  expect(momentoDe(cv, at(dia))).toBe(momento);
});

it('a call that ended says so, whatever its dates', () => {
  expect(momentoDe({ ...cv, estado: 'cancelada' }, at(3))).toBe('cancelada');
  expect(momentoDe({ ...cv, estado: 'concluida' }, at(3))).toBe('concluida');
});

describe('a window', () => {
  const ventana = { abre: at(2), cierra: at(5) };
  it('is open from its first instant until just before its last', () => {
    const justBefore = (fecha: Date) => new Date(fecha.getTime() - 1);
    expect(puedeEnVentana(ventana, justBefore(at(2)))).toMatchObject({ permitido: false });
    expect(puedeEnVentana(ventana, at(2))).toEqual({
      ...{ permitido: true, hasta: at(5).toISOString(), porque: null },
    });
    expect(puedeEnVentana(ventana, justBefore(at(5)))).toMatchObject({ permitido: true });
    expect(puedeEnVentana(ventana, at(5))).toMatchObject({
      permitido: false,
      porque: expect.stringContaining('El plazo terminó'),
    });
  });
});

it('a timeline is in order, and what happened stands before what is due at that instant', () => {
  const eventos = [
    plazo(at(3), 'Cierre', at(3)),
    suceso(at(3), 'Enviada'),
    suceso(at(1), 'Inicio'),
  ];
  expect(enOrden(eventos).map(({ titulo }) => titulo)).toEqual(['Inicio', 'Enviada', 'Cierre']);
  expect(plazo(at(4), 'Después', at(3)).pasado).toBe(false);
});
