import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { readBeside } from '../../../../platform/server/db/shared.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import {
  readClavesDeCursos,
  readCursosPorClave,
  readSesionesDe,
} from '../../../cursos/hechos/server/service.ts';
import { yearsBetween } from '../../../personas/hechos/rules.ts';
import { personPath } from '../../../personas/routes.ts';
import { matriculaPath } from '../../routes.ts';
import { type Edicion, findEnHistoria, type Sesion } from '../rules.ts';
import { selectAntecedentes, selectAprobadas, selectDias, selectNacimientos } from './data.ts';

const grupo = 'Historia en la escuela';
const remedio = { texto: 'Ver mi matrícula', enlace: () => matriculaPath };
const deCurso = { argumento: 'Curso', argumentoDe: { acervo: 'cursos' } } as const;
const inscripciones = ['inscripción', 'inscripciones'] as const;

const TRASLAPE = 'historia.traslape';
const CURSOS = 'historia.cursos';
const sinDias = (id: string): Edicion => ({ id, inicia: '', termina: '' });

const readDias = async (
  db: Db | Trx,
  ediciones: readonly string[],
  asked: boolean,
): Promise<ReadonlyMap<string, Edicion>> =>
  asked && ediciones.length > 0 ? selectDias(db, ediciones) : new Map();

/**
 * What these people have been enrolled in. `byAll`: with every key that each course had, so that a rule that names one of
 * before finds it.
 */
const readAntecedentes = async (db: Db | Trx, personas: readonly string[], byAll: boolean) => {
  const found = await selectAntecedentes(db, personas);
  if (!byAll) return found;
  const cursos = new Set([...found.values()].flat().map(({ cursoId }) => cursoId));
  const claves = await readClavesDeCursos(db, [...cursos]);
  return new Map(
    [...found].map(([id, those]) => [
      id,
      those.map((one) => ({ ...one, cursoClaves: claves.get(one.cursoId) ?? one.cursoClaves })),
    ]),
  );
};

/** The sessions of these editions, by edition. */
const readSesiones = async (db: Db | Trx, ediciones: readonly string[]) => {
  const rows = ediciones.length === 0 ? [] : await readSesionesDe(db, [...new Set(ediciones)]);
  return Map.groupBy<string, Sesion & { edicionId: string }>(
    rows.map(({ edicion_id: edicionId, grupo_id: grupoId, ...one }) => ({
      ...one,
      edicionId,
      grupoId,
    })),
    ({ edicionId }) => edicionId,
  );
};

/** Facts that name a course. */
const DE_CURSO: Readonly<Record<string, (curso: string) => string>> = {
  'historia.acreditado': (curso) => `Curso ${curso} acreditado`,
  'historia.cursando': (curso) => `Curso ${curso} en curso`,
};

/** What rules may ask of somebody's history here. What they do in the edition itself is no history of theirs yet. */
export const historiaHechos: Slots['hechos'] = {
  declara: [
    {
      clave: 'historia.acreditado',
      grupo,
      nombre: 'Curso acreditado',
      palabras: ['aprobado', 'seriación', 'requisito previo'],
      tipo: 'booleano',
      pide: ['haya acreditado «{}»', 'no haya acreditado «{}»'],
      ...deCurso,
      remedio,
    },
    {
      clave: 'historia.cursando',
      grupo,
      nombre: 'Curso en curso',
      palabras: ['cursando', 'lo lleva'],
      tipo: 'booleano',
      pide: ['esté cursando «{}»', 'no esté cursando «{}»'],
      ...deCurso,
      remedio,
    },
    {
      clave: CURSOS,
      grupo,
      nombre: 'Cursos acreditados o en curso',
      tipo: 'claves',
      valoresDe: { acervo: 'cursos' },
      palabras: ['incompatible', 'incompatibilidad'],
      remedio,
    },
    {
      clave: 'historia.horas',
      grupo,
      nombre: 'Horas acreditadas',
      tipo: 'numero',
      unidad: ['hora', 'horas'],
      remedio,
    },
    {
      clave: 'historia.creditos',
      grupo,
      nombre: 'Créditos acreditados',
      tipo: 'numero',
      unidad: ['crédito', 'créditos'],
      remedio,
    },
    {
      clave: 'historia.simultaneas',
      grupo,
      nombre: 'Otras inscripciones vigentes',
      palabras: ['simultáneas', 'máximo', 'a la vez'],
      tipo: 'numero',
      unidad: inscripciones,
      remedio,
    },
    {
      clave: 'historia.enElAnio',
      grupo,
      nombre: 'Otras inscripciones en el año',
      palabras: ['por año', 'anuales', 'máximo'],
      tipo: 'numero',
      unidad: inscripciones,
      remedio,
    },
    {
      clave: TRASLAPE,
      grupo,
      nombre: 'Coincide en horario con otra inscripción',
      palabras: ['traslape', 'empalme', 'choque de horario'],
      tipo: 'booleano',
      pide: [
        'la edición coincida en horario con otra de sus inscripciones',
        'la edición no coincida en horario con otra de sus inscripciones',
      ],
      remedio,
    },
  ],
  async load(db, { campos, casos, personas, ediciones, hoy }) {
    const asks = (cual: string) => campos.some(({ clave }) => clave === cual);
    const asksTraslape = asks(TRASLAPE);
    const claves = campos.flatMap(({ argumento: clave }) => clave || []);
    const [antecedentes, cursos, dias] = await readBeside(db, [
      () => readAntecedentes(db, personas, asks(CURSOS)),
      () => readCursosPorClave(db, claves),
      () => readDias(db, ediciones, asksTraslape),
    ]);
    const those = [...antecedentes.values()].flat().map(({ edicionId }) => edicionId);
    const sesiones = await readSesiones(db, asksTraslape ? [...ediciones, ...those] : []);
    return casos.flatMap(({ personaId, edicionId }) => {
      const historia = {
        antecedentes: antecedentes.get(personaId) ?? [],
        // Without its days it still is the one that does not count.
        edicion: edicionId === null ? null : (dias.get(edicionId) ?? sinDias(edicionId)),
        sesionesDe: (id: string) => sesiones.get(id) ?? [],
        hoy,
      };
      return campos.flatMap(({ field, clave, argumento: curso }) => {
        const found = curso ? cursos.get(curso) : undefined;
        // A course that there never was: nobody knows.
        if (curso && !found) return [];
        const nombre = found && lookUp(DE_CURSO, clave)?.(`«${found.nombre}» (${curso})`);
        return [
          {
            field,
            personaId,
            ...(edicionId !== null && { edicionId }),
            ...(nombre && { nombre }),
            ...findEnHistoria(clave, historia, found?.id),
          },
        ];
      });
    });
  },
  findArgumentos: async (db, _clave, claves) =>
    new Set((await readCursosPorClave(db, claves)).keys()),
  findValores: async (db, _clave, claves) => new Set((await readCursosPorClave(db, claves)).keys()),
};

/** Whether somebody of the school admitted a person to the edition: until then it waits for them. */
export const aprobacionHechos: Slots['hechos'] = {
  declara: [
    {
      clave: 'inscripcion.aprobada',
      grupo: 'La inscripción',
      nombre: 'Inscripción aprobada por la escuela',
      palabras: ['aprobación', 'visto bueno', 'autorización', 'Control Escolar', 'personal'],
      tipo: 'booleano',
      pide: [
        'la escuela haya aprobado la inscripción',
        'la escuela no haya aprobado la inscripción',
      ],
      trasEnviar: true,
    },
  ],
  async load(db, { campos, casos, personas, ediciones }) {
    const aprobadas =
      ediciones.length === 0 ? null : await selectAprobadas(db, personas, ediciones);
    return casos.flatMap(({ personaId, edicionId }) => {
      if (edicionId === null || aprobadas === null) return [];
      const valor = aprobadas.has(`${personaId} ${edicionId}`);
      return campos.map(({ field }) => ({ field, personaId, edicionId, valor }));
    });
  },
};

/** How old somebody will be when the edition begins. */
export const edadHechos: Slots['hechos'] = {
  declara: [
    {
      clave: 'persona.edadAlInicio',
      grupo: 'Persona',
      nombre: 'Edad al iniciar la edición',
      tipo: 'numero',
      unidad: ['año', 'años'],
      remedio: { texto: 'Revisar mi expediente', enlace: personPath },
    },
  ],
  async load(db, { campos, casos, personas, ediciones }) {
    const [nacimientos, dias] = await readBeside(db, [
      () => selectNacimientos(db, personas),
      () => readDias(db, ediciones, true),
    ]);
    return casos.flatMap(({ personaId, edicionId }) => {
      const [nacio, dia] = [nacimientos.get(personaId), edicionId && dias.get(edicionId)];
      if (!nacio || !edicionId || !dia) return [];
      const valor = yearsBetween(nacio, dia.inicia);
      return campos.map(({ field }) => ({ field, personaId, edicionId, valor }));
    });
  },
};
