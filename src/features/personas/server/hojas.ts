import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Db } from '../../../platform/server/db/index.ts';
import { recordCambios } from '../../../platform/server/historial/index.ts';
import {
  asFecha,
  asOpcion,
  asText,
  type CellParser,
  textOf,
} from '../../../platform/server/hojas/cells.ts';
import {
  defineHoja,
  HojaProblems,
  type HojaRow,
  rowError,
} from '../../../platform/server/hojas/define.ts';
import { fechaDe } from '../../../platform/shared/dates.ts';
import type { RowProblem } from '../../../platform/shared/hojas.ts';
import { lookUp } from '../../../platform/shared/look-up.ts';
import { isStaff } from '../../../platform/shared/policy.ts';
import { fold } from '../../../platform/shared/search.ts';
import { emailProblem, normaliseEmail } from '../../identidad/rules.ts';
import { deleteEntradasOf, insertEntradas } from '../apartados/server/data.ts';
import { itemsOf } from '../apartados/server/present.ts';
import { compareCurp, ENTIDADES, explainCurp, nombreEntidad, parseCurp } from '../curp/rules.ts';
import {
  checkEmpleo,
  differingEmpleo,
  empleoColumns,
  entradasOf,
  type FilaEmpleo,
  filasEmpleo,
  lookUpItems,
  type Nombrados,
  suggestItems,
} from '../empleo/server/hojas.ts';
import { filtrosPersonas } from '../expedientes/contract.ts';
import { readDichos, readTodas } from '../expedientes/server/service.ts';
import {
  deleteHiddenPersonas,
  findCurps,
  insertHiddenPersonas,
  type NewPersona,
  selectConCurp,
  selectHiddenIds,
} from './data.ts';
import { personaOfCurp } from './service.ts';

type Fila = FilaEmpleo & {
  curp: string;
  nombre: string;
  apellidoPaterno: string | null;
  apellidoMaterno: string | null;
  fechaNacimiento: string | null;
  sexo: string | null;
  entidad: string | null;
  correo: string | null;
  /** Only exported: what routes call the person. */
  clave?: string;
};

const asCurp: CellParser = (cell) => {
  const reading = parseCurp(textOf(cell));
  return reading.ok
    ? { ok: true, value: reading.curp }
    : { ok: false, error: explainCurp(reading) };
};

const SEXOS = { H: ['Hombre', 'Masculino'], M: ['Mujer', 'Femenino'], X: ['No binario'] };
const DERIVED = {
  fechaNacimiento: 'la fecha de nacimiento',
  sexo: 'el sexo',
  entidad: 'la entidad',
};

const NOMBRES: Record<string, string> = {
  nombre: 'El nombre',
  apellidoPaterno: 'El primer apellido',
  apellidoMaterno: 'El segundo apellido',
};

const namesOf = ({ nombre, apellidoPaterno, apellidoMaterno }: Fila) => ({
  nombre,
  apellidoPaterno: apellidoPaterno ?? '',
  apellidoMaterno: apellidoMaterno ?? '',
});

const toPersona = (fila: Fila, now: Date): NewPersona => ({
  ...personaOfCurp(fila.curp, namesOf(fila), now),
  correoConocido: fila.correo,
});

const asCorreo: CellParser = (cell) => {
  const text = textOf(cell);
  if (text.trim() === '') return { ok: true, value: null };
  const error = emailProblem(text);
  return error ? { ok: false, error } : { ok: true, value: normaliseEmail(text) };
};

const TAKEN =
  'Ya hay una persona con esta CURP. Quite la fila; sus datos se editan en su expediente.';

const taken = (rows: readonly HojaRow<Fila>[], curps: { has: (curp: string) => boolean }) =>
  rows.filter(({ valores }) => curps.has(valores.curp)).map((row) => rowError(row, 'curp', TAKEN));

const HEADERS: ReadonlyMap<string, string> = new Map(
  empleoColumns.map(({ key, header }) => [key, header]),
);
const LIST = new Intl.ListFormat('es');

/**
 * Rows of people who are there: those that say what their file says change nothing (`iguales`, their CURPs); what
 * others say is corrected in the file, where it is asked for with a document and remains with its history.
 */
const compare = async (db: Db, rows: readonly HojaRow<Fila>[], nombrados: Nombrados) => {
  const curps = rows.map(({ valores }) => valores.curp);
  const people = new Map((await selectConCurp(db, curps)).map((one) => [one.clave, one]));
  const dichos = await readDichos(
    db,
    [...people.values()].map(({ id }) => id),
  );
  const iguales = new Set<string>();
  const problems: RowProblem[] = [];
  for (const row of rows) {
    const persona = people.get(row.valores.curp);
    if (!persona) continue;
    const { correo } = row.valores;
    const { nombre, apellidoPaterno, apellidoMaterno } = row.valores;
    const isOther = (given: string | null, is: string) =>
      given !== null && fold(given) !== fold(is);
    const others = differingEmpleo(row.valores, dichos.get(persona.id) ?? [], nombrados);
    const differing = [
      ...(isOther(nombre, persona.nombre) ? ['el nombre'] : []),
      ...(isOther(apellidoPaterno, persona.apellidoPaterno) ? ['el primer apellido'] : []),
      ...(isOther(apellidoMaterno, persona.apellidoMaterno) ? ['el segundo apellido'] : []),
      ...(correo !== null && correo !== persona.correo ? ['correo'] : []),
      ...others.map((key) => HEADERS.get(key)!.toLowerCase()),
    ];
    if (differing.length === 0) iguales.add(row.valores.curp);
    else {
      const otherwise = `Ya hay una persona con esta CURP, y su expediente dice otra cosa: ${LIST.format(differing)}. Corríjalo en su expediente, o quite la fila.`;
      problems.push(rowError(row, 'curp', otherwise));
    }
  }
  const past = await findCurps(db, curps);
  for (const curp of people.keys()) past.delete(curp);
  return { iguales, problems: [...problems, ...taken(rows, past)] };
};

/** Rows that are read at once. */
const BLOCK = 1_000;

/** People with a CURP: new ones are imported, all are exported. */
export const personasHoja = defineHoja<Fila, z.infer<typeof filtrosPersonas>>({
  id: 'personas',
  title: 'personas',
  policy: isStaff,
  columns: [
    {
      key: 'curp',
      header: 'CURP',
      synonyms: ['clave unica de registro de poblacion', 'clave curp'],
      required: true,
      unique: true,
      parse: asCurp,
      example: 'HEGA850312MDFRRN04',
      hint: 'Los 18 caracteres, con o sin espacios.',
      width: 22,
    },
    {
      key: 'nombre',
      header: 'Nombre',
      synonyms: ['nombres', 'nombre(s)', 'nombre de pila'],
      required: true,
      parse: asText({ max: 100 }),
      example: 'Ana',
    },
    {
      key: 'apellidoPaterno',
      header: 'Apellido paterno',
      synonyms: ['primer apellido', 'paterno', 'ap paterno', 'apellido 1'],
      parse: asText({ max: 100 }),
      example: 'Hernández',
      hint: 'Vacío si la persona no lo tiene.',
    },
    {
      key: 'apellidoMaterno',
      header: 'Apellido materno',
      synonyms: ['segundo apellido', 'materno', 'ap materno', 'apellido 2'],
      parse: asText({ max: 100 }),
      example: 'García',
      hint: 'Vacío si la persona no lo tiene.',
    },
    {
      key: 'fechaNacimiento',
      header: 'Fecha de nacimiento',
      synonyms: ['nacimiento', 'fecha nacimiento', 'fecha nac', 'f nacimiento'],
      parse: asFecha(),
      example: '12/03/1985',
      hint: 'La dice la CURP; si la escribe, debe ser la misma.',
      format: (value) => new Date(`${value}T00:00:00Z`),
    },
    {
      key: 'sexo',
      header: 'Sexo',
      synonyms: ['genero'],
      parse: asOpcion(SEXOS),
      example: 'Mujer',
      choices: ['Hombre', 'Mujer', 'No binario'],
      hint: 'Lo dice la CURP; si lo escribe, debe ser el mismo.',
      format: (value) => SEXOS[value as keyof typeof SEXOS][0]!,
    },
    {
      key: 'entidad',
      header: 'Entidad de nacimiento',
      synonyms: ['entidad', 'estado', 'estado de nacimiento', 'lugar de nacimiento'],
      parse: asOpcion(
        Object.fromEntries(Object.entries(ENTIDADES).map(([code, name]) => [code, [name]])),
      ),
      example: 'Ciudad de México',
      choices: Object.values(ENTIDADES),
      hint: 'La dice la CURP; si la escribe, debe ser la misma.',
      format: (value) => nombreEntidad(String(value)) ?? String(value),
    },
    {
      key: 'correo',
      header: 'Correo',
      synonyms: ['correo electronico', 'email', 'e-mail', 'mail'],
      parse: asCorreo,
      example: 'ana.hernandez@correo.example',
      hint: 'Con él la persona recibe su expediente en cuanto se registre y lo verifique.',
      width: 30,
    },
    ...empleoColumns,
    { key: 'clave', header: 'Clave', example: '', width: 22, exportOnly: true },
  ],

  checkRow(row, now) {
    if (row.malas?.has('curp')) return [];
    const { curp, fechaNacimiento, sexo, entidad } = row.valores;
    const names = namesOf(row.valores);
    const differing = compareCurp(curp, { ...names, fechaNacimiento, sexo, entidad });
    const ofCurp = differing.map((key) => {
      // A name may legitimately differ; what the CURP itself says may not.
      const name = lookUp(NOMBRES, key);
      return name === undefined
        ? rowError(
            row,
            key,
            `No coincide con ${DERIVED[key as keyof typeof DERIVED]} que dice la CURP. Corrija una de las dos, o deje la celda vacía.`,
          )
        : rowError(row, key, `${name} no coincide con las letras de la CURP. Revíselo.`, 'aviso');
    });
    return [...ofCurp, ...checkEmpleo(row, fechaDe(now))];
  },

  async checkRows(rows, { db }) {
    const { problems, nombrados } = await lookUpItems(db, rows);
    const read = rows.filter(({ malas }) => !malas?.has('curp'));
    const known = await compare(db, read, nombrados);
    return {
      problems: [...problems, ...known.problems],
      efectos: read.map(({ fila, valores }) => ({
        fila,
        efecto: known.iguales.has(valores.curp) ? 'igual' : 'nueva',
      })),
    };
  },

  suggest: (columna, textos, { db }) => suggestItems(db, columna, textos),

  prepare: (fila, now) => ({ ...toPersona(fila, now), fila }),

  writer: {
    async write(trx, given, { id, now }) {
      const prepared = given.map(({ valores }) => valores as NewPersona & { fila: Fila });
      const rows = given.map(({ fila }, i) => ({ fila, valores: prepared[i]!.fila }));
      // The catalogs and the files may have changed since they were checked.
      const { problems, nombrados } = await lookUpItems(trx, rows);
      const known = await compare(trx, rows, nombrados);
      const wrong = [...problems, ...known.problems];
      if (wrong.length > 0) throw new HojaProblems(wrong);
      const nuevas = prepared.filter(({ clave }) => !known.iguales.has(clave));
      const mine = await insertHiddenPersonas(
        trx,
        id,
        nuevas.map(({ fila: _, ...persona }) => persona),
      );
      const others = new Set(nuevas.map(({ clave }) => clave).filter((clave) => !mine.has(clave)));
      if (others.size > 0) throw new HojaProblems(taken(rows, others));
      // Of a run that died after this block: once.
      await deleteEntradasOf(trx, [...mine.values()]);
      const entradas = nuevas.flatMap(({ clave, fila }) =>
        entradasOf(fila, nombrados, fechaDe(now)).map((entrada) => ({
          ...entrada,
          id: randomUUID(),
          personaId: mine.get(clave)!,
          items: itemsOf(entrada.apartado, entrada.valores),
        })),
      );
      await insertEntradas(trx, entradas, now);
      return { nuevas: nuevas.length, cambiadas: 0, sinCambio: known.iguales.size };
    },
    async record(trx, { id, actorUid, cursor }, limit) {
      const ids = await selectHiddenIds(trx, { importacion: id, after: cursor, limit });
      await recordCambios(
        trx,
        'persona.crear',
        ids.map((nueva) => ({ id: nueva, despues: { conCurp: true, importacion: id } })),
        { actorUid, motivo: 'Importación', peticionId: id },
      );
      return ids.at(-1) ?? null;
    },
    discard: (trx, { id, cursor }, limit) =>
      deleteHiddenPersonas(trx, { importacion: id, after: cursor, limit }),
  },

  filters: filtrosPersonas,
  shownFilters: [
    'pendiente',
    'cuenta',
    'completitud',
    'documentos',
    'circuito',
    'organo',
    'categoria',
  ],

  persona: ({ id }) => String(id),

  async *exportRows(filtros, { db }) {
    for await (const rows of readTodas(db, filtros, BLOCK)) {
      const dichos = await readDichos(
        db,
        rows.map(({ id }) => id),
      );
      const said = await filasEmpleo(
        db,
        rows.map(({ id }) => dichos.get(id) ?? []),
      );
      yield rows.map((row, i) => ({ ...row, ...said[i] }));
    }
  },
});
