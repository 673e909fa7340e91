import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatNumber,
  formatRelative,
  formatShortDate,
  formatShortDateTime,
} from './format.ts';

describe('format', () => {
  it('writes dates as in Mexico, at the school’s seat', () => {
    expect(formatDate('2025-05-14')).toBe('14 de mayo de 2025');
    expect(formatDate('2025-05-15T03:00:00Z')).toBe('14 de mayo de 2025');
    expect(formatDateTime('2025-05-14T15:30:00Z')).toBe('14 de mayo de 2025, 09:30\u00a0h');
    expect(formatDateTime('2025-05-15T06:00:00Z')).toBe('15 de mayo de 2025, 00:00\u00a0h');
    expect(formatDate('mañana')).toBe('mañana');
    expect(formatShortDate('2025-05-14')).toBe('14 may 2025');
    expect(formatShortDate('2025-05-15T03:00:00Z')).toBe('14 may 2025');
    expect(formatShortDateTime('2025-05-14T15:30:00Z')).toBe('14 may 2025, 09:30\u00a0h');
  });

  it('writes numbers and sizes', () => {
    expect(formatNumber(12345.5)).toBe('12,345.5');
    expect(formatBytes(10)).toBe('1 kB');
    expect(formatBytes(840_000)).toBe('840 kB');
    expect(formatBytes(2_345_678)).toBe('2.3 MB');
  });

  it('says how long ago', () => {
    const now = new Date('2025-05-14T12:00:00Z');
    expect(formatRelative('2025-05-11T12:00:00Z', now)).toBe('hace 3 días');
    expect(formatRelative('2025-05-14T14:00:00Z', now)).toBe('dentro de 2 horas');
    expect(formatRelative('2025-05-14T11:59:40Z', now)).toBe('ahora');
    expect(formatRelative('2025-05-14T11:00:20Z', now)).toBe('hace 1 hora');
    expect(formatRelative('2025-05-14T11:20:00Z', now)).toBe('hace 40 minutos');
  });
});
