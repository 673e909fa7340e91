/**
 * Every sentence in which the portal says a rule: each fact that a feature gives, each comparison of its type, asked and
 * refused («ninguna»), met, not met and without a datum. Kept in `tests/fixtures/frases.txt` to be read by a person:
 * `vitest run src/features/plantillas/reglas/palabras --update` writes it anew, and what changed of it is read before it is committed.
 */
import { expect, it } from 'vitest';
import { DEFINICION } from '../../../../../tests/factories/plantillas.ts';
import { foldServer } from '../../../../platform/server/feature.ts';
import { SERVER_FEATURES } from '../../../../server-features.ts';
import { declaraRespuestas } from '../../formulario/hechos/rules.ts';
import { describeRegla } from '../../frases/rules.ts';
import type { Dato, Grupo, HechoDeclarado, Hoja } from '../contract.ts';
import { operadoresDe, type Tri } from '../operadores/rules.ts';
import { evaluateReglas, HECHO_HOY } from '../rules.ts';
import { catalogoDeHechos } from '../server/service.ts';
import { comparableDe } from './rules.ts';

const AHORA = new Date('2026-11-23T18:00:00Z');
const PERIODOS: Dato['valor'][] = [
  { abre: '2026-11-01T06:00:00Z', cierra: '2026-12-01T06:00:00Z' },
  { abre: '2026-12-01T06:00:00Z', cierra: '2026-12-15T06:00:00Z' },
  { abre: '2026-10-01T06:00:00Z', cierra: '2026-10-15T06:00:00Z' },
];
const PALABRAS = { A: 'Alfa', B: 'Beta', C: 'Gama', CUAL: 'Introducción al amparo' };

/** What may be found of each type of fact: among it, something that meets each comparison and something that does not. */
const HALLADOS: Readonly<Record<Dato['tipo'], readonly Dato['valor'][]>> = {
  numero: [1, 3, 5, 9],
  fecha: ['2026-01-31', '2026-06-15', '2027-03-01'],
  booleano: [true, false],
  texto: ['Derecho laboral', 'Amparo'],
  clave: ['A', 'C'],
  claves: [['A', 'B'], ['C'], []],
  periodo: PERIODOS,
};

const valorPedido = (tipo: Dato['tipo'], cuantos: string): Hoja['value'] => {
  if (tipo === 'numero') return cuantos === 'dos' ? [2, 4] : 3;
  if (tipo === 'fecha') return cuantos === 'dos' ? ['2026-06-01', '2026-07-01'] : '2026-06-15';
  if (tipo === 'texto') return cuantos === 'varios' ? ['Amparo', 'Derecho penal'] : 'Amparo';
  if (cuantos === 'uno') return 'A';
  return ['A', 'B'];
};

const hojasDe = ({ clave, tipo, argumento, valores }: HechoDeclarado): Hoja[] =>
  operadoresDe(tipo).flatMap(([operator, operador]) => {
    const field = argumento ? `${clave}:CUAL` : clave;
    const palabras = valores
      ? { ...PALABRAS, A: valores[0]!.etiqueta, B: valores[1]?.etiqueta ?? 'Beta' }
      : PALABRAS;
    const isSiNo = tipo === 'booleano' || tipo === 'periodo';
    const values = isSiNo ? [true, false] : [valorPedido(tipo, operador.valores)];
    return values.map((value) => ({ field, operator, value, palabras }));
  });

const grupo = (rules: Hoja[], not = false): Grupo => ({
  combinator: not ? 'or' : 'and',
  rules,
  ...(not && { not }),
});

const judged = (declarado: HechoDeclarado, field: string, condicion: Grupo, cumple: Tri) => {
  const nombre = declarado.nombre;
  const results = [null, ...HALLADOS[declarado.tipo]].map(
    (valor) =>
      evaluateReglas(
        [{ clave: 'r', efecto: 'impide', condicion, mensaje: '', descripcion: '' }],
        { [field]: { ...comparableDe(declarado), nombre, valor } },
        AHORA,
      )[0]!,
  );
  const found = results.find((one) => (one.sinDato ? null : one.cumple) === cumple);
  return found ? [`    ${found.condiciones[1]!.texto} | ${found.detalle}`] : [];
};

/** What a rule asks; what is said of who does not meet it; of the first comparison, also of who does, and of whom nothing is known. */
const sentencesOf = (declarado: HechoDeclarado, catalogo: readonly HechoDeclarado[]): string[] =>
  hojasDe(declarado).flatMap((hoja, i) => {
    const told = (condicion: Grupo) => [
      `  ${describeRegla({ efecto: 'impide', condicion }, catalogo)}`,
      ...judged(declarado, hoja.field, condicion, false),
      ...(i > 0 || condicion.not
        ? []
        : [true, null].flatMap((cumple) => judged(declarado, hoja.field, condicion, cumple))),
    ];
    return [...told(grupo([hoja])), ...told(grupo([hoja], true))];
  });

it('reads as it was read when it was kept', async () => {
  const { given } = foldServer(SERVER_FEATURES);
  const catalogo = [
    HECHO_HOY,
    ...catalogoDeHechos(given.all('hechos')),
    ...declaraRespuestas(DEFINICION),
  ];
  const all = catalogo.flatMap((declarado) => [
    `${declarado.nombre} (${declarado.clave})`,
    ...new Set(sentencesOf(declarado, catalogo)),
    '',
  ]);
  // Whatever is declared: a yes or no says what it asks for in words of its own.
  const sinPalabras = catalogo.filter(({ tipo, pide }) => tipo === 'booleano' && !pide);
  expect(sinPalabras.map(({ clave }) => clave)).toEqual([]);
  await expect(`${all.join('\n')}`).toMatchFileSnapshot('../../../../../tests/fixtures/frases.txt');
});
