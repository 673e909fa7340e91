import { describe, expect, it } from 'vitest';
import { checkDate, isRealDate, joinDate, splitDate } from './date.ts';

describe('dates in three fields', () => {
  it.each([
    ['5', '3', '1984', '1984-03-05'],
    [' 05 ', 'Marzo', '1984 ', '1984-03-05'],
    ['27', 'sep.', '2001', '2001-09-27'],
    ['1', 'setiembre', '2001', '2001-09-01'],
  ])('reads %s / %s / %s', (day, month, year, value) => {
    expect(joinDate({ day, month, year })).toBe(value);
    expect(checkDate(value)).toBeNull();
  });

  it('keeps what is unfinished and gives it back', () => {
    const value = joinDate({ day: '5', month: '', year: '19' });
    expect(splitDate(value)).toEqual({ day: '05', month: '', year: '19' });
    expect(joinDate({ day: '', month: ' ', year: '' }).trim()).not.toMatch(/\d/);
    expect(joinDate({ day: '', month: '', year: '' })).toBe('');
  });

  it('says what is missing or wrong', () => {
    expect(checkDate('', 'la fecha de nacimiento')).toBe('Escriba la fecha de nacimiento.');
    expect(checkDate('1984--05', 'la fecha de nacimiento')).toBe(
      'En la fecha de nacimiento falta el mes.',
    );
    expect(checkDate('--05', 'el último día')).toBe('En el último día faltan el mes y el año.');
    expect(checkDate('84-03-05')).toContain('cuatro cifras');
    expect(checkDate('2023-02-30')).toContain('no existe');
    expect(checkDate('2023-mayorca-30')).toContain('no existe');
  });

  it('knows the calendar', () => {
    expect(isRealDate('2024-02-29')).toBe(true);
    expect(isRealDate('2023-02-29')).toBe(false);
    expect(isRealDate('2023-13-01')).toBe(false);
  });
});
