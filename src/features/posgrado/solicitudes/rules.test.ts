import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crockfordCheck } from '../../../platform/shared/ids.ts';
import { formatFolio } from '../../inscripciones/acuse/rules.ts';
import type { Llamado } from '../envios/rules.ts';
import { SOLICITUD } from '../estados.ts';
import { diasDeServicio, makeFolioSolicitud, puedeEnviar, puedeSolicitud } from './rules.ts';

it('a folio says its year, and its last symbol checks the others', () => {
  const folio = makeFolioSolicitud(2026, 'K9Y2ZKYW');
  expect(formatFolio(folio)).toMatch(/^SP26-K9Y2-ZKYW-.$/);
  expect(crockfordCheck(folio.slice(0, -1))).toBe(folio.slice(-1));
});

it('days of service count to the day of the cut, and never below none', () => {
  expect(diasDeServicio('2026-01-01', '2026-01-01')).toBe(0);
  expect(diasDeServicio('2024-02-28', '2024-03-01')).toBe(2);
  expect(diasDeServicio('2027-01-01', '2026-01-01')).toBe(0);
  expect(diasDeServicio(null, '2026-01-01')).toBeNull();
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('2026-01-01'), noInvalidDate: true }),
      (one) => {
        const day = one.toISOString().slice(0, 10);
        expect(diasDeServicio(day, '2026-01-01')).toBe(
          (Date.parse('2026-01-01') - Date.parse(day)) / 86_400_000,
        );
      },
    ),
  );
});

const at = (dia: number) => new Date(Date.UTC(2026, 10, dia, 12));
const cv: Llamado = {
  estado: 'publicada',
  presolicitud_abre: at(1),
  presolicitud_cierra: at(5),
  solicitud_abre: at(6),
  solicitud_cierra: at(10),
  recomendaciones_cierra: at(12),
  resultados_en: at(20),
};

describe('what its person may do', () => {
  it('sends from the instant it opens until just before it closes, with a valid pre-application', () => {
    const may = (en: Date) => puedeEnviar(cv, null, 'valida', en).permitido;
    expect(may(new Date(at(6).getTime() - 1))).toBe(false);
    expect(may(at(6))).toBe(true);
    expect(may(new Date(at(10).getTime() - 1))).toBe(true);
    expect(may(at(10))).toBe(false);
    for (const estado of ['enviada', 'conObservaciones', 'improcedente', null] as const) {
      expect(puedeEnviar(cv, null, estado, at(7))).toMatchObject({
        permitido: false,
        porque: 'Necesita una presolicitud válida en esta convocatoria.',
      });
    }
  });

  it('withdraws in the states of the machine, and what is closed is not begun anew', () => {
    for (const estado of SOLICITUD.estados) {
      const puede = puedeSolicitud(cv, { estado }, 'valida', at(7));
      expect(puede.desistir.permitido).toBe(SOLICITUD.can('desistir', estado));
      expect(puede.enviar.permitido).toBe(['borrador', 'enviada'].includes(estado));
      expect(
        puedeSolicitud({ ...cv, estado: 'concluida' }, { estado }, 'valida', at(7)),
      ).toMatchObject({ desistir: { permitido: false }, enviar: { permitido: false } });
    }
  });
});
