import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  asFecha,
  asOpcion,
  asText,
  asTyped,
  type CellParser,
  textOf,
} from '../../../platform/server/hojas/cells.ts';
import {
  defineHoja,
  HojaProblems,
  type HojaRow,
  rowError,
} from '../../../platform/server/hojas/define.ts';
import { diaEnCelda, fechaDe } from '../../../platform/shared/dates.ts';
import { lookUp } from '../../../platform/shared/look-up.ts';
import { isStaff } from '../../../platform/shared/policy.ts';
import {
  cleanNombre,
  diceNinguno,
  emailProblem,
  nombreProblem,
  normaliseEmail,
} from '../../identidad/rules.ts';
import { deleteEntradasOf, insertEntradas } from '../apartados/server/data.ts';
import { itemsOf } from '../apartados/server/present.ts';
import { compareCurp, ENTIDADES, explainCurp, nombreEntidad, parseCurp } from '../curp/rules.ts';
import { empleoColumns, entradasOf, filasEmpleo, suggestItems } from '../empleo/server/hojas.ts';
import { filtrosPersonas } from '../expedientes/contract.ts';
import { readDichos, readTodas } from '../expedientes/server/service.ts';
import {
  applyImportacion,
  discardImportacion,
  type FilaPersona,
  isSinTocar,
  lookAt,
  namesOf,
  recordImportacion,
  saveCambios,
} from '../importacion/server/service.ts';
import { insertHiddenPersonas, type NewPersona } from './data.ts';
import { personaOfCurp } from './service.ts';

type Fila = FilaPersona;

const asCurp: CellParser = (cell) => {
  const reading = parseCurp(textOf(cell));
  return reading.ok
    ? { ok: true, value: reading.curp }
    : { ok: false, error: explainCurp(reading) };
};

/** Answers to a placeholder surname: none, or, after this sign, the surname unchanged. */
const SIN_APELLIDO = '(sin apellido)';
const ASI = '=';

/** Reads a name by the rule of registration. */
const asNombre = (label: string, esApellido: boolean): CellParser =>
  asTyped((written) => {
    const text = cleanNombre(written);
    if (esApellido && text === SIN_APELLIDO) return { ok: true, value: null };
    const meant = esApellido && text.startsWith(ASI) ? text.slice(1) : text;
    if (meant === text && diceNinguno(text)) {
      return esApellido
        ? { ok: false, error: `«${text}» no es un apellido. Deje la celda vacía.`, duda: true }
        : { ok: false, error: `«${text}» no es un nombre. Escriba el dato.` };
    }
    const error = nombreProblem(label, meant);
    return error === null ? { ok: true, value: meant } : { ok: false, error };
  });

/** The question about placeholder surnames, asked once for all rows that have one. */
const suggestApellido = (textos: readonly string[]) =>
  new Map(
    textos.map((texto) => [
      texto,
      [
        { valor: SIN_APELLIDO, texto: 'No tiene ese apellido' },
        ...(/^\p{L}+$/u.test(texto)
          ? [{ valor: ASI + texto, texto: `Se apellida «${texto}»` }]
          : []),
      ],
    ]),
  );

const SEXOS = { H: ['Hombre', 'Masculino'], M: ['Mujer', 'Femenino'], X: ['No binario'] };
const DERIVED: Record<string, string> = {
  fechaNacimiento: 'la fecha de nacimiento',
  sexo: 'el sexo',
  entidad: 'la entidad',
};

const toPersona = (curp: string, fila: Fila, now: Date): NewPersona => ({
  ...personaOfCurp(curp, namesOf(fila), now),
  correoConocido: fila.correo,
});

const asCorreo: CellParser = (cell) => {
  const text = textOf(cell);
  if (text.trim() === '') return { ok: true, value: null };
  const error = emailProblem(text);
  return error ? { ok: false, error } : { ok: true, value: normaliseEmail(text) };
};

const TAKEN =
  'Ya hay una persona con esta CURP, o la hubo. Quite la fila; sus datos se editan en su expediente.';

const taken = (rows: readonly HojaRow<Fila>[], curps: { has: (curp: string) => boolean }) =>
  rows
    .filter(({ valores }) => valores.curp && curps.has(valores.curp))
    .map((row) => rowError(row, 'curp', TAKEN));

/** Rows that are read at once. */
const BLOCK = 1_000;

/**
 * People: new ones (with a CURP) are imported, those that are there are changed by their CURP or their key, all are
 * exported. See docs/decisions/0061.
 */
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
      unless: 'clave',
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
      parse: asNombre('el nombre', false),
      example: 'Ana',
    },
    {
      key: 'apellidoPaterno',
      header: 'Apellido paterno',
      synonyms: ['primer apellido', 'paterno', 'ap paterno', 'apellido 1'],
      parse: asNombre('el apellido paterno', true),
      example: 'Hernández',
      hint: 'Vacío si la persona no lo tiene.',
    },
    {
      key: 'apellidoMaterno',
      header: 'Apellido materno',
      synonyms: ['segundo apellido', 'materno', 'ap materno', 'apellido 2'],
      parse: asNombre('el apellido materno', true),
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
      format: (value) => diaEnCelda(String(value)),
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
    {
      key: 'clave',
      header: 'Clave',
      synonyms: ['clave de la persona'],
      unique: true,
      parse: asText({ max: 18 }),
      example: '',
      hint: 'La del expediente que ya está, como la escribe una exportación: de quien no tiene CURP, en lugar de ella.',
      width: 22,
    },
  ],

  checkRow(row) {
    const { curp, fechaNacimiento, sexo, entidad } = row.valores;
    if (row.malas?.has('curp') || !curp) return [];
    return compareCurp(curp, { ...namesOf(row.valores), fechaNacimiento, sexo, entidad }).flatMap(
      (key) => {
        const said = lookUp(DERIVED, key);
        if (said === undefined) return [];
        const mensaje = `No coincide con ${said} que dice la CURP. Corrija una de las dos, o deje la celda vacía.`;
        return [rowError(row, key, mensaje)];
      },
    );
  },

  async checkRows(rows, { db, now }) {
    const { problems, efectos } = await lookAt(db, rows, now);
    return { problems, efectos };
  },

  suggest: async (columna, textos, { db }) =>
    columna.startsWith('apellido') ? suggestApellido(textos) : suggestItems(db, columna, textos),

  prepare: (fila, now) => ({ ...(fila.curp && toPersona(fila.curp, fila, now)), fila }),

  writer: {
    async write(trx, given, { id, now }) {
      const prepared = new Map(
        given.map(({ fila, valores }) => [fila, valores as NewPersona & { fila: Fila }]),
      );
      const rows = given.map(({ fila }) => ({ fila, valores: prepared.get(fila)!.fila }));
      // The catalogs and the files may have changed since they were checked.
      const known = await lookAt(trx, rows, now, true);
      if (known.problems.some(({ nivel }) => nivel === 'error')) {
        throw new HojaProblems(known.problems);
      }
      const nuevas = known.nuevas.map(({ fila }) => prepared.get(fila)!);
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
        entradasOf(fila, known.nombrados, fechaDe(now)).map((entrada) => ({
          ...entrada,
          id: randomUUID(),
          personaId: mine.get(clave)!,
          items: itemsOf(entrada.apartado, entrada.valores),
        })),
      );
      await insertEntradas(trx, entradas, now);
      await saveCambios(trx, id, known.cambios, known.iguales);
      return {
        nuevas: nuevas.length,
        cambiadas: known.cambios.length,
        sinCambio: known.iguales.length,
        efectos: known.efectos,
      };
    },
    isCurrent: (trx, { id }) => isSinTocar(trx, id),
    record: recordImportacion,
    apply: applyImportacion,
    discard: discardImportacion,
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
