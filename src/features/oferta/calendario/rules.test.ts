import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { type Evento, foldLine, writeCalendario } from './rules.ts';

const evento = (given: Partial<Evento> = {}): Evento => ({
  uid: 'u-1',
  secuencia: 3,
  cambio: new Date('2026-11-21T16:00:00.000Z'),
  titulo: 'Juicio de amparo',
  descripcion: '',
  lugar: '',
  enlace: 'https://portal.example/oferta/1',
  cancelado: false,
  ocupa: true,
  cuando: { horas: { fecha: '2026-12-02', de: '16:00', a: '18:30' } },
  ...given,
});

const read = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return { event, valueOf: (name: string) => component.getFirstPropertyValue(name) };
  });

it('is read by another program as it was written, whatever its texts hold', () => {
  const hostile = [
    'Ñandú, güiro; «café» \\ y 50 %',
    'línea uno\nlínea dos\r\nlínea tres\rcuatro',
    '👩🏽‍⚖️ '.repeat(40),
    'END:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:otra',
    'BEGIN:VALARM\nACTION:AUDIO',
    `${'á'.repeat(500)};,\\n`,
  ];
  const text = writeCalendario(
    'Mis cursos, 2026; todos',
    hostile.map((titulo, i) =>
      evento({ uid: `u-${i}`, titulo, descripcion: titulo, lugar: titulo }),
    ),
  );
  const found = read(text);
  expect(found.map(({ event }) => event.uid)).toEqual(hostile.map((_, i) => `u-${i}`));
  const asRead = hostile.map((one) => one.replace(/\r\n|\r/g, '\n'));
  expect(found.map(({ event }) => event.summary)).toEqual(asRead);
  expect(found.map(({ event }) => event.description)).toEqual(asRead);
  expect(found.map(({ event }) => event.location)).toEqual(asRead);
});

it('has lines of at most 75 bytes that end as they must, and no letter is cut in two', () => {
  const text = writeCalendario('x', [evento({ titulo: '👩🏽‍⚖️ñ'.repeat(60) })]);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of text.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line.isWellFormed()).toBe(true);
  }
  expect(foldLine('a'.repeat(75))).toBe('a'.repeat(75));
  expect(foldLine('a'.repeat(76))).toBe(`${'a'.repeat(75)}\r\n a`);
});

it('says days, hours of Mexico City and instants', () => {
  const [horas, dias, instantes] = read(
    writeCalendario('x', [
      evento(),
      evento({ cuando: { dias: { desde: '2026-12-30', hasta: '2026-12-31' } } }),
      evento({
        cuando: {
          instantes: {
            desde: new Date('2026-11-20T15:00:00Z'),
            hasta: new Date('2026-11-30T23:59:00Z'),
          },
        },
      }),
    ]),
  );
  expect(horas?.event.startDate.toString()).toBe('2026-12-02T16:00:00');
  expect(horas?.event.startDate.zone?.tzid).toBe('America/Mexico_City');
  expect(horas?.event.endDate.toString()).toBe('2026-12-02T18:30:00');
  // The end of days is the day after the last one.
  expect([dias?.event.startDate.toString(), dias?.event.endDate.toString()]).toEqual([
    '2026-12-30',
    '2027-01-01',
  ]);
  expect(dias?.event.startDate.isDate).toBe(true);
  expect(instantes?.event.endDate.toJSDate().toISOString()).toBe('2026-11-30T23:59:00.000Z');
});

it('says how many times it changed and that it was cancelled', () => {
  const [open, cancelled] = read(
    writeCalendario('x', [evento(), evento({ cancelado: true, secuencia: 4 })]),
  );
  expect([open?.valueOf('sequence'), open?.valueOf('status'), open?.valueOf('transp')]).toEqual([
    3,
    'CONFIRMED',
    'OPAQUE',
  ]);
  expect([cancelled?.valueOf('sequence'), cancelled?.valueOf('status')]).toEqual([4, 'CANCELLED']);
  expect(cancelled?.valueOf('transp')).toBe('TRANSPARENT');
});
