import type { z } from 'zod';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambios } from '../../../../platform/server/historial/index.ts';
import { enComunDe } from '../../../../platform/server/hojas/cambios.ts';
import {
  asDecimal,
  asEntero,
  asText,
  asTyped,
  textOf,
} from '../../../../platform/server/hojas/cells.ts';
import {
  type Column,
  defineHoja,
  type HojaRow,
  type ImportRun,
  rowError,
} from '../../../../platform/server/hojas/define.ts';
import { changedFields } from '../../../../platform/shared/conflict.ts';
import { fechaDe } from '../../../../platform/shared/dates.ts';
import { NO_SE_LEE } from '../../../../platform/shared/ilegible.ts';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { selectSimilar } from '../../../catalogos/server/service.ts';
import type { Tema } from '../../contract.ts';
import {
  type Cambio,
  checkOferta,
  type Fila,
  nameItems,
  type Plan,
  writerOfOferta,
} from '../../importacion/server/service.ts';
import { canEditOferta } from '../../policy.ts';
import { type DatosDeCurso, filtrosCursos } from '../contract.ts';
import { checkCurso, comparables, normaliseCurso } from '../rules.ts';
import {
  type CursoRow,
  countPorComenzar,
  insertCursosImportados,
  moveEdiciones,
  selectCursosEnteros,
  selectCursosPorClave,
  updateCursos,
} from './data.ts';
import { datosDeCursoOf } from './present.ts';
import { findClavesAjenas, paraHistorial, type UsosDeClave } from './service.ts';

const CATALOGOS = { tipo: 'tipos-actividad', modalidad: 'modalidades', area: 'areas' } as const;
type Referencia = keyof typeof CATALOGOS;
const REFERENCIAS = Object.keys(CATALOGOS) as Referencia[];

/** A key as it is kept. */
const asClave = asTyped((written) => {
  const text = written.replace(/\s+/g, ' ').toUpperCase();
  return text.length > 30
    ? { ok: false, error: 'Escriba una clave de hasta 30 caracteres.' }
    : { ok: true, value: text };
});

const MARCA = /^\|\s?/;

/** A programme in one cell: a unit's title in a line, and what is seen in it in lines that begin with «|». */
const temarioToText = (temario: readonly Tema[] | null): string =>
  temario
    ?.flatMap(({ titulo, contenido }) => [
      titulo,
      ...(contenido === '' ? [] : contenido.split('\n').map((line) => `| ${line}`)),
    ])
    .join('\n') ?? NO_SE_LEE;

const temarioOf = (text: string): Tema[] => {
  const temas: Tema[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    const last = temas.at(-1);
    if (!MARCA.test(line)) {
      if (line !== '') temas.push({ titulo: line, contenido: '' });
      continue;
    }
    const said = line.replace(MARCA, '');
    if (last) last.contenido = last.contenido === '' ? said : `${last.contenido}\n${said}`;
    else temas.push({ titulo: '', contenido: said });
  }
  return temas;
};

const COLUMNS: readonly Column[] = [
  {
    key: 'clave',
    header: 'Clave',
    synonyms: ['clave del curso'],
    required: true,
    unique: true,
    parse: asClave,
    example: 'AMP-101',
    hint: 'La del curso que cambia; una que nadie tiene agrega un curso.',
  },
  {
    key: 'nombre',
    header: 'Nombre',
    synonyms: ['curso', 'nombre del curso'],
    parse: asText({ max: 250 }),
    example: 'Juicio de amparo indirecto',
    hint: 'De un curso nuevo es obligatorio. En uno que ya está, una celda vacía no cambia nada.',
    width: 50,
  },
  {
    key: 'tipo',
    header: 'Tipo',
    parse: asText({ max: 250 }),
    example: 'La clave o el nombre',
    hint: 'La clave o el nombre, del catálogo de tipos de actividad.',
    width: 20,
  },
  {
    key: 'modalidad',
    header: 'Modalidad',
    parse: asText({ max: 250 }),
    example: 'La clave o el nombre',
    hint: 'La clave o el nombre, del catálogo de modalidades.',
    width: 24,
  },
  {
    key: 'area',
    header: 'Área',
    parse: asText({ max: 250 }),
    example: 'La clave o el nombre',
    hint: 'La clave o el nombre, del catálogo de áreas.',
    width: 24,
  },
  { key: 'horas', header: 'Horas', parse: asEntero(1, 5000), example: 40 },
  { key: 'creditos', header: 'Créditos', parse: asDecimal(), example: 2.5 },
  {
    key: 'objetivo',
    header: 'Objetivo',
    parse: asText({ max: 5000, lines: true }),
    example: 'Conocer el trámite del juicio de amparo.',
    width: 60,
  },
  {
    key: 'temario',
    header: 'Temario',
    parse: asText({ max: 30_000, lines: true }),
    example: 'La demanda',
    hint: 'Una unidad en cada línea de la celda; lo que se ve en ella, debajo, en líneas que empiezan con «|».',
    width: 60,
  },
  {
    key: 'requisitos',
    header: 'Requisitos',
    parse: asText({ max: 5000, lines: true }),
    example: '',
    width: 40,
  },
  { key: 'estado', header: 'Estado', example: '', exportOnly: true },
  { key: 'ediciones', header: 'Ediciones', example: '', exportOnly: true },
];

/** Which column says a field. */
const COLUMNA: Readonly<Record<string, string>> = {
  tipoId: 'tipo',
  modalidadId: 'modalidad',
  areaId: 'area',
};

const cellsOf = (datos: DatosDeCurso): Record<string, string | number | null> => ({
  ...datos,
  temario: temarioToText(datos.temario),
});

/** What a cell says, or what there was: also where the cell says the same but for its blanks. */
const over = (row: HojaRow<Fila>, antes: DatosDeCurso | null): DatosDeCurso => {
  const was = antes && cellsOf(antes);
  const given = (key: string): string | number | null => {
    const said = row.valores[key] ?? null;
    const before = was?.[key] ?? null;
    return said === null || (before !== null && textOf(before) === String(said)) ? before : said;
  };
  const text = (key: string) => String(given(key) ?? '');
  const temario = text('temario');
  const number = (key: 'horas' | 'creditos') => {
    const value = given(key);
    return value === null ? null : Number(value);
  };
  const datos = normaliseCurso({
    clave: String(row.valores.clave),
    nombre: text('nombre'),
    tipoId: antes?.tipoId ?? '',
    modalidadId: antes?.modalidadId ?? '',
    areaId: antes?.areaId ?? '',
    horas: number('horas'),
    creditos: number('creditos'),
    objetivo: text('objetivo'),
    requisitos: text('requisitos'),
    temario: antes && temario === was?.temario ? antes.temario : temarioOf(temario),
  });
  return {
    ...datos,
    clave: antes?.clave ?? datos.clave,
    ...(antes && temario === was?.temario && { temario: antes.temario }),
  };
};

const planOf = (
  row: HojaRow<Fila>,
  was: CursoRow | undefined,
  nombrado: Awaited<ReturnType<typeof nameItems<Referencia>>>,
): Plan<DatosDeCurso> => {
  const antes = was ? datosDeCursoOf(was) : null;
  const datos = over(row, antes);
  const problems: Plan<DatosDeCurso>['problems'] = [];
  const nombres: Record<string, [string, string]> = {};
  const wrong = new Set<string>(row.malas ?? []);
  for (const campo of REFERENCIAS) {
    const key = `${campo}Id` as const;
    const found = nombrado(row, campo, antes?.[key] ?? null);
    if (found?.problem) {
      problems.push(found.problem);
      wrong.add(campo);
    }
    if (found?.item) datos[key] = found.item.id;
    nombres[key] = [was?.[campo] ?? '', found?.item?.nombre ?? was?.[campo] ?? ''];
  }
  const changed = changedFields(antes ? comparables(antes) : {}, comparables(datos));
  for (const [key, mensaje] of Object.entries(changed.length > 0 ? checkCurso(datos) : {})) {
    const columna = lookUp(COLUMNA, key) ?? key;
    if (wrong.has(columna) || (antes && key === 'clave')) continue;
    problems.push(rowError(row, columna, mensaje));
  }
  const [before, now] = [antes && cellsOf(antes), cellsOf(datos)];
  return {
    fila: row.fila,
    llave: String(row.valores.clave),
    conocido:
      was && antes ? { id: was.id, nombre: was.nombre, version: was.version, datos: antes } : null,
    datos,
    celdas: before
      ? changed.map((key) => ({
          columna: lookUp(COLUMNA, key) ?? key,
          antes: lookUp(nombres, key)?.[0] ?? String(before[key] ?? ''),
          despues: lookUp(nombres, key)?.[1] ?? String(now[key] ?? ''),
        }))
      : [],
    items: [datos.tipoId, datos.modalidadId, datos.areaId].filter((id) => id !== ''),
    problems,
  };
};

const look = async (
  db: Db | Trx,
  usos: UsosDeClave,
  rows: readonly HojaRow<Fila>[],
): Promise<Plan<DatosDeCurso>[]> => {
  const claves = rows.map(({ valores }) => String(valores.clave));
  const known = await selectCursosPorClave(db, claves);
  const byClave = new Map(known.map((row) => [row.clave.toUpperCase(), row]));
  const nombrado = await nameItems(db, CATALOGOS, rows);
  const nuevas = claves.filter((clave) => !byClave.has(clave));
  const ajenas = await findClavesAjenas(
    db,
    usos,
    [...new Set(nuevas)].map((clave) => ({ clave, curso: null })),
  );
  return rows.map((row) => {
    const clave = String(row.valores.clave);
    const plan = planOf(row, byClave.get(clave), nombrado);
    const ajena = ajenas.get(clave);
    if (ajena !== undefined) plan.problems.push(rowError(row, 'clave', ajena));
    return plan;
  });
};

/** Records courses and writes them; those that change take along their editions that have not begun. */
const put = async (
  trx: Trx,
  cambios: readonly Cambio<DatosDeCurso>[],
  run: ImportRun,
): Promise<void> => {
  const hoy = fechaDe(run.now);
  const comun = enComunDe(run);
  const nuevos = cambios.filter(({ antes }) => antes === null);
  const otros = cambios.filter(({ antes }) => antes !== null);
  const ids = otros.map(({ id }) => id);
  const siguen = await countPorComenzar(trx, ids, hoy);
  const all = (datos: DatosDeCurso) => paraHistorial(datos, changedFields({}, comparables(datos)));
  await recordCambios(
    trx,
    'curso.agregar',
    nuevos.map(({ id, datos }) => ({ id, despues: all(datos) })),
    comun,
  );
  await recordCambios(
    trx,
    'curso.editar',
    otros.map(({ id, antes, datos }) => {
      const changed = changedFields(comparables(antes!), comparables(datos));
      const n = siguen.get(id) ?? 0;
      return {
        id,
        antes: paraHistorial(antes!, changed),
        despues: { ...paraHistorial(datos, changed), ...(n > 0 && { edicionesQueSiguen: n }) },
      };
    }),
    comun,
  );
  await insertCursosImportados(trx, nuevos, run.now);
  await updateCursos(trx, otros, run.now);
  await moveEdiciones(trx, ids, hoy);
};

/** Rows that are read at once. */
const BLOCK = 500;

/** Courses: matched by their key, changed or added; empty cells change nothing. */
export const cursosHoja = (usos: () => UsosDeClave) => {
  const lookHere: Parameters<typeof checkOferta<DatosDeCurso>>[0]['look'] = (db, rows) =>
    look(db, usos(), rows);
  return defineHoja<Fila, z.output<typeof filtrosCursos>>({
    id: 'cursos',
    title: 'cursos',
    policy: canEditOferta,
    columns: COLUMNS,

    checkRows: (rows, { db }) => checkOferta({ look: lookHere }, db, rows),

    async suggest(columna, textos, { db }) {
      const catalogo = lookUp(CATALOGOS, columna);
      const similar = catalogo ? await selectSimilar(db, [catalogo], textos) : new Map();
      return new Map(
        [...similar].map(([texto, items]) => [
          texto,
          items.map(({ clave, nombre }: { clave: string; nombre: string }) => ({
            valor: clave,
            texto: `${nombre} (${clave})`,
          })),
        ]),
      );
    },

    writer: writerOfOferta({ look: lookHere, put }),

    filters: filtrosCursos,
    shownFilters: ['estado', 'tipo', 'modalidad', 'area'],

    async *exportRows(filtros, { db }) {
      for (let after: string | null = null; ; ) {
        const rows: Awaited<ReturnType<typeof selectCursosEnteros>> = await selectCursosEnteros(
          db,
          filtros,
          { after, limit: BLOCK },
        );
        if (rows.length === 0) return;
        yield rows.map((row) => ({
          ...cellsOf(datosDeCursoOf(row)),
          tipo: row.tipo,
          modalidad: row.modalidad,
          area: row.area,
          estado: row.retirado_en ? 'Retirado' : 'Vigente',
          ediciones: row.ediciones,
        }));
        after = rows.at(-1)!.id;
      }
    },
  });
};
