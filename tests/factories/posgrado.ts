import { createHash, randomUUID } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { Definicion } from '../../src/features/plantillas/contract.ts';
import { definicionSchema } from '../../src/features/plantillas/escritura/contract.ts';
import {
  BASES,
  type Bases,
  basesLeidas,
  type TipoEtapa,
} from '../../src/features/posgrado/convocatorias/contract.ts';
import type { Db, Tables } from '../../src/platform/server/db/index.ts';
import type { TestPortal } from '../portal.ts';
import { makeCuenta } from './cuentas.ts';
import { makeCurso, makeEdicion } from './cursos.ts';
import { makePersona } from './personas.ts';
import { makePlantilla, REGLA_VENTANA } from './plantillas.ts';

const DIA = 86_400_000;

const NOMBRE = {
  ...{ clave: 'nombre', tipo: 'datoPersona', etiqueta: 'Nombre', dato: 'nombreCompleto' },
  ...{ editable: false, obligatorio: true },
};

/** A short form of a pre-application: the name, a text, an address for notices, and something sensitive. */
export const DEFINICION_PRESOLICITUD: Definicion = definicionSchema.parse({
  secciones: [
    {
      clave: 'datos',
      titulo: 'Sus datos',
      campos: [
        NOMBRE,
        {
          ...{ clave: 'correo', tipo: 'datoPersona', etiqueta: 'Correo', dato: 'correo' },
          ...{ editable: true, obligatorio: true },
        },
        { clave: 'interes', tipo: 'textoLargo', etiqueta: 'Interés', obligatorio: true },
        {
          ...{ clave: 'grado', tipo: 'opcion', etiqueta: 'Último grado', obligatorio: true },
          opciones: [
            { valor: 'lic', etiqueta: 'Licenciatura' },
            { valor: 'mae', etiqueta: 'Maestría' },
          ],
        },
        {
          ...{ clave: 'ajuste', tipo: 'texto', etiqueta: 'Ajuste que necesita' },
          ...{ obligatorio: false, sensible: true },
        },
      ],
    },
  ],
  reglas: [REGLA_VENTANA],
});
export const RESPUESTAS_PRESOLICITUD = { interes: 'Investigar el precedente.', grado: 'lic' };

/** A short form of an application: a statement, a project, publications, and the affirmative action. */
export const DEFINICION_SOLICITUD: Definicion = definicionSchema.parse({
  secciones: [
    {
      clave: 'datos',
      titulo: 'Sus datos',
      campos: [NOMBRE],
    },
    {
      clave: 'motivos',
      titulo: 'Motivos',
      campos: [
        { clave: 'exposicion', tipo: 'textoLargo', etiqueta: 'Exposición', obligatorio: true },
        { clave: 'proyecto', tipo: 'textoLargo', etiqueta: 'Proyecto', obligatorio: true },
        { clave: 'publicaciones', tipo: 'texto', etiqueta: 'Publicaciones', obligatorio: false },
        {
          ...{ clave: 'afirmativa', tipo: 'casilla', etiqueta: 'Acción afirmativa' },
          ...{ obligatorio: false, sensible: true },
        },
      ],
    },
  ],
  reglas: [REGLA_VENTANA],
});
export const RESPUESTAS_SOLICITUD = {
  exposicion: 'Quiero juzgar con perspectiva de género.',
  proyecto: 'El precedente horizontal en los plenos regionales.',
};

export type EtapaHecha = {
  tipo: TipoEtapa;
  nombre?: string;
  peso: number;
  minimo?: number | null;
  corte?: number | null;
  criterios?: { nombre: string; peso: number; piezas: string[] }[];
};

/** A stage with a rubric, and an interview. */
export const ETAPAS: readonly EtapaHecha[] = [
  {
    ...{ tipo: 'rubrica', nombre: 'Proyecto', peso: 70 },
    criterios: [
      { nombre: 'Motivos', peso: 40, piezas: ['exposicion'] },
      { nombre: 'Proyecto', peso: 60, piezas: ['proyecto'] },
    ],
  },
  {
    ...{ tipo: 'entrevista', nombre: 'Entrevista', peso: 30 },
    criterios: [{ nombre: 'Desempeño', peso: 100, piezas: ['proyecto'] }],
  },
];

const ANCLAS = ['Nada', 'Poco', 'Suficiente', 'Bien', 'Muy bien'];

const insertEtapas = async (
  db: Db,
  convocatoriaId: string,
  etapas: readonly EtapaHecha[],
): Promise<{ id: string; tipo: TipoEtapa; criterios: string[] }[]> => {
  const made = [];
  for (const [orden, { criterios = [], ...etapa }] of etapas.entries()) {
    const { id } = await db
      .insertInto('convocatoria_etapas')
      .values({
        ...{ convocatoria_id: convocatoriaId, orden, tipo: etapa.tipo, peso: etapa.peso },
        nombre: etapa.nombre ?? etapa.tipo,
        minimo: etapa.minimo ?? null,
        corte: etapa.corte ?? null,
        vence_en: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ids: string[] = [];
    for (const [n, criterio] of criterios.entries()) {
      const row = await db
        .insertInto('convocatoria_criterios')
        .values({
          ...{ etapa_id: id, orden: n, nombre: criterio.nombre, descripcion: '' },
          peso: criterio.peso,
          anclas: JSON.stringify(ANCLAS),
          piezas: JSON.stringify(criterio.piezas),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      ids.push(row.id);
    }
    made.push({ id, tipo: etapa.tipo, criterios: ids });
  }
  return made;
};

export type Convocatoria = Awaited<ReturnType<typeof makeConvocatoria>>;

/** Secret of the draw of every call that is made here. */
export const SECRETO_DEL_SORTEO = 'secreto-de-prueba';

/**
 * A published call of a master's degree with its edition, both plantillas and its stages. Pre-applications are received from a day before
 * `ahora` until 10 days after it, applications until 20, letters until 25; results come after 40. Nobody needs letters unless `bases` says so.
 */
export const makeConvocatoria = async (
  db: Db,
  {
    ahora,
    presolicitud = DEFINICION_PRESOLICITUD,
    solicitud = DEFINICION_SOLICITUD,
    bases = {},
    etapas = ETAPAS,
    cupo = 20,
    ...overrides
  }: {
    ahora: Date;
    presolicitud?: Definicion;
    solicitud?: Definicion;
    bases?: Partial<Bases>;
    etapas?: readonly EtapaHecha[];
    cupo?: number;
  } & Omit<Partial<Insertable<Tables['convocatorias']>>, 'bases'>,
) => {
  const after = (dias: number) => new Date(ahora.getTime() + dias * DIA);
  const curso = await makeCurso(db, { tipo: 'MAESTRIA', nombre: 'Maestría en Derecho Judicial' });
  const uno = await makePlantilla(db, {
    nombre: `Presolicitud ${randomUUID().slice(0, 8)}`,
    definicion: presolicitud,
  });
  const dos = await makePlantilla(db, {
    nombre: `Solicitud ${randomUUID().slice(0, 8)}`,
    definicion: solicitud,
  });
  const edicion = await makeEdicion(
    db,
    { cursoId: curso.id, plantillaId: dos.id, ahora },
    {
      nombre: 'Generación 2027',
      cupo,
      inicia: after(90).toISOString().slice(0, 10),
      termina: after(450).toISOString().slice(0, 10),
      inscripcion_abre: after(41),
      inscripcion_cierra: after(85),
    },
  );
  await sql`update ediciones set por_convocatoria = true where id = ${edicion.id}`.execute(db);
  const { id } = await db
    .insertInto('convocatorias')
    .values({
      edicion_id: edicion.id,
      estado: 'publicada',
      presolicitud_plantilla_id: uno.id,
      presolicitud_version_id: uno.versionId,
      solicitud_version_id: dos.versionId,
      presolicitud_abre: after(-1),
      presolicitud_cierra: after(10),
      solicitud_abre: after(-1),
      solicitud_cierra: after(20),
      recomendaciones_cierra: after(25),
      resultados_en: after(40),
      bases: BASES.write(
        basesLeidas.parse({ recomendaciones: 0, campoAfirmativa: 'afirmativa', ...bases }),
      ),
      sorteo_hash: createHash('sha256').update(SECRETO_DEL_SORTEO).digest('hex'),
      sorteo_secreto: null,
      publicada_en: after(-2),
      publicada_por: 'quien-publica',
      creada_por: 'quien-crea',
      creado_en: after(-3),
      actualizado_en: after(-2),
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    id,
    edicionId: edicion.id,
    cursoId: curso.id,
    ahora,
    after,
    etapas: await insertEtapas(db, id, etapas),
    presolicitud: { plantillaId: uno.id, versionId: uno.versionId, version: uno.numero },
    solicitud: { plantillaId: dos.id, versionId: dos.versionId, version: dos.numero },
  };
};

/** Somebody with a file and an account, signed in. */
export const makeAspirante = async (
  portal: Pick<TestPortal, 'services' | 'url'>,
  overrides: Parameters<typeof makePersona>[1] = {},
) => {
  const persona = await makePersona(portal.services.db, overrides);
  const cuenta = await makeCuenta(portal, { personaId: persona.id });
  return { personaId: persona.id, clave: persona.clave, ...cuenta };
};
export type Aspirante = Awaited<ReturnType<typeof makeAspirante>>;
