import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fechaDe } from '../../platform/shared/dates.ts';
import { calendarOf, isWorkingDay } from '../../platform/shared/working-days.ts';
import {
  diasRestantes,
  makeFolioArco,
  PLAZO_AMPLIACION,
  PLAZO_CUMPLIMIENTO,
  PLAZO_RESPUESTA,
  venceCumplimiento,
  venceRespuesta,
} from './rules.ts';

const calendar = calendarOf(['2026-11-20', { desde: '2026-12-16', hasta: '2027-01-01' }]);

it('answers 20 working days after the day on which it was received, holidays apart', () => {
  const received = new Date('2026-11-03T18:00:00Z');
  expect(fechaDe(venceRespuesta(received, calendar))).toBe('2026-12-02');
  expect(fechaDe(venceRespuesta(received, calendar, true))).toBe('2027-01-04');
});

describe('whatever the day and the calendar', () => {
  const day = fc.date({
    min: new Date('2026-01-01'),
    max: new Date('2027-12-31'),
    noInvalidDate: true,
  });
  const holidays = fc.array(day.map(fechaDe), { maxLength: 40 }).map(calendarOf);

  it('a term ends on a working day, has its days, and an extension is its days longer', () => {
    fc.assert(
      fc.property(day, holidays, (received, calendar) => {
        const [first, second] = [
          venceRespuesta(received, calendar),
          venceRespuesta(received, calendar, true),
        ];
        expect(isWorkingDay(fechaDe(first), calendar)).toBe(true);
        expect(diasRestantes(received, first, calendar)).toBe(PLAZO_RESPUESTA);
        expect(diasRestantes(first, second, calendar)).toBe(PLAZO_AMPLIACION);
        expect(diasRestantes(received, venceCumplimiento(received, calendar), calendar)).toBe(
          PLAZO_CUMPLIMIENTO,
        );
      }),
      { numRuns: 40 },
    );
  });

  it('a day is left less with each working day, and none with the others', () => {
    fc.assert(
      fc.property(day, holidays, (now, calendar) => {
        const term = venceRespuesta(now, calendar);
        const later = new Date(now.getTime() + 86_400_000);
        const lost = diasRestantes(now, term, calendar) - diasRestantes(later, term, calendar);
        expect(lost).toBe(isWorkingDay(fechaDe(later), calendar) ? 1 : 0);
      }),
      { numRuns: 40 },
    );
  });
});

it('a folio says its year and nothing else', () => {
  expect(makeFolioArco(2026, '123456789')).toMatch(/^DP26123456789[0-9A-Z]$/);
});
