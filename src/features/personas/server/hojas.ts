import type { z } from 'zod';
import { searchAll } from '../../../platform/server/db/search.ts';
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
import { lookUp } from '../../../platform/shared/look-up.ts';
import { isStaff } from '../../../platform/shared/policy.ts';
import { emailProblem, normaliseEmail } from '../../identidad/rules.ts';
import { compareCurp, ENTIDADES, explainCurp, nombreEntidad, parseCurp } from '../curp/rules.ts';
import { filtrosPersonas } from '../expedientes/contract.ts';
import {
  type FilaPersona,
  selectPersonasAfter,
  selectPersonasAlike,
} from '../expedientes/server/data.ts';
import {
  deleteHiddenPersonas,
  findCurps,
  insertHiddenPersonas,
  type NewPersona,
  selectHiddenIds,
} from './data.ts';
import { personaOfCurp } from './service.ts';

type Fila = {
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

const taken = (rows: readonly HojaRow<Fila>[], curps: ReadonlySet<string>) =>
  rows.filter(({ valores }) => curps.has(valores.curp)).map((row) => rowError(row, 'curp', TAKEN));

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
    { key: 'clave', header: 'Clave', example: '', width: 22, exportOnly: true },
  ],

  checkRow(row) {
    if (row.malas?.has('curp')) return [];
    const { curp, fechaNacimiento, sexo, entidad } = row.valores;
    const names = namesOf(row.valores);
    return compareCurp(curp, { ...names, fechaNacimiento, sexo, entidad }).map((key) => {
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
  },

  async checkRows(rows, { db }) {
    const read = rows.filter(({ malas }) => !malas?.has('curp'));
    const curps = await findCurps(
      db,
      read.map(({ valores }) => valores.curp),
    );
    return { problems: taken(read, curps) };
  },

  prepare: toPersona,

  writer: {
    async write(trx, rows, { id }) {
      const personas = rows.map(({ valores }) => valores as NewPersona);
      const mine = await insertHiddenPersonas(trx, id, personas);
      const others = new Set(
        personas.map(({ clave }) => clave).filter((clave) => !mine.has(clave)),
      );
      const problems = taken(rows as readonly HojaRow<Fila>[], others);
      if (problems.length > 0) throw new HojaProblems(problems);
      return { nuevas: rows.length, cambiadas: 0, sinCambio: 0 };
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
  shownFilters: ['pendiente', 'cuenta'],

  persona: ({ id }) => String(id),

  exportRows: (filtros, { db }) =>
    searchAll(
      db,
      { ...filtros, pagina: 1, porPagina: BLOCK },
      (on, last: FilaPersona | null) => selectPersonasAfter(on, filtros, last?.clave ?? '', BLOCK),
      selectPersonasAlike,
    ),
});
