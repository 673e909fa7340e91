import { describe, expect, it } from 'vitest';
import { CONVOCATORIA, RECOMENDACION, SOLICITUD } from '../estados.ts';
import {
  actosDe,
  type Contexto,
  casillaDe,
  momentoDe,
  NIVELES,
  nombreDeValoracion,
  parseClave,
  problemaDeNombre,
  readCarta,
  readCorreoRecomendante,
  readDeclinar,
  seAgrega,
  seEdita,
  seReemplaza,
  VALORACIONES_CLAVES,
} from './rules.ts';

const CIERRA = new Date('2026-12-10T06:00:00Z');
const PLAZO = new Date('2026-12-20T06:00:00Z');
const contexto = (changes: Partial<Contexto> = {}): Contexto => ({
  convocatoria: 'publicada',
  solicitud: 'enviada',
  solicitudCierra: CIERRA,
  recomendacionesCierra: PLAZO,
  ...changes,
});
const before = new Date(CIERRA.getTime() - 1);
const after = new Date(PLAZO.getTime() + 1);

describe('what a link comes to', () => {
  it('is open only of one invited, of an application that competes, until the very instant', () => {
    for (const estado of RECOMENDACION.estados) {
      for (const solicitud of SOLICITUD.estados) {
        for (const convocatoria of CONVOCATORIA.estados) {
          const open =
            momentoDe(estado, contexto({ solicitud, convocatoria }), before) === 'abierta';
          const competes = ['borrador', 'enviada', 'enEvaluacion'].includes(solicitud);
          expect([estado, solicitud, convocatoria, open]).toEqual([
            ...[estado, solicitud, convocatoria],
            estado === 'invitada' && competes && convocatoria === 'publicada',
          ]);
        }
      }
    }
    expect(momentoDe('invitada', contexto(), PLAZO)).toBe('abierta');
    expect(momentoDe('invitada', contexto(), after)).toBe('vencida');
  });

  it('of a draft that was not sent in time is that nobody needs the letter', () => {
    const borrador = contexto({ solicitud: 'borrador' });
    expect(momentoDe('invitada', borrador, CIERRA)).toBe('abierta');
    expect(momentoDe('invitada', borrador, new Date(CIERRA.getTime() + 1))).toBe('cancelada');
    expect(seEdita(borrador, new Date(CIERRA.getTime() + 1))).toBe(false);
  });

  it('of one that was answered is its receipt, whatever became of the application', () => {
    for (const solicitud of SOLICITUD.estados) {
      expect(momentoDe('recibida', contexto({ solicitud }), after)).toBe('recibida');
      expect(momentoDe('declinada', contexto({ solicitud }), after)).toBe('declinada');
    }
  });
});

describe('what the applicant may do', () => {
  const uno = (
    id: string,
    estado: (typeof RECOMENDACION.estados)[number],
    reemplaza_a: string | null = null,
  ) => ({
    ...{ id, estado, reemplaza_a },
  });
  it('follows the state, and nothing once it is closed', () => {
    const acts = (estado: (typeof RECOMENDACION.estados)[number], editable = true) =>
      Object.entries(actosDe(uno('a', estado), [uno('a', estado)], editable))
        .filter(([, may]) => may)
        .map(([act]) => act);
    expect(acts('porInvitar')).toEqual(['quitar', 'invitar']);
    expect(acts('invitada')).toEqual(['reenviar', 'cambiarCorreo']);
    expect(acts('recibida')).toEqual([]);
    expect(acts('declinada')).toEqual(['reemplazar']);
    expect(acts('vencida')).toEqual(['reemplazar']);
    expect(acts('cancelada')).toEqual([]);
    for (const estado of RECOMENDACION.estados) expect(acts(estado, false)).toEqual([]);
  });

  it('each letter is replaced once, and a replacement is no letter more', () => {
    const rows = [uno('a', 'declinada'), uno('b', 'invitada')];
    expect(seReemplaza(rows[0]!, rows)).toBe(true);
    expect(seAgrega(rows, 2)).toBe(false);
    const replaced = [...rows, uno('c', 'declinada', 'a')];
    expect(seReemplaza(replaced[0]!, replaced)).toBe(false);
    expect(seReemplaza(replaced[2]!, replaced)).toBe(false);
    expect(seAgrega(replaced, 2)).toBe(false);
    expect(seAgrega(replaced, 3)).toBe(true);
    expect(seAgrega([uno('a', 'cancelada'), uno('b', 'invitada')], 2)).toBe(true);
  });
});

it('reads the address of a referee, who is neither the applicant nor another one', () => {
  const de = { propios: ['ana@escuela.example'], otros: ['luis@unam.example'] };
  const problema = (texto: string) => {
    const leido = readCorreoRecomendante(texto, de);
    return 'problema' in leido ? leido.problema : leido.correo;
  };
  expect(problema('  Marta.Rey@UNAM.example ')).toBe('marta.rey@unam.example');
  expect(problema('nadie')).toContain('correo completo');
  expect(problema('ANA@escuela.example')).toContain('Ese correo es suyo');
  expect(problema('ana+carta@escuela.example')).toContain('Ese correo es suyo');
  expect(problema('luis+2@unam.example')).toContain('Ya agregó');
  expect(casillaDe('A+b+c@X.example')).toBe('a@x.example');
});

it('takes names of people, and nothing that a mail program makes a link of', () => {
  for (const nombre of [
    'Dra. María de los Ángeles Núñez-O’Gorman',
    'J. M. Pérez',
    'Ñ',
    'Владимир Ильин',
  ]) {
    expect([nombre, problemaDeNombre(nombre)]).toEqual([nombre, null]);
  }
  for (const nombre of [
    '',
    '  ',
    'www.malo.example',
    'https://malo',
    '<b>Ana</b>',
    'Ana\nRuiz',
    '...',
    'ana@x',
  ]) {
    expect([nombre, problemaDeNombre(nombre)]).not.toEqual([nombre, null]);
  }
});

it('reads a key however it was typed', () => {
  const clave = '0123456789ABCDEFGHJKMNPQRS';
  expect(parseClave(clave.toLowerCase())).toBe(clave);
  expect(parseClave('O123-4567 89ABCDEFGHJKMNPQRS')).toBe(clave);
  for (const text of ['', 'x', clave.slice(1), `${clave}0`, `${clave.slice(1)}U`, '../../etc']) {
    expect(parseClave(text)).toBeNull();
  }
});

describe('the form', () => {
  const valoraciones = Object.fromEntries(
    VALORACIONES_CLAVES.map((clave) => [nombreDeValoracion(clave), 'bueno']),
  );
  const whole = { trato: 'Fui su jefa.', texto: 'a'.repeat(200), declara: 'on', ...valoraciones };

  it('takes a whole letter, with its line ends as one and without what is no text', () => {
    const texto = ` Uno\r\n\u0000Dos\u0007\t${'a'.repeat(200)} `;
    const leida = readCarta({ ...whole, texto }, 200);
    expect(leida).toEqual({
      carta: {
        texto: `Uno\nDos\t${'a'.repeat(200)}`,
        trato: 'Fui su jefa.',
        valoraciones: Object.fromEntries(VALORACIONES_CLAVES.map((clave) => [clave, 'bueno'])),
      },
    });
  });

  it('says of each field what is wrong with it', () => {
    const wrong = readCarta({}, 200);
    expect(Object.keys('errores' in wrong ? wrong.errores : {})).toEqual([
      ...['trato', 'texto'],
      ...VALORACIONES_CLAVES.map(nombreDeValoracion),
      'declara',
    ]);
    const lengths = [199, 200, 20_000, 20_001].map(
      (n) => 'carta' in readCarta({ ...whole, texto: 'a'.repeat(n) }, 200),
    );
    expect(lengths).toEqual([false, true, true, false]);
    for (const nivel of ['', 'excelente', 'toString', '__proto__']) {
      expect('errores' in readCarta({ ...whole, 'valora-analisis': nivel }, 200)).toBe(true);
    }
    for (const nivel of Object.keys(NIVELES)) {
      expect('carta' in readCarta({ ...whole, 'valora-analisis': nivel }, 200)).toBe(true);
    }
  });

  it('declines only when it is confirmed, with a reason or without', () => {
    expect(readDeclinar({ motivo: '' })).toHaveProperty('errores.confirma');
    expect(readDeclinar({ confirma: 'on' })).toEqual({ motivo: null });
    expect(readDeclinar({ confirma: 'on', motivo: ' No le conozco. ' })).toEqual({
      motivo: 'No le conozco.',
    });
    expect(readDeclinar({ confirma: 'on', motivo: 'a'.repeat(501) })).toHaveProperty(
      'errores.motivo',
    );
  });
});
