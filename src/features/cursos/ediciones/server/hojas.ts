import type { z } from 'zod';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambios } from '../../../../platform/server/historial/index.ts';
import { enComunDe } from '../../../../platform/server/hojas/cambios.ts';
import {
  asDecimal,
  asEntero,
  asFecha,
  asText,
  type CellParser,
  textOf,
} from '../../../../platform/server/hojas/cells.ts';
import {
  type Column,
  defineHoja,
  type Hoja,
  type HojaRow,
  type ImportRun,
  rowError,
} from '../../../../platform/server/hojas/define.ts';
import { changedFields } from '../../../../platform/shared/conflict.ts';
import { formatFecha, momentoDe } from '../../../../platform/shared/dates.ts';
import type { RowProblem } from '../../../../platform/shared/hojas.ts';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { fold } from '../../../../platform/shared/search.ts';
import { selectSimilar } from '../../../catalogos/server/service.ts';
import { ESTADOS_EDICION } from '../../contract.ts';
import { MESSAGES } from '../../errors.ts';
import {
  type Cambio,
  checkOferta,
  type Fila,
  nameItems,
  type Plan,
  writerOfOferta,
} from '../../importacion/server/service.ts';
import { canEditOferta } from '../../policy.ts';
import { type DatosDeEdicion, filtrosEdiciones } from '../contract.ts';
import { type CampoDeEdicion, cambiaParaInscritos, checkEdicion, instanteDe } from '../rules.ts';
import {
  type EdicionRow,
  insertEdicionesImportadas,
  selectCursosDeClaves,
  selectEdicionesEnteras,
  selectEdicionesPorNombre,
  selectOcupados,
  selectPlantillas,
  updateEdiciones,
} from './data.ts';
import { datosDeEdicionOf } from './present.ts';
import {
  cupoTaken,
  filtrosDeLista,
  type ParticipantesDeEdicion,
  paraHistorial,
} from './service.ts';

const two = (n: string): string => n.padStart(2, '0');

/** A day and a time of Mexico City (`2027-01-12 09:00`), or the day alone. */
const asMomento: CellParser = (cell) => {
  const text =
    cell instanceof Date && !Number.isNaN(cell.getTime())
      ? cell.toISOString().slice(0, 16).replace('T', ' ')
      : textOf(cell).replace(/^(\d{4}-\d{2}-\d{2})T/, '$1 ');
  const [dia = '', hora] = text.replace(/,/g, '').split(' ');
  const fecha = asFecha()(dia);
  const [, h, m] = /^(\d{1,2}):(\d{2})(?::00)?$/.exec(hora ?? '') ?? [];
  const momento = fecha.ok && h && m ? `${fecha.value} ${two(h)}:${m}` : null;
  if (fecha.ok && hora === undefined) return fecha;
  return momento !== null && instanteDe(momento)
    ? { ok: true, value: momento }
    : {
        ok: false,
        error: 'Escriba el día y la hora, como 12/01/2027 09:00.',
      };
};

/** `2027-01-12 09:00` as people write it in a sheet. */
const escrito = (momento: unknown): string => {
  const [dia = '', hora = ''] = String(momento).split(' ');
  return `${dia.split('-').reverse().join('/')} ${hora}`.trim();
};

const asDate = (value: unknown): Date => new Date(`${value}T00:00:00Z`);

const COLUMNS: readonly Column[] = [
  {
    key: 'curso',
    header: 'Clave del curso',
    synonyms: ['clave', 'curso'],
    required: true,
    parse: (cell) => ({ ok: true, value: textOf(cell).toUpperCase() }),
    example: 'AMP-101',
    hint: 'Con el nombre de la edición, la que cambia; si no hay una así, se agrega.',
  },
  { key: 'cursoNombre', header: 'Curso', example: '', width: 50, exportOnly: true },
  {
    key: 'nombre',
    header: 'Edición',
    synonyms: ['nombre', 'nombre de la edicion'],
    required: true,
    parse: asText({ max: 200 }),
    example: 'Edición 2 · 2027',
    width: 26,
  },
  {
    key: 'inicia',
    header: 'Inicia',
    synonyms: ['inicio', 'fecha de inicio'],
    parse: asFecha(),
    example: '18/01/2027',
    hint: 'Con personas inscritas no cambia aquí, sino en la página de la edición.',
    format: asDate,
  },
  {
    key: 'termina',
    header: 'Termina',
    synonyms: ['termino', 'fin', 'fecha de termino'],
    parse: asFecha(),
    example: '26/02/2027',
    format: asDate,
  },
  {
    key: 'inscripcionAbre',
    header: 'Abren las inscripciones',
    synonyms: ['inscripciones desde', 'apertura'],
    parse: asMomento,
    example: '07/12/2026 09:00',
    hint: 'Día y hora de la Ciudad de México. Sin hora: desde las 00:00.',
    width: 24,
    format: escrito,
  },
  {
    key: 'inscripcionCierra',
    header: 'Cierran las inscripciones',
    synonyms: ['inscripciones hasta', 'cierre'],
    parse: asMomento,
    example: '11/01/2027 18:00',
    hint: 'Día y hora de la Ciudad de México. Sin hora: hasta las 23:59.',
    width: 24,
    format: escrito,
  },
  {
    key: 'sede',
    header: 'Sede',
    parse: asText({ max: 250 }),
    example: 'La clave o el nombre',
    hint: 'La clave o el nombre, del catálogo de sedes. Vacío en una edición nueva: sin sede.',
    width: 30,
  },
  { key: 'cupo', header: 'Cupo', parse: asEntero(1, 100_000), example: 30 },
  { key: 'ocupados', header: 'Lugares ocupados', example: '', exportOnly: true },
  {
    key: 'calificacionMinima',
    header: 'Calificación mínima',
    parse: asDecimal(0, 10),
    example: 8,
    hint: 'De 0 a 10. Vacío en una edición nueva: no se pide.',
  },
  {
    key: 'asistenciaMinima',
    header: 'Asistencia mínima (%)',
    synonyms: ['asistencia minima'],
    parse: asEntero(0, 100),
    example: 80,
    hint: 'De 0 a 100. Vacío en una edición nueva: no se pide.',
  },
  {
    key: 'plantilla',
    header: 'Plantilla de inscripción',
    synonyms: ['plantilla'],
    parse: asText({ max: 250 }),
    example: 'El nombre de la plantilla',
    width: 34,
  },
  { key: 'estado', header: 'Estado', example: '', width: 24, exportOnly: true },
];

/** Which column says a field. */
const COLUMNA: Readonly<Record<string, string>> = {
  cursoId: 'curso',
  sedeId: 'sede',
  plantillaId: 'plantilla',
};

type Curso = { id: string; clave: string; retirado_en: Date | null };
type Plantilla = { id: string; nombre: string };

type Conocidos = {
  cursos: ReadonlyMap<string, Curso>;
  /** By course and name, folded. */
  ediciones: ReadonlyMap<string, readonly EdicionRow[]>;
  plantillas: readonly Plantilla[];
  nombrado: Awaited<ReturnType<typeof nameItems<'sede'>>>;
};

const llaveDe = (cursoId: string, nombre: string): string => `${cursoId} ${fold(nombre)}`;

const load = async (
  db: Db | Trx,
  rows: readonly HojaRow<Fila>[],
  ahora: Date,
): Promise<Conocidos> => {
  const claves = [...new Set(rows.map(({ valores }) => String(valores.curso)))];
  const cursos = await selectCursosDeClaves(db, claves);
  const nombres = [...new Set(rows.map(({ valores }) => fold(String(valores.nombre))))];
  const named = { cursos: cursos.map(({ id }) => id), nombres };
  const ediciones = new Map<string, EdicionRow[]>();
  for (const row of await selectEdicionesPorNombre(db, named, ahora)) {
    const llave = llaveDe(row.curso_id, row.nombre);
    ediciones.set(llave, [...(ediciones.get(llave) ?? []), row]);
  }
  return {
    cursos: new Map(cursos.map((curso) => [curso.clave.toUpperCase(), curso])),
    ediciones,
    plantillas: await selectPlantillas(db),
    nombrado: await nameItems(db, { sede: 'sedes' }, rows),
  };
};

const conHora = (value: Fila[string] | undefined, hora: string): string => {
  const text = String(value ?? '');
  return text === '' || text.includes(' ') ? text : `${text} ${hora}`;
};

/** What a row says over what there was, but for what it names. */
const over = ({ valores }: HojaRow<Fila>, antes: DatosDeEdicion | null): DatosDeEdicion => {
  const text = (key: 'inicia' | 'termina') => String(valores[key] ?? antes?.[key] ?? '');
  const number = (key: 'cupo' | 'calificacionMinima' | 'asistenciaMinima') => {
    const value = valores[key] ?? antes?.[key] ?? null;
    return value === null ? null : Number(value);
  };
  return {
    cursoId: antes?.cursoId ?? '',
    plantillaId: antes?.plantillaId ?? '',
    nombre: antes?.nombre ?? String(valores.nombre).trim(),
    inicia: text('inicia'),
    termina: text('termina'),
    inscripcionAbre: conHora(valores.inscripcionAbre, '00:00') || (antes?.inscripcionAbre ?? ''),
    inscripcionCierra:
      conHora(valores.inscripcionCierra, '23:59') || (antes?.inscripcionCierra ?? ''),
    sedeId: antes?.sedeId ?? null,
    cupo: number('cupo'),
    calificacionMinima: number('calificacionMinima'),
    asistenciaMinima: number('asistenciaMinima'),
  };
};

const EN_SU_PAGINA =
  'Hay personas inscritas: sus fechas y su sede se cambian en la página de la edición, donde se decide si se les avisa.';
const CON_PLANTILLA = 'Ya hay inscripciones en esta edición: su plantilla no cambia.';
const PARA_INSCRITOS = ['inicia', 'termina', 'sedeId'] as const;

/** A plantilla by its name; what the edition has already it keeps. */
const namePlantilla = (
  texto: string,
  was: EdicionRow | undefined,
  plantillas: readonly Plantilla[],
): { plantilla: Plantilla | null; problem: string | null } => {
  if (was && fold(was.plantilla) === fold(texto)) {
    return { plantilla: { id: was.plantilla_id, nombre: was.plantilla }, problem: null };
  }
  const found = plantillas.filter(({ nombre }) => fold(nombre) === fold(texto));
  if (found.length === 1) return { plantilla: found[0]!, problem: null };
  return {
    plantilla: null,
    problem:
      found.length === 0
        ? 'Ninguna plantilla publicada se llama así.'
        : `${found.length} plantillas publicadas se llaman así: elija la plantilla en la página de la edición.`,
  };
};

/** What does not change of an edition that is there: by field. */
const checkConocida = (
  was: EdicionRow,
  datos: DatosDeEdicion,
  changed: readonly string[],
): Record<string, string> => {
  const antes = datosDeEdicionOf(was);
  const told = was.ocupados > 0 && cambiaParaInscritos(antes, datos);
  return {
    ...(datos.cupo !== null && datos.cupo < was.ocupados && { cupo: cupoTaken(was.ocupados) }),
    ...(told &&
      Object.fromEntries(
        PARA_INSCRITOS.filter((key) => changed.includes(key)).map((key) => [key, EN_SU_PAGINA]),
      )),
  };
};

const say = (key: string, value: string | number | null): string => {
  if (value === null || value === '') return '';
  if (key === 'inicia' || key === 'termina') return formatFecha(String(value));
  return key.startsWith('inscripcion') ? escrito(value) : String(value);
};

const planOf = (row: HojaRow<Fila>, known: Conocidos): Plan<DatosDeEdicion> => {
  const problems: RowProblem[] = [];
  const wrong = new Set<string>(row.malas ?? []);
  const refuse = (columna: string | null, mensaje: string) => {
    if (columna !== null && wrong.has(columna)) return;
    problems.push(rowError(row, columna, mensaje));
    if (columna !== null) wrong.add(columna);
  };
  const curso = known.cursos.get(String(row.valores.curso));
  const llave = llaveDe(curso?.id ?? `? ${row.valores.curso}`, String(row.valores.nombre));
  const found = known.ediciones.get(llave) ?? [];
  const was = found.length === 1 ? found[0] : undefined;
  const antes = was ? datosDeEdicionOf(was) : null;
  const datos = { ...over(row, antes), cursoId: curso?.id ?? '' };
  if (!curso) refuse('curso', 'Ningún curso tiene esa clave.');
  else if (found.length > 1) {
    refuse(
      'nombre',
      `${found.length} ediciones de este curso se llaman así: cámbielas en su página.`,
    );
  } else if (!was && curso.retirado_en) refuse('curso', MESSAGES['curso-retirado']);

  const sede = known.nombrado(row, 'sede', antes?.sedeId ?? null);
  if (sede?.problem) {
    problems.push(sede.problem);
    wrong.add('sede');
  }
  if (sede?.item) datos.sedeId = sede.item.id;
  const texto = row.valores.plantilla ?? null;
  const named = texto === null ? null : namePlantilla(String(texto), was, known.plantillas);
  if (named?.problem) refuse('plantilla', named.problem);
  if (named?.plantilla) datos.plantillaId = named.plantilla.id;

  const changed = changedFields(antes ?? {}, datos);
  const nombres: Record<string, [string, string]> = {
    sedeId: [was?.sede ?? '', sede?.item?.nombre ?? ''],
    plantillaId: [was?.plantilla ?? '', named?.plantilla?.nombre ?? ''],
  };
  if (changed.length > 0) {
    if (was?.cancelada_en) refuse(null, MESSAGES['edicion-cancelada']);
    const errores = {
      ...checkEdicion(datos),
      ...(was && checkConocida(was, datos, changed)),
    };
    for (const [key, mensaje] of Object.entries(errores)) {
      refuse(lookUp(COLUMNA, key) ?? key, mensaje);
    }
  }
  return {
    fila: row.fila,
    llave,
    conocido:
      was && antes
        ? {
            id: was.id,
            nombre: `${was.curso_nombre}, ${was.nombre}`,
            version: was.version,
            datos: antes,
          }
        : null,
    datos,
    celdas: antes
      ? changed.map((key) => ({
          columna: lookUp(COLUMNA, key) ?? key,
          antes: lookUp(nombres, key)?.[0] ?? say(key, antes[key as CampoDeEdicion]),
          despues: lookUp(nombres, key)?.[1] ?? say(key, datos[key as CampoDeEdicion]),
        }))
      : [],
    items: datos.sedeId ? [datos.sedeId] : [],
    problems,
  };
};

type Participantes = () => Pick<ParticipantesDeEdicion, 'count' | 'conAlguna'>;

/** Which of these editions would get another plantilla though somebody has enrolled with the one that they have. */
const selectConPlantilla = async (
  db: Db | Trx,
  cambios: readonly { id: string; antes: DatosDeEdicion; datos: DatosDeEdicion }[],
  participantes: Participantes,
): Promise<Set<string>> => {
  const found = new Set<string>();
  for (const { id, antes, datos } of cambios) {
    if (antes.plantillaId === datos.plantillaId) continue;
    if ((await participantes().count(db, id)) > 0) found.add(id);
  }
  return found;
};

const lookAt = async (
  db: Db | Trx,
  rows: readonly HojaRow<Fila>[],
  participantes: Participantes,
): Promise<Plan<DatosDeEdicion>[]> => {
  const known = await load(db, rows, new Date());
  const planes = rows.map((row) => planOf(row, known));
  const cambios = planes.flatMap(({ conocido, datos }) =>
    conocido ? [{ id: conocido.id, antes: conocido.datos, datos }] : [],
  );
  const fijas = await selectConPlantilla(db, cambios, participantes);
  return planes.map((plan, i) =>
    plan.conocido && fijas.has(plan.conocido.id)
      ? { ...plan, problems: [...plan.problems, rowError(rows[i]!, 'plantilla', CON_PLANTILLA)] }
      : plan,
  );
};

/** Whether nobody has enrolled meanwhile in what would then not change: enrolling touches no list. */
const isStill = async (
  trx: Trx,
  cambios: readonly Cambio<DatosDeEdicion>[],
  participantes: Participantes,
): Promise<boolean> => {
  const edits = cambios.map(({ id, antes, datos }) => ({ id, antes: antes!, datos }));
  const rows = await selectOcupados(
    trx,
    edits.map(({ id }) => id),
  );
  const ocupados = new Map(rows.map((row) => [row.id, row.ocupados]));
  const fits = edits.every(({ id, antes, datos }) => {
    const n = ocupados.get(id) ?? 0;
    return n <= datos.cupo! && (n === 0 || !cambiaParaInscritos(antes, datos));
  });
  return fits && (await selectConPlantilla(trx, edits, participantes)).size === 0;
};

const put = async (
  trx: Trx,
  cambios: readonly Cambio<DatosDeEdicion>[],
  run: ImportRun,
): Promise<void> => {
  const comun = enComunDe(run);
  const nuevas = cambios.filter(({ antes }) => antes === null);
  const otras = cambios.filter(({ antes }) => antes !== null);
  await recordCambios(
    trx,
    'edicion.agregar',
    nuevas.map(({ id, datos }) => ({ id, despues: { ...datos } })),
    comun,
  );
  await recordCambios(
    trx,
    'edicion.editar',
    otras.map(({ id, antes, datos }) => {
      const changed = changedFields(antes!, datos);
      return {
        id,
        antes: paraHistorial(antes!, changed),
        despues: paraHistorial(datos, changed),
      };
    }),
    comun,
  );
  await insertEdicionesImportadas(trx, nuevas, run.now);
  await updateEdiciones(trx, otras, run.now);
};

/** Rows that are read at once. */
const BLOCK = 500;

/** Editions: matched by their course's key and their name, changed or added; empty cells change nothing. */
export const edicionesHoja = (participantes: Participantes): Hoja => {
  const look = (db: Db | Trx, rows: readonly HojaRow<Fila>[]) => lookAt(db, rows, participantes);
  return defineHoja<Fila, z.output<typeof filtrosEdiciones>>({
    id: 'ediciones',
    title: 'ediciones',
    policy: canEditOferta,
    columns: COLUMNS,

    checkRows: (rows, { db }) => checkOferta({ look }, db, rows),

    async suggest(columna, textos, { db }) {
      if (columna !== 'sede') return new Map();
      const similar = await selectSimilar(db, ['sedes'], textos);
      return new Map(
        [...similar].map(([texto, items]) => [
          texto,
          items.map(({ clave, nombre }) => ({ valor: clave, texto: `${nombre} (${clave})` })),
        ]),
      );
    },

    writer: writerOfOferta({
      look,
      isCurrent: (trx, cambios) => isStill(trx, cambios, participantes),
      put,
    }),

    filters: filtrosEdiciones,
    shownFilters: ['estado', 'curso', 'sede', 'desde', 'hasta'],

    async *exportRows(asked, { db, now }) {
      const filtros = filtrosDeLista(asked, participantes());
      for (let after: string | null = null; ; ) {
        const rows: Awaited<ReturnType<typeof selectEdicionesEnteras>> =
          await selectEdicionesEnteras(db, filtros, { after, limit: BLOCK }, now);
        if (rows.length === 0) return;
        yield rows.map((row) => ({
          curso: row.curso_clave_hoy,
          cursoNombre: row.curso_nombre,
          nombre: row.nombre,
          inicia: row.inicia,
          termina: row.termina,
          inscripcionAbre: momentoDe(row.abre),
          inscripcionCierra: momentoDe(row.cierra),
          sede: row.sede,
          cupo: row.cupo,
          ocupados: row.ocupados,
          calificacionMinima: row.calificacion,
          asistenciaMinima: row.asistencia,
          plantilla: row.plantilla,
          estado: ESTADOS_EDICION[row.estado][0],
        }));
        after = rows.at(-1)!.id;
      }
    },
  });
};
