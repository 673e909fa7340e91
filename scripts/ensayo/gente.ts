/** An opening day that is made up: an edition with quotas and a line, and as many people, signed in. */
import { randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { tipoEnRuta } from '../../src/features/cursos/routes.ts';
import { VERSIONES } from '../../src/features/identidad/privacidad/rules.ts';
import { openSesion } from '../../src/features/identidad/sesiones/server/service.ts';
import { makeClaveSinCurp } from '../../src/features/personas/clave/rules.ts';
import { definicionSchema } from '../../src/features/plantillas/escritura/contract.ts';
import {
  DEFINICION,
  insertMuestra,
  RESPUESTAS,
} from '../../src/features/plantillas/muestra/server/seed.ts';
import type { Db, Tables } from '../../src/platform/server/db/index.ts';
import { hashPassword } from '../../src/platform/server/passwords.ts';
import type { Services } from '../../src/platform/server/services.ts';

/** Of four people one is a man, and of four seats one is kept for men. */
const DE_CUATRO = 4;
/** People that one statement writes. */
const BLOCK = 500;
/** Sessions that are opened at a time. */
const LANES = 8;
const DIA = 86_400_000;

const todas = (field: string, operator: string, value: unknown) => ({
  combinator: 'and',
  rules: [{ field, operator, value }],
});

/** The sample's form, with its sensitive answers; a rule about the person, a quota and a line by turn. */
const definicionDe = (lugares: number) =>
  definicionSchema.parse({
    ...DEFINICION,
    reglas: [
      ...DEFINICION.reglas,
      {
        clave: 'edad',
        efecto: 'impide',
        condicion: todas('persona.edad', '>=', 18),
        mensaje: 'Debe tener 18 años cumplidos.',
        descripcion: 'Es mayor de edad.',
      },
    ],
    reparto: {
      alLlenarse: 'esperaPorTurno',
      horasParaAceptar: 24,
      cupos: [
        {
          clave: 'hombres',
          nombre: 'Hombres',
          condicion: todas('persona.sexo', 'in', ['H']),
          lugares: Math.floor(lugares / DE_CUATRO),
          liberaDias: 3,
        },
      ],
    },
  });

/** Somebody who is going to press. */
export type Aspirante = {
  readonly personaId: string;
  readonly token: string;
  /** What is sent besides the key. */
  readonly envio: Readonly<Record<string, unknown>>;
};

/** What they press for. */
export type Apertura = {
  readonly edicionId: string;
  readonly lugares: number;
  /** Seats of them kept for men. */
  readonly deCupo: number;
  /** The four of the form's address. */
  readonly ids: Readonly<Record<'idCurso' | 'idPlantilla' | 'tipo' | 'edicionId', string>>;
  readonly aspirantes: readonly Aspirante[];
};

const itemDe = (catalogo: string) =>
  sql<string>`(select id from catalogo_items where catalogo = ${catalogo} order by orden, id limit 1)`;

const insertEdicion = async (db: Db, plantillaId: string, cupo: number) => {
  const ahora = Date.now();
  const dia = (n: number) => new Date(ahora + n * DIA).toISOString().slice(0, 10);
  const tipo = sql<string>`(select id from catalogo_items where catalogo = 'tipos-actividad' and clave = 'CURSO')`;
  const curso = await db
    .insertInto('cursos')
    .values({
      clave: 'ENSAYO',
      nombre: 'Ensayo de la apertura',
      tipo_id: tipo,
      modalidad_id: itemDe('modalidades'),
      area_id: itemDe('areas'),
      horas: 40,
      creditos: 2,
      objetivo: 'Probar la máquina.',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const edicion = await db
    .insertInto('ediciones')
    .values({
      curso_id: curso.id,
      plantilla_id: plantillaId,
      nombre: 'Ensayo',
      inicia: dia(30),
      termina: dia(60),
      inscripcion_abre: new Date(ahora - DIA),
      inscripcion_cierra: new Date(ahora + 9 * DIA),
      sede_id: itemDe('sedes'),
      cupo,
      cancelada_en: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    idCurso: curso.id,
    idPlantilla: plantillaId,
    tipo: tipoEnRuta({ clave: 'CURSO' }),
    edicionId: edicion.id,
  };
};

/** People with a verified account that accepted the texts in force, from the one numbered `from`. */
const insertGente = async (
  db: Kysely<Tables>,
  from: number,
  many: number,
  password_hash: string,
) => {
  const numbers = Array.from({ length: many }, (_, i) => from + i);
  const offset = randomInt(1_000);
  const personas = await db
    .insertInto('personas')
    .values(
      numbers.map((n) => ({
        clave: makeClaveSinCurp(String((offset * 100_000 + n) % 100_000_000).padStart(8, '0')),
        curp: null,
        nombre: 'Persona',
        apellido_paterno: 'De Ensayo',
        apellido_materno: String(n),
        nombre_completo: `PERSONA DE ENSAYO ${n}`,
        fecha_nacimiento: '1988-02-29',
        sexo: n % DE_CUATRO === 0 ? ('H' as const) : ('M' as const),
        entidad_nacimiento: 'DF',
        discrepancias: sql<string[]>`'{}'::text[]`,
        curp_declarada: null,
        correo_conocido: null,
      })),
    )
    .returning(['id', 'nombre_completo'])
    .execute();
  const cuentas = await db
    .insertInto('cuentas')
    .values(
      personas.map(({ id, nombre_completo }) => ({
        uid: id,
        email: `${id}@ensayo.example`,
        email_verified: true,
        password_hash,
        display_name: nombre_completo,
        photo_url: null,
        nombre: null,
        apellido_paterno: null,
        apellido_materno: null,
        role: null,
        persona_id: id,
        ultimo_ingreso_en: null,
      })),
    )
    .returningAll()
    .execute();
  await db
    .insertInto('aceptaciones')
    .values(
      cuentas.flatMap(({ uid }) =>
        Object.entries(VERSIONES).map(([documento, version]) => ({
          uid,
          persona_id: null,
          documento: documento as keyof typeof VERSIONES,
          version,
        })),
      ),
    )
    .execute();
  return cuentas;
};

/**
 * Makes the edition and the people in a database of its own, and signs all of them in: their tokens are good for a quarter
 * of an hour.
 */
export const makeApertura = async (
  services: Services,
  { personas, lugares }: { personas: number; lugares: number },
): Promise<Apertura> => {
  const { db } = services;
  const definicion = definicionDe(lugares);
  const plantilla = await insertMuestra(db, { nombre: 'Ensayo', definicion, ahora: new Date() });
  const ids = await insertEdicion(db, plantilla.id, lugares);
  const password_hash = await hashPassword('Nadie-Ingresa-Con-Esta-2026');
  const cuentas: Awaited<ReturnType<typeof insertGente>> = [];
  for (let from = 0; from < personas; from += BLOCK) {
    cuentas.push(...(await insertGente(db, from, Math.min(BLOCK, personas - from), password_hash)));
  }
  const origin = { ip: '127.0.0.1', userAgent: 'ensayo' };
  const aspirantes: Aspirante[] = [];
  const waiting = cuentas.values();
  const lane = async () => {
    for (const cuenta of waiting) {
      const sesion = await openSesion(services, db, { cuenta, registro: false }, origin);
      const respuestas = { ...RESPUESTAS, correo: cuenta.email };
      aspirantes.push({
        personaId: cuenta.persona_id!,
        token: sesion.accessToken,
        envio: { ...ids, version: 1, respuestas },
      });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const { edicionId } = ids;
  return { edicionId, lugares, deCupo: Math.floor(lugares / DE_CUATRO), ids, aspirantes };
};
