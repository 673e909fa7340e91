import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DOCUMENTO } from '../../documentos/estados.ts';
import { definicionSchema } from '../../plantillas/escritura/contract.ts';
import type { ResultadoRegla } from '../../plantillas/reglas/contract.ts';
import { PRESOLICITUD } from '../estados.ts';
import {
  cuentaDe,
  type DocumentoAhora,
  diasDesde,
  documentosDe,
  type Envio,
  isSameResult,
  type Marca,
  type Observada,
  observablesDe,
  paraAspirante,
  porUrgencia,
  requisitosDe,
  respuestasLegibles,
} from './rules.ts';

const regla = (clave: string, efecto: string) => ({
  ...{ clave, efecto, mensaje: 'Falta.', descripcion: `Regla ${clave}.` },
  condicion: {
    combinator: 'and',
    rules: [{ field: 'persona.edad', operator: '>=', value: 18 }],
  },
});
const DEF = definicionSchema.parse({
  secciones: [
    {
      clave: 'datos',
      titulo: 'Datos',
      campos: [
        {
          clave: 'nombre',
          tipo: 'datoPersona',
          etiqueta: 'Nombre',
          dato: 'nombreCompleto',
          editable: false,
          obligatorio: true,
        },
        {
          clave: 'acta',
          tipo: 'documento',
          etiqueta: 'Acta',
          documento: 'ACTA',
          obligatorio: true,
        },
        { clave: 'interes', tipo: 'texto', etiqueta: 'Interés', obligatorio: true },
        { clave: 'ajuste', tipo: 'texto', etiqueta: 'Ajuste', obligatorio: false, sensible: true },
      ],
    },
  ],
  reglas: [regla('titulo', 'revision'), regla('acta', 'impide'), regla('aviso', 'advierte')],
});
const ID = '0b6f3a52-0000-4000-8000-000000000001';
const OTRO = '0b6f3a52-0000-4000-8000-000000000002';

const resultado = (clave: string, efecto: string, cumple: boolean, valor: number | null = 20) =>
  ({
    ...{
      clave,
      efecto,
      cumple,
      descripcion: `Regla ${clave}.`,
      sinDato: false,
      detalle: 'Edad: 20.',
    },
    ...{ mensaje: cumple ? null : 'Falta.', puntos: 0, condiciones: [] },
    evidencia: { 'persona.edad': valor, 'momento.hoy': String(Math.random()) },
  }) as ResultadoRegla;

const envio = (
  numero: number,
  more: { id?: string; interes?: string; titulo?: boolean; acta?: boolean } = {},
): Envio => ({
  numero,
  respuestas: {
    nombre: 'ANA PÉREZ RUIZ',
    acta: { id: more.id ?? ID, clave: 'ACTA', nombre: `acta, envío ${numero}` },
    interes: more.interes ?? 'Aprender',
    ajuste: 'Silla',
  },
  resultados: [
    resultado('titulo', 'revision', more.titulo ?? false),
    resultado('acta', 'impide', more.acta ?? true),
    resultado('aviso', 'advierte', false),
  ],
});
const documento = (
  estado: DocumentoAhora['estado'],
  antivirus: DocumentoAhora['antivirus'] = null,
) => new Map([[ID, { estado, antivirus, venceEn: null }]]);

type Caso = Partial<Parameters<typeof requisitosDe>[0]>;
const judge = (more: Caso = {}) =>
  requisitosDe({
    ...{ estado: 'enviada', def: DEF, envios: [envio(1)], documentos: documento('pendiente') },
    ...{ observadas: [], marcas: [] },
    ...more,
  });
const estadoDe = (clave: string, more: Caso = {}) =>
  judge(more).find((one) => one.clave === clave)?.estado;

const observada = (requisito: string, ronda = 1): Observada => ({
  requisito,
  ronda,
  titulo: requisito,
});

describe('the requirements of a pre-application', () => {
  it('are documents, rules that are asked of everybody, and whatever was observed; a key belongs to one', () => {
    expect(
      judge({ observadas: [observada('interes')] }).map(({ clave, tipo }) => [clave, tipo]),
    ).toEqual([
      ['acta', 'documento'],
      ['titulo', 'regla'],
      ['regla:acta', 'regla'],
      ['interes', 'respuesta'],
    ]);
    expect(judge({ envios: [] })).toEqual([]);
    expect(documentosDe(DEF, envio(1))).toEqual([ID]);
    expect([...observablesDe(DEF, envio(1)).keys()]).toEqual([
      'nombre',
      'acta',
      'interes',
      'titulo',
      'regla:acta',
    ]);
  });

  it('a document counts by its state, whatever came after the version that was sent', () => {
    const said = (documentos: ReadonlyMap<string, DocumentoAhora>) => {
      const one = judge({ documentos })[0]!;
      return [one.estado, one.marcable];
    };
    expect(said(documento('pendiente'))).toEqual(['porRevisar', true]);
    expect(said(documento('sustituido'))).toEqual(['porRevisar', true]);
    expect(said(documento('validado'))).toEqual(['cumplido', false]);
    expect(said(documento('vencido'))).toEqual(['cumplido', false]);
    expect(said(documento('rechazado'))).toEqual(['noCumplido', false]);
    expect(said(documento('validado', 'infectado'))).toEqual(['noCumplido', false]);
    expect(said(new Map())).toEqual(['noCumplido', false]);
  });

  it('a rule that goes to review is marked; one that keeps from sending is not', () => {
    expect(estadoDe('titulo')).toBe('porRevisar');
    expect(estadoDe('titulo', { marcas: [{ requisito: 'titulo', envio: 1 }] })).toBe('cumplido');
    const sin = { envios: [envio(1, { acta: false })] };
    const marcas = [{ requisito: 'regla:acta', envio: 1 }];
    expect(estadoDe('regla:acta', { ...sin, marcas })).toBe('noCumplido');
  });

  it('what made it improcedente is not met', () => {
    const marcas = [{ requisito: 'titulo', envio: 1 }];
    expect(estadoDe('titulo', { estado: 'improcedente', noCumplidos: ['titulo'], marcas })).toBe(
      'noCumplido',
    );
  });

  it('a mark stays while the answer does, and the version of a document is its answer', () => {
    const marcas = ['acta', 'titulo', 'interes'].map((requisito) => ({ requisito, envio: 1 }));
    const then = (second: Envio) => {
      const all = judge({ envios: [envio(1), second], marcas, observadas: [observada('interes')] });
      return all.filter(({ marcado }) => marcado).map(({ clave }) => clave);
    };
    expect(then(envio(2))).toEqual(['acta', 'titulo', 'interes']);
    expect(then(envio(2, { id: OTRO }))).toEqual(['titulo', 'interes']);
    expect(then(envio(2, { interes: 'Otro' }))).toEqual(['acta', 'titulo']);
    expect(then(envio(2, { titulo: true }))).toEqual(['acta', 'interes']);
  });

  it('an observation stands until corrections are sent, and these are looked at', () => {
    const observadas = [observada('acta', 1), observada('titulo', 2)];
    const of = (estado: Caso['estado'] & string) =>
      judge({ estado, observadas, documentos: documento('validado') }).map((one) => one.estado);
    expect(of('conObservaciones')).toEqual(['porRevisar', 'conObservacion', 'cumplido']);
    expect(of('vencida')).toEqual(['porRevisar', 'conObservacion', 'cumplido']);
    expect(of('enviada')).toEqual(['porRevisar', 'porRevisar', 'cumplido']);
    const marcas = ['acta', 'titulo'].map((requisito) => ({ requisito, envio: 1 }));
    expect(judge({ observadas, marcas }).map((one) => one.estado)).toEqual([
      'cumplido',
      'cumplido',
      'cumplido',
    ]);
  });

  it('to its person, what is being looked at now is told with the decision', () => {
    const marcas: Marca[] = [
      { requisito: 'acta', envio: 2 },
      { requisito: 'titulo', envio: 1 },
    ];
    const [acta, titulo] = judge({ envios: [envio(1), envio(2)], marcas });
    const seen = (one: typeof acta, estado: 'enviada' | 'valida') =>
      paraAspirante(one!, { estado, envio: 2, marcas });
    expect([seen(acta, 'enviada'), seen(titulo, 'enviada')]).toEqual(['porRevisar', 'cumplido']);
    expect([seen(acta, 'valida'), seen(titulo, 'valida')]).toEqual(['cumplido', 'cumplido']);
  });

  it('are never met by a mark alone when something keeps them from it, and each is in one state', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PRESOLICITUD.estados),
        fc.constantFrom(...DOCUMENTO.estados),
        fc.subarray(['acta', 'titulo', 'regla:acta', 'interes']),
        fc.subarray(['acta', 'titulo', 'regla:acta', 'interes']),
        (estado, doc, marked, observed) => {
          const all = judge({
            ...{ estado, documentos: documento(doc) },
            marcas: marked.map((requisito) => ({ requisito, envio: 1 })),
            observadas: observed.map((requisito) => observada(requisito)),
          });
          expect(new Set(all.map(({ clave }) => clave)).size).toBe(all.length);
          const { cumplidos, total } = cuentaDe(all);
          expect(cumplidos).toBeLessThanOrEqual(total);
          for (const one of all) {
            if (one.clave === 'acta' && doc === 'rechazado')
              expect(one.estado).not.toBe('cumplido');
            if (one.marcable && one.marcado && one.estado !== 'conObservacion') {
              expect(one.estado).toBe('cumplido');
            }
          }
          expect(porUrgencia(all)).toHaveLength(all.length);
        },
      ),
    );
  });
});

it('a rule found the same whatever the day', () => {
  expect(isSameResult(resultado('a', 'revision', true), resultado('a', 'revision', true))).toBe(
    true,
  );
  expect(isSameResult(resultado('a', 'revision', true), resultado('a', 'revision', true, 21))).toBe(
    false,
  );
  expect(isSameResult(resultado('a', 'revision', true), resultado('a', 'revision', false))).toBe(
    false,
  );
});

it('answers are read by their field, but the sensitive ones, which are counted', () => {
  const { secciones, sensibles } = respuestasLegibles(DEF, envio(1).respuestas);
  expect(sensibles).toBe(1);
  expect(secciones).toEqual([
    {
      titulo: 'Datos',
      respuestas: [
        { clave: 'nombre', etiqueta: 'Nombre', valor: 'Ana Pérez Ruiz' },
        { clave: 'acta', etiqueta: 'Acta', valor: 'acta, envío 1' },
        { clave: 'interes', etiqueta: 'Interés', valor: 'Aprender' },
      ],
    },
  ]);
});

it('days are whole ones', () => {
  const now = new Date('2027-03-05T16:00:00Z');
  const ago = (ms: number) => diasDesde(new Date(now.getTime() - ms), now);
  expect([ago(-1), ago(0), ago(86_399_999), ago(86_400_000)]).toEqual([0, 0, 0, 1]);
});
