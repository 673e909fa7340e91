import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BASE, change, seccion, texto } from '../../../../../tests/factories/definiciones.ts';
import {
  addCampo,
  addSeccion,
  moveSeccion,
  placeCampo,
  removeCampo,
  removeSeccion,
  setCampo,
  setSeccion,
} from '../../constructor/rules.ts';
import type { Definicion } from '../../contract.ts';
import type { Regla } from '../../reglas/contract.ts';
import { compareDefiniciones } from '../comparacion/rules.ts';
import {
  apartarNuevas,
  definicionDe,
  describeParte,
  describeTraslado,
  detallesDe,
  nombreDeParte,
  unirDefiniciones,
  unirSinPreguntar,
} from './rules.ts';

describe('two who edit one draft', () => {
  const join = (mine: Definicion, theirs: Definicion) => {
    const { valores, conflictos, ajenos } = unirDefiniciones(BASE, mine, theirs);
    const definicion = definicionDe(valores, { base: BASE, mine, theirs });
    return { definicion, valores, conflictos, ajenos };
  };

  it('what each changed apart stays, without a question', () => {
    const mine = change((d) => {
      d.secciones[0]!.campos[0]!.etiqueta = 'La mía';
      d.secciones[0]!.campos.push(texto('mio'));
    });
    const theirs = change((d) => {
      d.secciones[1]!.titulo = 'La suya';
      d.secciones[0]!.campos.splice(1, 0, texto('suyo'));
      d.mensajes = { bienvenida: 'La suya.' };
      d.secciones.push(seccion('c', texto('nuevo')));
    });
    const { definicion, conflictos } = join(mine, theirs);
    expect(conflictos).toEqual([]);
    expect(
      definicion.secciones.map(({ titulo, campos }) => [
        titulo,
        campos.map(({ etiqueta }) => etiqueta),
      ]),
    ).toEqual([
      ['Sección a', ['La mía', 'Pregunta suyo', 'Pregunta dos', 'Pregunta mio']],
      ['La suya', ['Pregunta tres']],
      ['Sección c', ['Pregunta nuevo']],
    ]);
    expect(definicion.mensajes?.bienvenida).toBe('La suya.');
  });

  it('nothing changed where a database keeps keys in an order of its own', () => {
    // As jsonb gives them back: the shorter key first.
    const asKept = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(asKept);
      if (typeof value !== 'object' || value === null) return value;
      const short = ([a]: [string, unknown], [b]: [string, unknown]) => a.length - b.length;
      const entries = Object.entries(value).map(([k, v]): [string, unknown] => [k, asKept(v)]);
      return Object.fromEntries(entries.toSorted(short));
    };
    const mine = change((d) => {
      d.secciones[0]!.campos[0]!.etiqueta = 'La mía';
    });
    const theirs = asKept(
      change((d) => {
        d.secciones[1]!.titulo = 'La suya';
      }),
    ) as Definicion;
    const { definicion, conflictos } = join(mine, theirs);
    expect(conflictos).toEqual([]);
    expect(definicion.secciones[0]!.campos[0]!.etiqueta).toBe('La mía');
    expect(compareDefiniciones(BASE, asKept(BASE) as Definicion)).toEqual([]);
  });

  it('the same field changed by both is asked about', () => {
    const mine = change((d) => {
      d.secciones[0]!.campos[0]!.etiqueta = 'La mía';
    });
    const theirs = change((d) => {
      d.secciones[0]!.campos[0]!.etiqueta = 'La suya';
    });
    expect(join(mine, theirs).conflictos).toEqual(['campo uno/etiqueta']);
  });

  it('of one field, only what both changed is asked about, each part by itself', () => {
    const mine = change((d) => {
      Object.assign(d.secciones[0]!.campos[0]!, { etiqueta: 'La mía', ayuda: 'Mía.' });
    });
    const theirs = change((d) => {
      const uno = { etiqueta: 'La suya', obligatorio: false, maxLongitud: 9 };
      Object.assign(d.secciones[0]!.campos[0]!, uno);
    });
    const { valores, conflictos, ajenos, definicion } = join(mine, theirs);
    expect(conflictos).toEqual(['campo uno/etiqueta']);
    expect(ajenos.toSorted()).toEqual(['campo uno/obligatorio', 'campo uno/respuesta']);
    const [key] = conflictos as [string];
    expect(nombreDeParte(key, mine)).toBe('Campo «La mía»: la pregunta');
    expect(describeParte(key, mine, theirs)).toBe('«La mía»');
    expect(describeParte('campo uno/respuesta', theirs, mine)).toBe('9');
    const joined = { ayuda: 'Mía.', obligatorio: false, maxLongitud: 9 };
    expect(definicion.secciones[0]!.campos[0]).toMatchObject({ ...joined, etiqueta: 'La mía' });
    const chosen = { ...valores, [key]: detallesDe(theirs)[key]! };
    expect(
      definicionDe(chosen, { base: BASE, mine, theirs }).secciones[0]!.campos[0],
    ).toMatchObject({ ...joined, etiqueta: 'La suya' });
  });

  it('what one took away and the other wrote on in is told whole', () => {
    const mine = change((d) => {
      d.secciones[0]!.campos[0]!.etiqueta = 'La mía';
    });
    const theirs = change((d) => {
      d.secciones[0]!.campos.shift();
    });
    expect(join(mine, theirs).conflictos).toEqual(['campo uno']);
    expect(describeParte('campo uno', mine, theirs)).toContain('la pregunta: «La mía»');
    expect(describeParte('campo uno', theirs, mine)).toBe('Se quitó');
  });

  it("a rule that an editor only numbered anew is nobody's change", () => {
    const withIds = (id: string, mensaje: string) =>
      change((d) => {
        const regla = d.reglas[0]!;
        d.reglas[0] = { ...regla, mensaje, condicion: { ...regla.condicion, id } as never };
      });
    const { conflictos, definicion } = join(
      withIds('a', 'Mío.'),
      withIds('b', BASE.reglas[0]!.mensaje),
    );
    expect(conflictos).toEqual([]);
    expect(definicion.reglas[0]!.mensaje).toBe('Mío.');
  });

  it('the order in which the other put things stays where I moved nothing', () => {
    const turned = change((d) => {
      d.secciones[0]!.campos.reverse();
    });
    const mine = change((d) => {
      d.secciones[0]!.campos.push(texto('mio'));
    });
    const claves = (definicion: Definicion) =>
      definicion.secciones[0]!.campos.map(({ clave }) => clave);
    expect(claves(join(mine, turned).definicion)).toEqual(['dos', 'mio', 'uno']);
    expect(claves(join(turned, mine).definicion)).toEqual(['dos', 'mio', 'uno']);
  });

  it('what both put in order, each in another, is asked about', () => {
    const base = change((d) => {
      d.secciones[0]!.campos = [texto('a'), texto('b'), texto('c'), texto('d')];
      d.secciones.push(seccion('c', texto('e')));
    });
    const ordered = (campos: string, secciones: string, more: readonly string[] = []) => ({
      ...base,
      secciones: [...secciones].map((one) => {
        const found = base.secciones.find(({ clave }) => clave === one)!;
        return one === 'a'
          ? { ...found, campos: [...campos, ...more].map((x) => texto(x)) }
          : found;
      }),
    });
    const mine = ordered('bacd', 'bac', ['mio']);
    const theirs = ordered('acbd', 'acb', ['suyo']);
    const { valores, conflictos } = unirDefiniciones(base, mine, theirs);
    expect(conflictos).toEqual(['orden secciones', 'orden campos a']);
    const tres = { base, mine, theirs };
    const shape = ({ secciones }: Definicion) =>
      secciones.map(({ clave, campos }) => [clave, campos.map((one) => one.clave).join(' ')]);
    expect(shape(definicionDe(valores, tres))).toEqual([
      ['b', 'tres'],
      ['a', 'b a c d suyo mio'],
      ['c', 'e'],
    ]);
    const [, key] = conflictos as [string, string];
    const chosen = { ...valores, [key]: detallesDe(theirs)[key]! };
    expect(shape(definicionDe(chosen, tres))[1]).toEqual(['a', 'a c b d mio suyo']);
    expect(nombreDeParte(key, mine)).toBe('Orden de los campos de «Sección a»');
    expect(describeParte(key, mine, theirs)).toBe('«Pregunta b», «Pregunta a», «Pregunta c»');
    expect(describeParte(key, theirs, mine)).toBe('«Pregunta a», «Pregunta c», «Pregunta b»');
    // In the same order, or by one of the two alone: nothing to ask.
    expect(unirDefiniciones(base, mine, ordered('bacd', 'bac')).conflictos).toEqual([]);
    expect(unirDefiniciones(base, mine, ordered('abcd', 'abc', ['suyo'])).conflictos).toEqual([]);
    // What the other took away is no order: theirs of the rest stays.
    const sinA = ordered('dcb', 'abc');
    expect(shape(unirSinPreguntar(base, ordered('bcda', 'abc'), sinA))[0]).toEqual(['a', 'd c b']);
  });

  it('a section that one took away and the other wrote in is asked about, with what becomes of what is kept', () => {
    const writes = change((d) => {
      d.secciones[1]!.campos.push(texto('mio'));
    });
    const removes = change((d) => {
      d.secciones.pop();
    });
    const shape = ({ secciones }: Definicion) =>
      secciones.map(({ clave, campos }) => [clave, ...campos.map((campo) => campo.clave)]);
    for (const [mine, theirs] of [
      [writes, removes],
      [removes, writes],
    ] as const) {
      const { valores, conflictos, ajenos } = join(mine, theirs);
      expect(conflictos).toEqual(['seccion b']);
      expect(ajenos).not.toContain('seccion b');
      const from = { base: BASE, mine, theirs };
      const taking = (one: Definicion) =>
        shape(
          definicionDe({ ...valores, 'seccion b': detallesDe(one)['seccion b'] ?? null }, from),
        );
      expect(taking(writes)).toEqual([
        ['a', 'uno', 'dos'],
        ['b', 'tres', 'mio'],
      ]);
      expect(taking(removes)).toEqual([['a', 'uno', 'dos', 'mio']]);
      expect(describeParte('seccion b', removes, writes)).toBe('Se quitó');
      expect(describeParte('seccion b', writes, removes)).toBe(
        'Se queda, con «Pregunta tres», «Pregunta mio»',
      );
      expect(describeTraslado('seccion b', valores, from)).toBe(
        'Con ella se quita: «Pregunta tres». Lo que se escribió en ella pasa a «Sección a»: «Pregunta mio».',
      );
    }
    expect(describeTraslado('campo mio', {}, { base: BASE, mine: BASE, theirs: BASE })).toBe(
      undefined,
    );
  });

  it('of two who add at once, each keeps what they added, with what names it', () => {
    const regla = (mensaje: string, field: string): Regla => ({
      ...BASE.reglas[0]!,
      clave: 'regla1',
      mensaje,
      condicion: { combinator: 'and', rules: [{ field, operator: '=', value: 'sí' }] },
    });
    const adding = (whose: string) =>
      change((d) => {
        d.secciones[0]!.campos.push(texto('campo1', { etiqueta: whose }));
        d.secciones.push({ clave: 'seccion1', titulo: whose, campos: [texto('igual')] });
        d.secciones[2]!.campos.push(
          texto(`de${whose}`, { visibleSi: { campo: 'campo1', operador: 'igual', valor: 'x' } }),
        );
        d.reglas.push(regla(whose, 'respuesta.campo1'));
      });
    const [mine, theirs] = [adding('Mia'), adding('Suya')];
    const mia = apartarNuevas(BASE, mine, theirs);
    const { definicion, conflictos } = join(mia, theirs);
    expect(conflictos).toEqual([]);
    const fields = definicion.secciones.map(({ clave, titulo, campos }) => [
      `${clave} ${titulo}`,
      ...campos.map((one) => [one.clave, one.etiqueta, one.visibleSi?.campo].join(' ').trim()),
    ]);
    expect(fields).toEqual([
      ['a Sección a', 'uno Pregunta uno', 'dos Pregunta dos', 'campo2 Mia', 'campo1 Suya'],
      ['b Sección b', 'tres Pregunta tres'],
      ['seccion2 Mia', 'campo3 Pregunta igual', 'deMia Pregunta deMia campo2'],
      ['seccion1 Suya', 'igual Pregunta igual', 'deSuya Pregunta deSuya campo1'],
    ]);
    expect(
      definicion.reglas
        .slice(1)
        .toSorted((a, b) => a.clave.localeCompare(b.clave))
        .map(({ clave, mensaje, condicion }) => [clave, mensaje, JSON.stringify(condicion)]),
    ).toEqual([
      ['regla1', 'Suya', expect.stringContaining('respuesta.campo1')],
      ['regla2', 'Mia', expect.stringContaining('respuesta.campo2')],
    ]);
    // The same, added by both, is one.
    expect(apartarNuevas(BASE, mine, mine)).toEqual(mine);
    expect(join(mine, mine).conflictos).toEqual([]);
  });

  it('what I do not hold to, where both changed the same, is theirs', () => {
    const mine = change((d) => {
      d.secciones[0]!.campos[0]!.etiqueta = 'La mía';
      d.secciones[1]!.titulo = 'Mía';
    });
    const theirs = change((d) => {
      d.secciones[0]!.campos[0]!.etiqueta = 'La suya';
      d.secciones.pop();
    });
    const said = (esMio?: (parte: string) => boolean) =>
      unirSinPreguntar(BASE, mine, theirs, esMio).secciones.map(({ titulo, campos }) => [
        titulo,
        ...campos.map(({ etiqueta }) => etiqueta),
      ]);
    expect(said()).toEqual([
      ['Sección a', 'La mía', 'Pregunta dos'],
      ['Mía', 'Pregunta tres'],
    ]);
    expect(said((parte) => parte === 'seccion b')).toEqual([
      ['Sección a', 'La suya', 'Pregunta dos'],
      ['Mía', 'Pregunta tres'],
    ]);
    expect(said(() => false)).toEqual([['Sección a', 'La suya', 'Pregunta dos']]);
    // Where one of the two wrote nothing, the other's as it is.
    expect(unirSinPreguntar(BASE, BASE, theirs)).toBe(theirs);
    expect(unirSinPreguntar(BASE, mine, BASE)).toBe(mine);
  });

  it('what was in the only section goes with it, and that is said', () => {
    const only = { secciones: [seccion('a', texto('uno'))], reglas: [] };
    const mine = { ...only, secciones: [seccion('a', texto('uno'), texto('mio'))] };
    const theirs = { ...only, secciones: [] };
    const { valores, conflictos } = unirDefiniciones(only, mine, theirs);
    expect(conflictos).toEqual(['seccion a']);
    expect(definicionDe(valores, { base: only, mine, theirs }).secciones).toHaveLength(1);
    expect(describeTraslado('seccion a', valores, { base: only, mine, theirs })).toBe(
      'Con ella se quita: «Pregunta uno», «Pregunta mio», porque no queda otra sección.',
    );
  });
});

describe('whatever two do to one draft at once', () => {
  const FORM: Definicion = {
    secciones: [
      seccion('a', texto('a1'), texto('a2'), texto('a3')),
      seccion('b', texto('b1'), texto('b2'), texto('b3')),
      seccion('c', texto('c1'), texto('c2')),
    ],
    reglas: BASE.reglas,
  };
  const placesOf = ({ secciones }: Definicion) =>
    new Map(
      secciones.flatMap(({ clave, campos }) =>
        campos.map((campo) => [campo.clave, { clave, campo }] as const),
      ),
    );
  const claves = (list: readonly { clave: string }[]) => list.map(({ clave }) => clave);
  const camposDe = (one: Definicion, seccion: string) =>
    claves(one.secciones.find(({ clave }) => clave === seccion)?.campos ?? []);

  const arbitraryAct = fc
    .tuple(fc.nat(6), fc.nat(), fc.nat(), fc.nat(3))
    .map(([kind, c, s, at]) => (one: Definicion): Definicion => {
      const campo = [...placesOf(one).keys()][c % Math.max(1, placesOf(one).size)];
      const section = one.secciones[s % Math.max(1, one.secciones.length)]?.clave;
      if (campo === undefined || section === undefined) return addSeccion(one).definicion;
      return [
        () => removeSeccion(one, section),
        () => addCampo(one, section, 'texto').definicion,
        () => placeCampo(one, campo, section, at),
        () => setCampo(one, campo, { etiqueta: `Otra ${c} ${at}` }),
        () => removeCampo(one, campo),
        () => moveSeccion(one, section, at % 2 === 0 ? 1 : -1),
        () => setSeccion(one, section, { titulo: `Otro ${s}` }),
      ][kind]!();
    });
  const arbitraryWork = fc
    .array(arbitraryAct, { maxLength: 5 })
    .map((acts) => acts.reduce((one, did) => did(one), FORM));
  /** Both kept apart as the editor does, and both answers to what is asked. */
  const meet = (wrote: Definicion, theirs: Definicion) => {
    const mine = apartarNuevas(FORM, wrote, theirs);
    const tres = { base: FORM, mine, theirs };
    const merge = unirDefiniciones(FORM, mine, theirs);
    const answered = (one: Definicion) => {
      const said = detallesDe(one);
      const chosen = merge.conflictos.map((key) => [key, said[key] ?? null]);
      return definicionDe({ ...merge.valores, ...Object.fromEntries(chosen) }, tres);
    };
    return { tres, ...merge, both: [answered(mine), answered(theirs)] as const };
  };
  type Meeting = ReturnType<typeof meet>;
  /** Whether something of the field, or the section in which anybody has it, is asked about. */
  const isAsked = ({ tres, conflictos }: Meeting, campo: string) =>
    conflictos.some((key) => key === `campo ${campo}` || key.startsWith(`campo ${campo}/`)) ||
    Object.values(tres).some((one) =>
      conflictos.includes(`seccion ${placesOf(one).get(campo)?.clave}`),
    );
  const check = (property: (met: Meeting) => void) =>
    fc.assert(
      fc.property(arbitraryWork, arbitraryWork, (mine, theirs) => property(meet(mine, theirs))),
      { numRuns: 150 },
    );

  it('no field is lost, taken back or put elsewhere but by one of the two, or after asking', () => {
    check((met) => {
      const [was, mia, suya] = [met.tres.base, met.tres.mine, met.tres.theirs].map(placesOf) as [
        ReturnType<typeof placesOf>,
        ReturnType<typeof placesOf>,
        ReturnType<typeof placesOf>,
      ];
      for (const clave of new Set([...was.keys(), ...mia.keys(), ...suya.keys()])) {
        if (isAsked(met, clave)) continue;
        const [before, my, their] = [was, mia, suya].map((one) => JSON.stringify(one.get(clave)));
        // Whoever changed it says what it is; both, apart, each their part.
        const expected = my === before ? suya.get(clave) : mia.get(clave);
        for (const result of met.both.map(placesOf)) {
          const found = result.get(clave);
          if (my === before || their === before || my === their) expect(found).toEqual(expected);
          else expect([mia, suya].map((one) => one.get(clave)?.clave)).toContain(found?.clave);
        }
      }
    });
  });

  it('a section that stays after asking has all that whoever wrote in it had; one that goes loses nothing written', () => {
    check((met) => {
      const { base, mine, theirs } = met.tres;
      for (const key of met.conflictos.filter((one) => /^seccion \w+$/.test(one))) {
        const clave = key.slice('seccion '.length);
        const [writer, remover] =
          camposDe(theirs, clave).length > 0 ? [theirs, mine] : [mine, theirs];
        if (remover.secciones.some((one) => one.clave === clave)) continue;
        const [keeps, goes] = writer === mine ? met.both : [met.both[1], met.both[0]];
        const elsewhere = placesOf(remover);
        const own = camposDe(writer, clave).filter((one) => !elsewhere.has(one));
        expect(camposDe(keeps, clave)).toEqual(expect.arrayContaining(own));
        if (goes.secciones.length === 0) continue;
        const written = own.filter(
          (one) =>
            JSON.stringify(placesOf(writer).get(one)) !== JSON.stringify(placesOf(base).get(one)),
        );
        expect([...placesOf(goes).keys()]).toEqual(expect.arrayContaining(written));
      }
    });
  });

  it('what only one of the two put in order is in that order, section by section, and what both did is asked', () => {
    check((met) => {
      const { base, mine, theirs } = met.tres;
      for (const { clave } of base.secciones) {
        const [was, my, their] = [base, mine, theirs].map((one) => camposDe(one, clave)) as [
          string[],
          string[],
          string[],
        ];
        for (const [n, result] of met.both.entries()) {
          const stay = camposDe(result, clave).filter((one) =>
            [was, my, their].every((list) => list.includes(one)),
          );
          const inOrder = (list: readonly string[]) => list.filter((one) => stay.includes(one));
          const asked = met.conflictos.includes(`orden campos ${clave}`);
          const alone = inOrder(my).join() === inOrder(was).join() ? their : my;
          expect(stay).toEqual(inOrder(asked ? [my, their][n]! : alone));
        }
      }
    });
  });

  it('both are asked about the same, and who wrote alone is asked nothing', () => {
    fc.assert(
      fc.property(arbitraryWork, arbitraryWork, (one, other) => {
        const mine = apartarNuevas(FORM, one, other);
        const asked = (a: Definicion, b: Definicion) =>
          unirDefiniciones(FORM, a, b).conflictos.toSorted();
        expect(asked(mine, other)).toEqual(asked(other, mine));
        expect(asked(one, FORM)).toEqual([]);
        for (const [a, b] of [
          [one, FORM],
          [FORM, one],
        ] as const) {
          const { valores } = unirDefiniciones(FORM, a, b);
          expect(definicionDe(valores, { base: FORM, mine: a, theirs: b })).toEqual(one);
        }
      }),
      { numRuns: 150 },
    );
  });
});
