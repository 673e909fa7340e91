import type { Trx } from '../../../platform/server/db/index.ts';
import { seedCursadas } from '../../inscripciones/server/seed.ts';
import {
  insertPersonasPorCurso,
  isLegible,
  lockRutasDe,
  setCompletadas,
} from '../avance/server/data.ts';
import {
  archivePublicada,
  insertBorrador,
  insertRuta,
  publishBorrador,
} from '../escritura/server/data.ts';
import { cursosDe, type GrupoDeRuta, type ParteDeRuta } from '../rules.ts';
import { selectCursadas, selectCursosPorClave } from './data.ts';
import { avanceOf, sabidosOf } from './present.ts';

declare module '../../../platform/server/feature.ts' {
  interface DemoData {
    /** What the ordinary person of the demonstration took, before the actas of those editions. */
    cursadas: true;
  }
}

const DAY = 86_400_000;
/** Whose routes are looked at for what is complete: a demonstration's few hundred. */
const LOOKED_AT = 400;

/** A part as it is written here: a course by its key, after `<` what it requires. */
type Escrita =
  | string
  | {
      clave: string;
      titulo: string;
      pide?: number | 'opcional';
      texto?: string;
      requiere?: string[];
      partes: Escrita[];
    };
type RutaEscrita = {
  clave: string;
  nombre: string;
  descripcion: string;
  dirigidaA: string;
  enOrden: boolean;
  versiones: { dias: number; nota: string; etapas: Exclude<Escrita, string>[] }[];
};

const FUNDAMENTOS: Exclude<Escrita, string> = {
  clave: 'fundamentos',
  titulo: 'Fundamentos',
  texto: 'Lo que toda persona que proyecta necesita antes de especializarse.',
  partes: ['ARG-101', 'DDH-101'],
};
const AMPARO: Exclude<Escrita, string> = {
  clave: 'amparo',
  titulo: 'Juicio de amparo',
  partes: [
    'AMP-101',
    'AMP-102 < AMP-101',
    {
      clave: 'amparo-practica',
      titulo: 'Práctica del amparo',
      pide: 1,
      requiere: ['AMP-101'],
      partes: ['AMP-201', 'AMP-301'],
    },
  ],
};
const MATERIAS: Exclude<Escrita, string> = {
  clave: 'materias',
  titulo: 'Materias',
  pide: 2,
  texto: 'Elija las materias en que trabajará.',
  partes: [
    { clave: 'penal', titulo: 'Penal', partes: ['PEN-101', 'PEN-301 < PEN-101'] },
    { clave: 'mercantil', titulo: 'Mercantil', pide: 1, partes: ['MER-101', 'MER-201'] },
    { clave: 'laboral', titulo: 'Laboral', partes: ['LAB-101'] },
  ],
};

const RUTAS: readonly RutaEscrita[] = [
  {
    clave: 'RF-SEC',
    nombre: 'Formación de secretarias y secretarios de juzgado y tribunal',
    descripcion:
      'De la argumentación a la secretaría: fundamentos, amparo, dos materias y la preparación final.',
    dirigidaA: 'Personas oficiales judiciales y actuarias que aspiran a una secretaría',
    enOrden: true,
    versiones: [
      {
        dias: 500,
        nota: 'Primera versión.',
        etapas: [
          FUNDAMENTOS,
          AMPARO,
          { ...MATERIAS, pide: 1 },
          {
            clave: 'cierre',
            titulo: 'Preparación final',
            partes: ['ARG-201', 'SEC-100 < ARG-201'],
          },
        ],
      },
      {
        dias: 30,
        nota: 'Se piden dos materias y se agrega una etapa opcional de justicia electoral.',
        etapas: [
          FUNDAMENTOS,
          AMPARO,
          MATERIAS,
          {
            clave: 'cierre',
            titulo: 'Preparación final',
            partes: ['ARG-201', 'SEC-100 < ARG-201'],
          },
          {
            clave: 'electoral',
            titulo: 'Justicia electoral',
            pide: 'opcional',
            partes: ['ELE-101'],
          },
        ],
      },
    ],
  },
  {
    clave: 'RF-ACT',
    nombre: 'Formación de actuarias y actuarios',
    descripcion:
      'Lo que exige la función actuarial: derechos de las personas notificadas, lenguaje claro y las materias en que se diligencia.',
    dirigidaA: 'Personas oficiales judiciales que aspiran a una actuaría',
    enOrden: true,
    versiones: [
      {
        dias: 480,
        nota: 'Primera versión.',
        etapas: [
          { clave: 'base', titulo: 'La función actuarial', partes: ['ARG-101', 'ARG-201'] },
          {
            clave: 'personas',
            titulo: 'Personas y grupos',
            pide: 2,
            partes: ['DDH-220', 'DDH-230', 'DDH-240'],
          },
          {
            clave: 'materias',
            titulo: 'Materias',
            pide: 1,
            partes: ['AMP-101', 'MER-101', 'LAB-101'],
          },
        ],
      },
    ],
  },
  {
    clave: 'RF-JUZ',
    nombre: 'Preparación para personas juzgadoras de distrito',
    descripcion: 'Especialización y práctica para quien dirigirá un órgano jurisdiccional.',
    dirigidaA: 'Secretarias y secretarios con experiencia en juzgado o tribunal',
    enOrden: false,
    versiones: [
      {
        dias: 450,
        nota: 'Primera versión.',
        etapas: [
          {
            clave: 'decision',
            titulo: 'La decisión judicial',
            partes: ['ARG-101', 'ARG-301 < ARG-101', 'ARG-201 < ARG-101', 'DDH-101'],
          },
          {
            clave: 'conduccion',
            titulo: 'Conducción del proceso',
            pide: 2,
            requiere: ['ARG-301'],
            partes: [
              { clave: 'oral', titulo: 'Oralidad penal', partes: ['PEN-101', 'PEN-201 < PEN-101'] },
              {
                clave: 'constitucional',
                titulo: 'Justicia constitucional',
                pide: 2,
                partes: ['AMP-101', 'AMP-102 < AMP-101', 'AMP-301 < AMP-101'],
              },
              'LAB-101',
              'MER-101',
            ],
          },
          {
            clave: 'posgrado',
            titulo: 'Posgrado',
            pide: 1,
            requiere: ['decision'],
            partes: ['ESP-100', 'MAE-100'],
          },
          {
            clave: 'investigacion',
            titulo: 'Investigación',
            pide: 'opcional',
            requiere: ['MAE-100'],
            partes: ['DOC-100'],
          },
        ],
      },
    ],
  },
  {
    clave: 'RF-PG',
    nombre: 'Perspectiva de género en la impartición de justicia',
    descripcion:
      'Del control de convencionalidad a la sentencia: hechos, prueba y derecho con perspectiva de género.',
    dirigidaA: 'Todo el personal jurisdiccional',
    enOrden: false,
    versiones: [
      {
        dias: 460,
        nota: 'Primera versión.',
        etapas: [
          { clave: 'base', titulo: 'Derechos humanos', partes: ['DDH-101'] },
          {
            clave: 'genero',
            titulo: 'Perspectiva de género',
            requiere: ['DDH-101'],
            partes: ['DDH-210'],
          },
          {
            clave: 'grupos',
            titulo: 'Otras perspectivas',
            pide: 1,
            requiere: ['DDH-210'],
            partes: ['DDH-220', 'DDH-230', 'DDH-240'],
          },
          { clave: 'sentencia', titulo: 'La sentencia', partes: ['ARG-201'] },
        ],
      },
    ],
  },
  {
    clave: 'RF-SPA',
    nombre: 'Sistema penal acusatorio',
    descripcion: 'Las etapas del proceso penal, de la audiencia inicial a la ejecución.',
    dirigidaA: 'Personal de centros de justicia penal y defensoría',
    enOrden: true,
    versiones: [
      {
        dias: 440,
        nota: 'Primera versión.',
        etapas: [
          { clave: 'prueba', titulo: 'Argumentación y prueba', partes: ['ARG-101', 'ARG-301'] },
          { clave: 'audiencias', titulo: 'Audiencias', partes: ['PEN-101', 'PEN-201 < PEN-101'] },
          { clave: 'ejecucion', titulo: 'Ejecución', partes: ['PEN-301'] },
          { clave: 'ademas', titulo: 'Además', pide: 'opcional', partes: ['DDH-240'] },
        ],
      },
    ],
  },
  {
    clave: 'RF-LAB',
    nombre: 'Justicia laboral',
    descripcion:
      'El procedimiento ante los tribunales laborales federales y los derechos que protege.',
    dirigidaA: 'Personal de tribunales laborales federales',
    enOrden: true,
    versiones: [
      {
        dias: 420,
        nota: 'Primera versión.',
        etapas: [
          { clave: 'base', titulo: 'Bases', pide: 1, partes: ['ARG-101', 'DDH-101'] },
          { clave: 'laboral', titulo: 'Procedimiento laboral', partes: ['LAB-101'] },
          {
            clave: 'complemento',
            titulo: 'Complemento',
            pide: 1,
            partes: ['ADM-101', 'ARG-201', 'DDH-210'],
          },
        ],
      },
    ],
  },
];

const parteOf = (escrita: Escrita, idOf: (clave: string) => string): ParteDeRuta => {
  if (typeof escrita === 'string') {
    const [clave = '', ...requiere] = escrita.split(/ [<,] /);
    return { tipo: 'curso', cursoId: idOf(clave), requiere: requiere.map(idOf) };
  }
  const { clave, titulo, pide, texto, requiere = [], partes } = escrita;
  return {
    tipo: 'grupo',
    clave,
    titulo,
    ...(texto !== undefined && { texto }),
    regla:
      pide === 'opcional'
        ? { tipo: 'opcional' }
        : pide === undefined
          ? { tipo: 'todas' }
          : { tipo: 'n', n: pide },
    requiere: requiere.map((one) => (/^[A-Z]/.test(one) ? idOf(one) : one)),
    partes: partes.map((one) => parteOf(one, idOf)),
  };
};

type De = { personas: readonly { id: string }[]; now: Date };

/** What the ordinary person of the demonstration has done: one route complete, another half-way. */
const CURSADAS = [
  { clave: 'DDH-101', estado: 'acreditada' },
  { clave: 'DDH-210', estado: 'acreditada' },
  { clave: 'DDH-240', estado: 'acreditada' },
  { clave: 'ARG-201', estado: 'acreditada' },
  { clave: 'ARG-101', estado: 'acreditada' },
  { clave: 'AMP-101', estado: 'acreditada' },
  { clave: 'AMP-301', estado: 'noAcreditada' },
  { clave: 'PEN-101', estado: 'inscrita' },
] as const;

type ConQueCursar = Omit<Parameters<typeof seedCursadas>[1], 'personaId' | 'cursadas'>;

/** What that person took, before the actas of those editions. */
export const seedCursadasDeAna = async (
  trx: Trx,
  { personas, ...con }: Pick<De, 'personas'> & ConQueCursar,
): Promise<void> => {
  const ana = personas[2];
  if (ana) await seedCursadas(trx, { personaId: ana.id, cursadas: CURSADAS, ...con });
};

/** Six routes of a judicial school; who took their courses is in them. */
export const seedRutas = async (trx: Trx, { personas, now }: De): Promise<void> => {
  const ids = new Map((await selectCursosPorClave(trx)).map(({ clave, id }) => [clave, id]));
  const idOf = (clave: string) => {
    const id = ids.get(clave);
    if (id === undefined) throw new Error(`seedRutas: there is no course ${clave}`);
    return id;
  };
  for (const { clave, nombre, descripcion, dirigidaA, enOrden, versiones } of RUTAS) {
    const rutaId = crypto.randomUUID();
    const at = (dias: number) => new Date(now.getTime() - dias * DAY);
    await insertRuta(trx, { id: rutaId, clave, creado_en: at(versiones[0]!.dias) });
    for (const { dias, nota, etapas } of versiones) {
      await insertPersonasPorCurso(trx, { rutaId });
      const definicion = {
        nombre,
        descripcion,
        dirigidaA,
        enOrden,
        etapas: etapas.map((one) => parteOf(one, idOf) as GrupoDeRuta),
      };
      await insertBorrador(trx, { rutaId, definicion, ahora: at(dias) });
      await archivePublicada(trx, rutaId, at(dias));
      await publishBorrador(trx, { rutaId, version: 1, nota, ahora: at(dias) });
    }
    await insertPersonasPorCurso(trx, { rutaId });
  }
  const some = personas.slice(0, LOOKED_AT).map(({ id }) => id);
  const rows = (await lockRutasDe(trx, some)).filter(isLegible);
  const cursos = [...new Set(rows.flatMap(({ definicion }) => cursosDe(definicion)))];
  const sabidos = sabidosOf(await selectCursadas(trx, some, cursos));
  const complete = rows.filter(
    (row) => avanceOf(row.definicion, sabidos.get(row.persona_id)).completa,
  );
  await setCompletadas(
    trx,
    complete.map(({ id }) => id),
    new Date(now.getTime() - 60 * DAY),
  );
};
