import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import reference from './reference.json' with { type: 'json' };
import {
  type CurpReason,
  checkDigit,
  compareCurp,
  type DatosComparables,
  type DatosCurp,
  deriveCurp,
  ENTIDADES,
  explainCurp,
  findCurp,
  nombreEntidad,
  normalizeCurp,
  parseCurp,
} from './rules.ts';

/** The illustrative case of the Instructivo: Concepción Salgado Briseño. */
const OFFICIAL = 'SABC560626MDFLRN01';
const TODAY = new Date('2026-05-10T12:00:00Z');
const SALGADO: DatosCurp = {
  nombre: 'Concepción',
  apellidoPaterno: 'Salgado',
  apellidoMaterno: 'Briseño',
  fechaNacimiento: '1956-06-26',
  sexo: 'M',
  entidad: 'DF',
};

/** A whole CURP from its first 16 or 17 characters. */
const complete = (start: string, homoclave = '') =>
  start + homoclave + checkDigit(start + homoclave);
const parse = (text: string) => parseCurp(text, TODAY);
const reasonOf = (text: string) => {
  const result = parse(text);
  return result.ok ? 'ok' : [result.reason, result.position];
};
const warningsOf = (text: string) => {
  const result = parse(text);
  return result.ok ? result.warnings : result.reason;
};
/** Positions 1–4 and 14–16, the ones that names decide. */
const letters = (
  nombre: string,
  apellidoPaterno?: string | null,
  apellidoMaterno?: string | null,
) => {
  const curp = deriveCurp({ ...SALGADO, nombre, apellidoPaterno, apellidoMaterno });
  return `${curp.slice(0, 4)} ${curp.slice(13)}`;
};

describe('checkDigit', () => {
  it.each([OFFICIAL, 'HEGG560427MVZRRL04', 'BEML920313HCMLNS09', 'JOVO000409HDFQZSA8'])(
    'gives the last digit of the published %s',
    (curp) => expect(checkDigit(curp.slice(0, 17))).toBe(curp.charAt(17)),
  );

  it('weighs Ñ in its place of the alphabet and gives 0, not 10', () => {
    expect(checkDigit('00000000000000000')).toBe('0');
    expect(checkDigit('0000000000000000Ñ')).toBe('2'); // 24 × 2 = 48
    expect(checkDigit('0000000000000000O')).toBe('0'); // 25 × 2 = 50
  });

  it.each(['', OFFICIAL, OFFICIAL.slice(0, 16), 'SABC560626MDFLR*0'])('refuses %j', (text) => {
    expect(() => checkDigit(text)).toThrow(RangeError);
  });
});

describe('deriveCurp', () => {
  it('follows the illustrative cases', () => {
    expect(deriveCurp(SALGADO)).toBe('SABC560626MDFLRN');
    const alaman = { nombre: 'Ricardo', apellidoPaterno: 'Alamán', apellidoMaterno: 'Pérez' };
    const birth = { fechaNacimiento: '1963-03-21', sexo: 'H', entidad: 'DF' } as const;
    expect(deriveCurp({ ...alaman, ...birth })).toBe('AAPR630321HDFLRC');
    expect(deriveCurp({ ...alaman, ...birth, sexo: 'X', entidad: 'NE' })).toBe('AAPR630321XNELRC');
  });

  it.each([
    // nombre, apellido paterno, apellido materno, positions 1–4 and 14–16
    ['ALBERTO', 'ÑANDO', 'RODRIGUEZ', 'XARA NDL'],
    ['Ñandú', 'Pérez', 'Ñañez', 'PEXX RXN'],
    ['ALBERTO', 'N\u0303ANDO', 'RODRI\u0301GUEZ', 'XARA NDL'], // decomposed
    ['ANA', 'OÑATE', 'IÑIGUEZ', 'OAIA XXN'],
    ['ANA', 'PEÑA', 'IBÁÑEZ', 'PEIA XBN'],
    ['MARIA LUISA', 'PEREZ', 'HERNANDEZ', 'PEHL RRS'],
    ['LUIS ENRIQUE', 'ROMERO', 'PALAZUELOS', 'ROPL MLS'],
    ['JUAN JOSE', 'D/AMICO', 'ALVAREZ', 'DXAJ XLN'],
    ['ROCIO', 'RIVA PALACIO', 'CRUZ', 'RICR VRC'],
    ['CARLOS', 'MC GREGOR', 'LOPEZ', 'GELC RPR'],
    ['ANDRES', 'ICH', 'RODRIGUEZ', 'IXRA CDN'],
    ['LUIS', 'ARGÜELLO', 'GÜEMES', 'AUGL RMS'],
    ['ENRIQUE', 'PEÑA', 'NIETO', 'PXNE XTN'],
    ['ANA', 'YÁÑEZ', 'AYALA', 'YAAA XYN'], // Y is a consonant
    // special characters, whichever the keyboard gave
    ...["O'HARA", 'O’HARA', 'O´HARA', 'O-HARA', 'O.HARA', 'O/HARA', 'O`HARA'].map((surname) => [
      'ANA',
      surname,
      surname,
      'OXOA XXN',
    ]),
    ["'ESSIO", 'TORRES', '-BRAVO', 'TOXX RBS'],
    ['ANA', 'GARCIA-LOPEZ', 'LEA-RUIZ', 'GALA RXN'], // a hyphen does not split
    ['ANA', 'T-ORRES', 'SALAS', 'TXSA XLN'],
    // words of one letter
    ['ANA', 'O RELLING', 'E SOTO', 'OXEA XXN'],
    ['J', 'O', 'E', 'OXEJ XXX'],
    // particles: whole words at the beginning, never the last word
    ['ANA', 'DE LA CRUZ', 'DEL VALLE', 'CUVA RLN'],
    ['ANA', 'DE LA O', 'Y', 'OXYA XXN'],
    ['ANA', 'DE LA', 'VON DER MAC', 'LAMA XCN'],
    ['ANA', 'DELGADO', 'MACIAS', 'DEMA LCN'],
    ['ANA', 'VANEGAS', 'LASTRA', 'VALA NSN'],
    ['ANA', 'CRUZ DE LA', 'SOTO Y DIAZ', 'CUSA RTN'],
    ['DE LOS ANGELES', 'LUNA', 'SOL', 'LUSA NLN'],
    // common names: once, then particles again, never the last word
    ['MARIA', 'LUNA', 'SOL', 'LUSM NLR'],
    ['MARIA JOSE', 'LUNA', 'SOL', 'LUSJ NLS'],
    ['JOSE MARIA LUIS', 'LUNA', 'SOL', 'LUSM NLR'],
    ['MARIA DE LOS ANGELES', 'LUNA', 'SOL', 'LUSA NLN'],
    ['MARIA DE LA O', 'LUNA', 'SOL', 'LUSO NLX'],
    ['DE MARIA ELENA', 'LUNA', 'SOL', 'LUSE NLL'],
    ...['MA.', 'MA', 'M.', 'M', 'J.', 'J', 'JOSE', 'María', 'josé'].map((common) => [
      `${common} DE JESUS`,
      'LUNA',
      'SOL',
      'LUSJ NLS',
    ]),
    ['M.', 'LUNA', 'SOL', 'LUSM NLX'],
    ['MA.', 'LUNA', 'SOL', 'LUSM NLX'],
    ['MARIANA INES', 'LUNA', 'SOL', 'LUSM NLR'],
    ['MARIA-ELENA', 'LUNA', 'SOL', 'LUSM NLR'],
    ['ANA', 'MARIA SOTO', 'JOSE', 'MAJA RSN'], // surnames have no common names
    // case and blanks
    ['  josé \u00a0  luis ', '\tde  la\u00a0cruz', ' sol ', 'CUSL RLS'],
  ] as string[][])('%s · %s · %s → %s', (nombre, paterno, materno, expected) => {
    expect(letters(nombre!, paterno, materno)).toBe(expected);
  });

  // The examples of [R] 5.1 by their numbers, at second hand: as public validators quote them.
  it.each([
    ['1.1', 'Ñacurutú', 'Zárate', 'y Heredia', 'ZAHX RRC'],
    ['1.1', 'Tomás', 'Castillejo', 'Ñandú', 'CAXT SNM'],
    ['1.2', 'Lucero Beatriz Alondra', 'Pérez', 'García', 'PEGL RRC'],
    ['1.2', 'Guadalupe José María', 'Reyes', 'Gardu', 'REGG YRD'],
    ['1.3', 'Ma. Guadalupe', 'Estrada', 'López', 'EALG SPD'],
    ['1.3', 'José María', 'Hernández', 'Lugo', 'HELM RGR'],
    ['1.3', 'J Ricardo', 'López', 'Blanco', 'LOBR PLC'],
    ['1.4', "'Essio", 'Torres', 'Bravo', 'TOBX RRS'],
    ['1.4', 'Roberto', 'L-Castillo', 'Hogaza', 'LXHR XGB'],
    ['1.5', 'Roberto', 'López-Castillo', 'Hogaza', 'LOHR PGB'],
    ['1.5', 'Iliana', 'Guillen', 'del Castillo-Rodríguez', 'GUCI LSL'],
    ['1.6', 'Dalia', 'Argüello', 'Pérez', 'AUPD RRL'],
    ['1.7', 'Juan Ángel', 'de las Lomas', 'Garces', 'LOGJ MRN'],
    ['1.7', 'Van Rob', 'Pérez', 'Galeazi', 'PEGR RLB'],
    ['1.8', 'Ofelia', 'Pedrero', 'Domínguez', 'PXDO DMF'],
    ['1.8', 'Oscar', 'Johnson', 'Torres', 'JXTO HRS'],
    ['1.9', 'Yazbek', 'Smrz', 'Jarosval', 'SXJY MRZ'],
    ['1.10', 'Julio Tomás', 'Garduño', '', 'GAXJ RXL'],
    ['1.11', 'Nancy', '', '', 'XXXN XXN'],
    ['1.12', 'Paola', 'Eñuma', 'Rosas', 'EURP XSL'],
    ['1.13', 'Andrés', 'Po', 'Barrios', 'POBA XRN'],
    ['1.13', 'Manuel', 'Pedroza', 'Ueia', 'PEUM DXN'],
    ['1.14', 'Claudio', 'Zitlalpopoca', '', 'ZIXC TXL'],
    ['1.16', 'Ma. de los Ángeles', 'Moreno', 'Sánchez', 'MOSA RNN'],
    ['1.17', 'Fabiola', '', '', 'XXXF XXB'],
    ['1.18', 'Juan José', "O'Hara", 'Álvarez', 'OXAJ XLN'],
  ])('follows the example %s: %s · %s · %s → %s', (_number, nombre, paterno, materno, expected) => {
    expect(letters(nombre, paterno, materno)).toBe(expected);
  });

  it.each([undefined, null, '', '  ', '\u00a0'])('takes %j for an absent surname', (none) => {
    expect(letters('LUIS', 'PEREZ', none)).toBe('PEXL RXS');
    expect(letters('LUIS', none, 'PEREZ')).toBe('PEXL RXS');
    expect(letters('LUIS', none, none)).toBe('XXXL XXS');
  });

  it.each(reference.palabrasInconvenientes)('%s gets X as its second letter', (word) => {
    const [one, two, three, four] = word;
    const derived = letters(`${four}ZZ`, `${one}${two}ZZ`, `${three}ZZ`);
    expect(derived).toBe(`${one}X${three}${four} ZZZ`);
  });

  it.each([
    { fechaNacimiento: '1999-02-29' },
    { fechaNacimiento: '1999-13-01' },
    { fechaNacimiento: '26/06/1956' },
    { fechaNacimiento: '' },
    { entidad: 'CX' },
    { entidad: 'constructor' },
    { sexo: 'F' as 'M' },
  ])('throws for %j instead of making something up', (wrong) => {
    expect(() => deriveCurp({ ...SALGADO, ...wrong })).toThrow(RangeError);
  });
});

describe('parseCurp', () => {
  it('tells the birth date, the sex and the state', () => {
    expect(parse(OFFICIAL)).toEqual({
      ok: true,
      curp: OFFICIAL,
      fechaNacimiento: '1956-06-26',
      sexo: 'M',
      entidad: 'DF',
      warnings: [],
    });
  });

  it.each([
    ' sabc560626mdflrn01 ',
    'SABC-560626-MDFLRN-01',
    'SABC 560626\u00a0MDF\tLRN–0−1\n',
    'SÁBC560626MDFLRÑ01'.replace('Ñ', 'N\u0301'),
    '\ufeffSABC\u00ad560626MDFLRN\u200b01',
  ])('reads %j', (text) => expect(parse(text)).toMatchObject({ ok: true, curp: OFFICIAL }));

  it.each([
    ['H', 'X', 'M'].map((sexo) => complete(`SABC560626${sexo}DFLRN0`)),
    Object.keys(ENTIDADES).map((entidad) => complete(`SABC560626M${entidad}LRN0`)),
    ['SXBC', 'XXXA', 'SABX'].map((start) => complete(`${start}560626MDFXXX0`)),
  ])('accepts every sex, state and X of the rules (%#)', (...curps) => {
    for (const curp of curps) expect(reasonOf(curp)).toBe('ok');
  });

  it.each<[string, CurpReason, number | undefined]>([
    ['', 'vacia', undefined],
    [' -\u00a0', 'vacia', undefined],
    [OFFICIAL.slice(1), 'longitud', undefined],
    [`${OFFICIAL}1`, 'longitud', undefined],
    ['5ABC560626MDFLRN01', 'letrasIniciales', 1],
    ['SBBC560626MDFLRN01', 'letrasIniciales', 2],
    ['SAÑC560626MDFLRN01', 'letrasIniciales', 3],
    ['SAB*560626MDFLRN01', 'letrasIniciales', 4],
    ['SABC5606O6MDFLRN01', 'fechaNoNumerica', 9],
    [complete('SABC561326MDFLRN0'), 'fechaImposible', 7],
    [complete('SABC560026MDFLRN0'), 'fechaImposible', 7],
    [complete('SABC560230MDFLRN0'), 'fechaImposible', 9],
    [complete('SABC560431MDFLRN0'), 'fechaImposible', 9],
    [complete('SABC560400MDFLRN0'), 'fechaImposible', 9],
    [complete('SABC990229MDFLRN0'), 'fechaImposible', 9],
    [complete('SABC000229MDFLRN0'), 'fechaImposible', 9], // 1900 was not a leap year
    [complete('SABC260511MDFLRNA'), 'fechaFutura', 5],
    [complete('SABC560626MDFLRNA'), 'fechaFutura', 5],
    [complete('SABC560626FDFLRN0'), 'sexo', 11],
    [complete('SABC560626MCXLRN0'), 'entidad', 12],
    ['SABC560626M0FLRN01', 'entidad', 12],
    [complete('SABC560626MDFARN0'), 'consonantes', 14],
    ['SABC560626MDFLÑN01', 'consonantes', 15],
    ['SABC560626MDFLRN_1', 'homoclave', 17],
    ['SABC560626MDFLRN0I', 'digitoNoNumerico', 18],
    ['SABC560626MDFLRN02', 'digitoVerificador', 18],
    ['SABC560626MDFLRN09', 'digitoVerificador', 18], // the drawing of the DOF: its digit is decoration
  ])('refuses %j: %s, position %s', (text, reason, position) => {
    expect(reasonOf(text)).toEqual([reason, position]);
  });

  it('takes the century from position 17, and today from its argument', () => {
    const born = (start: string) => parse(complete(start));
    expect(born('SABC260510MDFLRNA')).toMatchObject({ fechaNacimiento: '2026-05-10' });
    expect(born('SABC260510MDFLRN9')).toMatchObject({ fechaNacimiento: '1926-05-10' });
    expect(born('SABC000229MDFLRNA')).toMatchObject({ fechaNacimiento: '2000-02-29' });
    expect(born('SABC991231MDFLRN0')).toMatchObject({ fechaNacimiento: '1999-12-31' });
    expect(parseCurp(complete('SABC260511MDFLRNA'), new Date('2026-05-11')).ok).toBe(true);
    expect(parseCurp(OFFICIAL).ok).toBe(true);
  });

  it('warns, and only warns, of what is unusual', () => {
    expect(warningsOf(complete('PENE560626MDFXTN0'))).toEqual(['palabraInconveniente']);
    expect(warningsOf(complete('PXNE560626MDFXTN0'))).toEqual([]);
    expect(warningsOf(complete('SABC050626MDFLRNJ'))).toEqual([]);
    expect(warningsOf(complete('SABC050626MDFLRNK'))).toEqual(['homoclavePocoComun']);
    expect(warningsOf(complete('SABC050626MDFLRNZ'))).toEqual(['homoclavePocoComun']);
    expect(warningsOf(complete('SABC000626MDFLRN0'))).toEqual(['sigloDudoso']);
    expect(warningsOf(complete('SABC000626MDFLRNA'))).toEqual([]);
    expect(warningsOf(complete('SABC010626MDFLRN0'))).toEqual([]);
  });
});

describe('compareCurp', () => {
  it.each<[Partial<DatosComparables>, string[]]>([
    [{}, []],
    [{ nombre: 'Elena' }, ['nombre']],
    [{ nombre: 'Carmen' }, ['nombre']], // same initial, another consonant
    [{ nombre: 'María Concepción' }, []],
    [{ nombre: '' }, ['nombre']],
    [{ apellidoPaterno: 'Solgado' }, ['apellidoPaterno']],
    [{ apellidoPaterno: 'Sarmiento' }, ['apellidoPaterno']],
    [{ apellidoPaterno: 'de Salgado y Ruiz' }, []],
    [{ apellidoMaterno: 'Bueno' }, ['apellidoMaterno']],
    [{ apellidoMaterno: '' }, ['apellidoMaterno']],
    [{ apellidoPaterno: null }, ['apellidoPaterno', 'apellidoMaterno']],
    [
      { apellidoPaterno: 'Briseño', apellidoMaterno: 'Salgado' },
      ['apellidoPaterno', 'apellidoMaterno'],
    ],
    [{ fechaNacimiento: '1956-06-27' }, ['fechaNacimiento']],
    [{ fechaNacimiento: '26/06/1956' }, ['fechaNacimiento']],
    [{ fechaNacimiento: '2056-06-26' }, ['fechaNacimiento']], // a digit in 17: born before 2000
    [{ sexo: 'H' }, ['sexo']],
    [{ sexo: 'm', entidad: 'df' }, []],
    [{ entidad: 'NE' }, ['entidad']],
    [{ fechaNacimiento: '', sexo: null, entidad: undefined }, []],
    [{ nombre: 'Luis', sexo: 'H', entidad: 'MC' }, ['nombre', 'sexo', 'entidad']],
  ])('with %j reports %j', (change, expected) => {
    expect(compareCurp('sabc-560626-mdflrn-01', { ...SALGADO, ...change })).toEqual(expected);
  });

  it('sees a wrong century through position 17, save where the CURP itself is in doubt', () => {
    const born = (curp: string, fechaNacimiento: string) =>
      compareCurp(complete(curp), { ...SALGADO, fechaNacimiento });
    expect(born('SABC910626MDFLRN0', '1991-06-26')).toEqual([]);
    expect(born('SABC910626MDFLRN0', '2091-06-26')).toEqual(['fechaNacimiento']);
    expect(born('SABC100626MDFLRNA', '2010-06-26')).toEqual([]);
    expect(born('SABC100626MDFLRNA', '1910-06-26')).toEqual(['fechaNacimiento']);
    expect(born('SABC000626MDFLRNA', '1900-06-26')).toEqual(['fechaNacimiento']);
    // Year 00 with a digit says 1900 and is often a mistake for 2000 (sigloDudoso).
    expect(born('SABC000626MDFLRN0', '1900-06-26')).toEqual([]);
    expect(born('SABC000626MDFLRN0', '2000-06-26')).toEqual([]);
    expect(born('SABC000626MDFLRN0', '1800-06-26')).toEqual(['fechaNacimiento']);
  });

  it('takes a lone surname as the first one, in whichever field', () => {
    const curp = complete('PEXL560626HDFRXS0');
    expect(compareCurp(curp, { nombre: 'Luis', apellidoPaterno: 'Pérez' })).toEqual([]);
    expect(compareCurp(curp, { nombre: 'Luis', apellidoMaterno: 'Pérez' })).toEqual([]);
    expect(compareCurp(curp, { nombre: 'Luis', apellidoMaterno: 'Gil' })).toEqual([
      'apellidoMaterno',
    ]);
    expect(compareCurp(complete('XXXL560626HDFXXS0'), { nombre: 'Luis' })).toEqual([]);
  });

  it('agrees with an inconvenient word, substituted or not, and blames the right datum', () => {
    const pena = { nombre: 'Enrique', apellidoPaterno: 'Peña', apellidoMaterno: 'Nieto' };
    expect(compareCurp(complete('PXNE560626HDFXTN0'), pena)).toEqual([]);
    expect(compareCurp(complete('PENE560626HDFXTN0'), pena)).toEqual([]);
    expect(compareCurp(complete('PANE560626HDFXTN0'), pena)).toEqual(['apellidoPaterno']);
    expect(compareCurp(complete('PXNE560626HDFXTN0'), { ...pena, nombre: 'Luis' })).toEqual([
      'nombre',
    ]);
    // PENL is no inconvenient word: there the X can only come from another surname.
    expect(compareCurp(complete('PXNL560626HDFXTS0'), { ...pena, nombre: 'Luis' })).toEqual([
      'apellidoPaterno',
    ]);
  });
});

describe('findCurp', () => {
  const CUEVAS = complete('CURP850101HDFVMD0'); // CURP can be somebody's initials
  const OVERLAPPED = complete('FXRN020626MDFLRN0');
  it.each([
    [OFFICIAL, OFFICIAL],
    [`INSTITUTO NACIONAL ELECTORAL\nCURP ${OFFICIAL}\nAÑO DE REGISTRO 1991 02`, OFFICIAL],
    [`CURP\n${OFFICIAL}`, OFFICIAL],
    [`curp: ${OFFICIAL.toLowerCase()}`, OFFICIAL],
    [`XCURP${OFFICIAL}AÑO DE REGISTRO`, OFFICIAL],
    [`SECCIÓN 0123 ${OFFICIAL.replace('A', 'Á')}`, OFFICIAL],
    ['CURP SABC 560626 MDFLRN-01', OFFICIAL],
    [`SABC560626MDFLRN02 ${OFFICIAL}`, OFFICIAL], // a misread one first
    // Candidates overlap: SABC560626MDFXRN02 has the wrong digit, what begins inside it is right.
    [`SABC560626MD${OVERLAPPED}`, OVERLAPPED],
    [`CURP ${CUEVAS}`, CUEVAS],
    [`CURP ${CUEVAS.slice(4)}`, null], // the label must not stand in for lost letters
    [CUEVAS, CUEVAS],
    [complete('SABC560626XDFLRN0'), complete('SABC560626XDFLRN0')],
    ['', null],
    ['CLAVE DE ELECTOR SLBRCN56062609M100', null],
    ['CURP SABC560626MDFLRN02', null],
    ['CURP SABC560626\nMDFLRN01', null],
    ['SABC560626 CURP\nMDFLRN01', null], // nor does removing the label join two lines
    ['SABC560626 CURP MDFLRN01', OFFICIAL],
    [`CURP :\t${OFFICIAL}`, OFFICIAL],
    [`CURP\r\n${CUEVAS.slice(4)}`, null],
    ['CURP SABC560626MDFLRNO1', null], // O for 0: the digit agrees, the birth would be in 2056
    ['CURP SABC56O626MDFLRN01', null],
    [complete('SABC560230MDFLRN0'), null],
    [complete('SABC561326MDFLRN0'), null],
    [complete('SABC560626FDFLRN0'), null],
    [complete('SABC560626MCXLRN0'), null],
    [complete('SABC560626MDFARN0'), null],
    [complete('SLBC560626MDFLRN0'), null], // a consonant in position 2, which parseCurp refuses
  ])('%j → %j', (text, expected) => expect(findCurp(text, TODAY)).toBe(expected));

  it('takes a birth on the day itself, and none to come', () => {
    const curp = complete('SABC260511MDFLRNA');
    expect(findCurp(curp, new Date('2026-05-10T23:59:59Z'))).toBeNull();
    expect(findCurp(curp, new Date('2026-05-11T00:00:00Z'))).toBe(curp);
  });
});

describe('nombreEntidad', () => {
  it('names the 32 states and NE, and nothing else', () => {
    expect(Object.keys(ENTIDADES)).toHaveLength(33);
    expect(nombreEntidad('DF')).toBe('Ciudad de México');
    expect(nombreEntidad('NE')).toBe('Nacido en el extranjero');
    expect(nombreEntidad('CX')).toBeUndefined();
    expect(nombreEntidad('toString')).toBeUndefined();
  });
});

describe('properties', () => {
  const words = [
    ...[...reference.particulas, ...reference.nombresComunes],
    ...["O'Hara", 'D/Amico', 'Ñúñez', 'Güemes', 'Ich', 'O', 'Peña', 'Rivas-Gil', 'Østby', 'Robles'],
  ];
  const someName = fc
    .array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'grapheme', maxLength: 6 })), {
      maxLength: 4,
    })
    .map((parts) => parts.join(' '));
  const person: fc.Arbitrary<DatosCurp> = fc.record({
    nombre: someName,
    apellidoPaterno: fc.option(someName),
    apellidoMaterno: fc.option(someName, { nil: undefined }),
    fechaNacimiento: fc
      .date({ min: new Date('1901-01-01'), max: TODAY, noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    sexo: fc.constantFrom('H', 'M', 'X'),
    entidad: fc.constantFrom(...Object.keys(ENTIDADES)),
  });
  const curpOf = (datos: DatosCurp) =>
    complete(deriveCurp(datos), datos.fechaNacimiento < '2000' ? '0' : 'A');

  it('derive → check digit → parse gives the data back, and they agree', () => {
    fc.assert(
      fc.property(person, (datos) => {
        const { fechaNacimiento, sexo, entidad } = datos;
        const curp = curpOf(datos);
        expect(parse(curp)).toEqual({
          ok: true,
          curp,
          fechaNacimiento,
          sexo,
          entidad,
          warnings: [],
        });
        expect(compareCurp(curp, datos)).toEqual([]);
        expect(findCurp(`CURP ${curp}`)).toBe(curp);
      }),
    );
  });

  it('finds exactly what parses', () => {
    // Somebody's CURP with up to two characters changed, and the right check digit for them.
    const almost = fc
      .tuple(
        person,
        fc.array(fc.tuple(fc.integer({ min: 0, max: 16 }), fc.constantFrom(...'0159AXLBÑ')), {
          maxLength: 2,
        }),
      )
      .map(([datos, changes]) => {
        const characters = [...curpOf(datos)];
        for (const [at, character] of changes) characters[at] = character;
        return complete(characters.slice(0, 16).join(''), characters[16]);
      });
    let found = 0;
    fc.assert(
      fc.property(almost, (text) => {
        const reading = parseCurp(text, TODAY);
        expect(findCurp(text, TODAY)).toBe(reading.ok ? text : null);
        if (reading.ok) found += 1;
      }),
      { numRuns: 1_000, examples: [[complete('SLBC560626MDFLRN0')]] },
    );
    expect(found).toBeGreaterThan(200);
  });

  it('another digit is refused unless its weight makes the sums collide', () => {
    const digitAt = fc.oneof(fc.integer({ min: 5, max: 10 }), fc.constantFrom(17, 18));
    fc.assert(
      fc.property(person, digitAt, fc.integer({ min: 1, max: 9 }), (datos, position, delta) => {
        const curp = complete(deriveCurp({ ...datos, fechaNacimiento: '1985-11-14' }), '3');
        const changed = (Number(curp.charAt(position - 1)) + delta) % 10;
        const mutant = curp.slice(0, position - 1) + changed + curp.slice(position);
        const difference = changed - Number(curp.charAt(position - 1));
        const collides = position < 18 && ((19 - position) * difference) % 10 === 0;
        const result = parse(mutant);
        if (!collides) expect(result.ok).toBe(false);
        // A collision is another real date or another homoclave, or it is an impossible date.
        else expect(result.ok || result.reason === 'fechaImposible').toBe(true);
        if (position <= 10)
          expect(compareCurp(mutant, { ...datos, fechaNacimiento: '1985-11-14' })).toEqual([
            'fechaNacimiento',
          ]);
      }),
    );
  });

  it('never throws, and normalises once and for all, whatever the text', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom(...'SABC560626MDFLRN01Ññ\u0303\u0301 -'), maxLength: 24 }),
    );
    fc.assert(
      fc.property(anything, anything, (text, other) => {
        const once = normalizeCurp(text);
        expect(normalizeCurp(once)).toBe(once);
        const result = parse(text);
        if (result.ok) expect(parse(result.curp)).toEqual(result);
        else expect(explainCurp(result)).toMatch(/\.$/);
        compareCurp(text, { nombre: other, apellidoPaterno: text, fechaNacimiento: other });
        const found = findCurp(text);
        if (found !== null) expect(checkDigit(found.slice(0, 17))).toBe(found.charAt(17));
      }),
      { numRuns: 500 },
    );
  });

  it.each([undefined, null, 0, 560626, true, {}, [OFFICIAL], Symbol('x')])(
    'takes %s, which is not text, for nothing written',
    (value) => {
      const text = value as string;
      expect(parseCurp(text)).toEqual({ ok: false, reason: 'vacia' });
      expect(findCurp(text)).toBeNull();
      expect(compareCurp(text, { nombre: text, sexo: text })).toContain('nombre');
      expect(() => checkDigit(text)).toThrow(RangeError);
    },
  );

  it('reads very long texts in linear time', () => {
    // By the processor's clock: another one's says how busy the machine is, too.
    const start = process.threadCpuUsage();
    for (const unit of ['CURP ', 'CURP:', ' ', 'A0', OFFICIAL.slice(0, 17), 'N\u0303', '🙂']) {
      const text = unit.repeat(300_000 / unit.length);
      expect(findCurp(text)).toBeNull();
      expect(parseCurp(text).ok).toBe(false);
    }
    const { user, system } = process.threadCpuUsage(start);
    expect((user + system) / 1_000).toBeLessThan(5000); // quadratic would be minutes
  });
});
