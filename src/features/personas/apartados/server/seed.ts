import { sql } from 'kysely';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { fechaDe } from '../../../../platform/shared/dates.ts';
import { integer, pick, seededRandom } from '../../../../platform/shared/random.ts';
import type { CatalogoId } from '../../../catalogos/definiciones/rules.ts';
import { readOfrecidos } from '../../../catalogos/server/service.ts';
import { parseCurp } from '../../curp/rules.ts';
import type { SeededPersona } from '../../server/seed.ts';
import { type ApartadoId, apartadoOf } from '../definiciones/rules.ts';
import { checkEntrada, type Valores } from '../rules.ts';
import { insertEntradas } from './data.ts';
import { itemsOf } from './present.ts';

/** Whose files say something: the first ones, among them those with an account. */
const MOST = 300;

/** Postal code, key of the state, municipality, neighbourhood: real ones. */
const LUGARES = [
  ['06700', 'DF', 'Cuauhtémoc', 'Roma Norte'],
  ['03100', 'DF', 'Benito Juárez', 'Del Valle Centro'],
  ['04000', 'DF', 'Coyoacán', 'Villa Coyoacán'],
  ['44100', 'JC', 'Guadalajara', 'Guadalajara Centro'],
  ['50000', 'MC', 'Toluca', 'Centro'],
  ['97000', 'YN', 'Mérida', 'Mérida Centro'],
  ['64000', 'NL', 'Monterrey', 'Centro'],
] as const;
const CALLES = [
  'Avenida Revolución',
  'Calle Hidalgo',
  'Calle 20 de Noviembre',
  'Privada Jacarandas',
];
const ESCUELAS = [
  'Universidad Nacional Autónoma de México',
  'Universidad de Guadalajara',
  'Universidad Autónoma de Nuevo León',
  'Escuela Libre de Derecho',
];

/** The last year in which something begins. */
const LAST = 2025;

const birthOf = (curp: string): string => {
  const reading = parseCurp(curp);
  if (!reading.ok) throw new Error(`The demonstration's CURP ${curp} is impossible.`);
  return reading.fechaNacimiento;
};

/** Somebody's entries of an apartado say that a document proves them. */
export const seedPrueba = async (
  trx: Trx,
  personaId: string,
  apartado: ApartadoId,
  documentoId: string,
): Promise<void> => {
  await trx
    .updateTable('personas_entradas')
    .set({ datos: sql`datos || jsonb_build_object('documento', ${documentoId}::text)` })
    .where('persona_id', '=', personaId)
    .where('apartado', '=', apartado)
    .execute();
};

type Nueva = { apartado: ApartadoId; valores: Valores };

/**
 * What the files of a demonstration say: of three, one is complete, one says a part, and the third where
 * they work or nothing. Those of the accounts that the terminal announces are complete, but for the number of a cédula
 * of the one without a role.
 */
export const seedApartados = async (
  trx: Trx,
  { personas, now }: { personas: readonly SeededPersona[]; now: Date },
): Promise<void> => {
  // Its own: what other seeds make does not change.
  const random = seededRandom(61);
  const ids = (catalogo: CatalogoId) => readOfrecidos(trx, catalogo);
  const [organos, categorias, niveles, entidades, modalidades, areas, instituciones] = [
    await ids('organos'),
    await ids('categorias'),
    await ids('niveles'),
    await ids('entidades'),
    await ids('modalidades'),
    await ids('areas'),
    (await ids('instituciones')).filter(({ datos }) =>
      String(datos.grupo).startsWith('Poder Judicial'),
    ),
  ];
  const level = (clave: string) => niveles.find((one) => one.clave === clave)?.id ?? niveles[0]!.id;
  const day = (year: number) =>
    `${year}-${String(integer(random, 1, 12)).padStart(2, '0')}-${String(integer(random, 1, 28)).padStart(2, '0')}`;
  const digits = (n: number) =>
    String(integer(random, 2, 9)) +
    Array.from({ length: n - 1 }, () => integer(random, 0, 9)).join('');

  const lugar = () => {
    const [cp, clave, municipio, colonia] = pick(random, LUGARES);
    const entidad = entidades.find((one) => one.clave === clave)?.id ?? entidades[0]!.id;
    return { cp, entidad, municipio, colonia };
  };
  const contactos = (): Nueva[] => [
    { apartado: 'telefono', valores: { clase: 'celular', numero: `55${digits(8)}` } },
    {
      apartado: 'domicilio',
      valores: {
        ...lugar(),
        calle: pick(random, CALLES),
        exterior: String(integer(random, 1, 900)),
        interior: null,
      },
    },
    {
      apartado: 'emergencia',
      valores: { nombre: 'Guadalupe Ríos Ávila', relacion: 'familiar', telefono: `33${digits(8)}` },
    },
  ];
  const empleo = (from: number): Nueva[] => {
    const before = from + 5 <= LAST;
    return [
      { apartado: 'nacionalidad', valores: { nacionalidad: 'mexicana' } },
      { apartado: 'servicio', valores: { expediente: digits(6), ingreso: day(from) } },
      ...(before
        ? [
            {
              apartado: 'empleo' as const,
              valores: {
                institucion: pick(random, instituciones).id,
                categoria: pick(random, categorias).id,
                desde: day(from),
                hasta: day(from + 4),
              },
            },
          ]
        : []),
      {
        apartado: 'empleo',
        valores: {
          organo: pick(random, organos).id,
          categoria: pick(random, categorias).id,
          desde: day(before ? from + 5 : from),
        },
      },
    ];
  };
  // With a random of its own: what the files said without it they say still.
  const soloEmpleo = seededRandom(96);
  const puesto = (from: number): Nueva => ({
    apartado: 'empleo',
    valores: {
      organo: pick(soloEmpleo, organos).id,
      categoria: pick(soloEmpleo, categorias).id,
      desde: `${Math.min(from, LAST - 1)}-02-01`,
    },
  });
  const academicos = (graduated: number, cedula: boolean): Nueva[] => [
    {
      apartado: 'estudio',
      valores: {
        nivel: level('LIC'),
        programa: 'Licenciatura en Derecho',
        institucion: pick(random, ESCUELAS),
        estado: 'titulado',
        inicio: day(graduated - 5),
        termino: day(graduated),
        promedio: integer(random, 80, 99) / 10,
        cedula: cedula ? digits(7) : null,
      },
    },
    { apartado: 'idioma', valores: { idioma: 'ingles', nivel: 'B2', certificado: null } },
    {
      apartado: 'curso',
      valores: {
        nombre: 'Argumentación jurídica',
        institucion: pick(random, ESCUELAS),
        horas: 40,
        termino: day(graduated),
      },
    },
  ];

  const preferencias = (): Nueva[] => [
    { apartado: 'preferencia', valores: { modalidad: modalidades[1]!.id, sede: null } },
    { apartado: 'interes', valores: { area: areas[0]!.id } },
    { apartado: 'interes', valores: { area: areas[2]!.id } },
  ];

  const rows: (Nueva & { id: string; personaId: string })[] = [];
  const hoy = fechaDe(now);
  for (const [i, persona] of personas.slice(0, MOST).entries()) {
    const graduated = Number(birthOf(persona.curp).slice(0, 4)) + 23;
    const from = Math.min(LAST, graduated + integer(random, 0, 6));
    const kind = i < 3 ? 0 : i % 3;
    const dichos = { 0: 3, 1: 1 }[kind] ?? 0;
    const said = [
      contactos().slice(0, dichos),
      ...(kind === 0 ? [empleo(from), academicos(from, i !== 2)] : []),
      ...(i === 2 ? [preferencias()] : []),
      // Most people work in an órgano: what is told by circuit is told of most enrolments.
      ...(kind === 1 || (kind === 2 && i % 2 === 0) ? [puesto(from)] : []),
    ].flat();
    for (const { apartado, valores } of said) {
      // As the form would keep it; a file of the demonstration that could not be saved is a mistake of this seed.
      const checked = checkEntrada(apartadoOf(apartado), valores, { otras: [], hoy });
      const [problem] = Object.values(checked.errores);
      if (problem) throw new Error(`The demonstration's ${apartado}: ${problem}`);
      rows.push({
        id: crypto.randomUUID(),
        personaId: persona.id,
        apartado,
        valores: checked.valores,
      });
    }
  }
  await insertEntradas(
    trx,
    rows.map((row) => ({ ...row, items: itemsOf(row.apartado, row.valores) })),
    now,
  );
};
