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

/**
 * What each stage has of somebody, in their order: hundredths of an exam, the points by criterion of each delivered score, `NP` when they were
 * absent; null: nothing.
 */
type PuntosHechos = number | number[][] | 'NP' | null;

export type ConcursanteHecho = {
  puntos: PuntosHechos[];
  cupos?: string[];
  afirmativa?: boolean;
  antiguedadDias?: number | null;
};

/**
 * Applications in evaluation of a call whose stages are closed, with all their points; the folio of the n-th ends in n (`…A0000`). Each person has an account
 * that nobody signs in with (`makeCuenta` has those). A third score settled a disagreement. Thousands take a few seconds.
 */
export const makeConcurso = async (
  { db, secrets }: Pick<TestPortal['services'], 'db' | 'secrets'>,
  convocatoria: Convocatoria,
  concursantes: readonly ConcursanteHecho[],
): Promise<{ id: string; folio: string; personaId: string; uid: string }[]> => {
  const { id: convocatoriaId, after, etapas } = convocatoria;
  // Without figures, so that nothing that is looked for is in it.
  const serie = randomUUID()
    .slice(0, 4)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!);
  const gente = concursantes.map((one, at) => ({
    ...{ id: randomUUID(), personaId: randomUUID(), presolicitudId: randomUUID() },
    ...{ uid: randomUUID(), envioId: randomUUID() },
    folio: `${serie}A${String(at).padStart(4, '0')}`,
    nombre: `PERSONA ${at}`,
    clave: `SC${randomUUID().slice(0, 12)}`,
    cupos: one.cupos ?? [],
    afirmativa: one.afirmativa ?? false,
    antiguedad: one.antiguedadDias ?? null,
  }));
  const filas = sql`jsonb_to_recordset(${JSON.stringify(gente)}::text::jsonb) as f(id uuid, "personaId" uuid,
    "presolicitudId" uuid, uid text, "envioId" uuid, folio text, nombre text, clave text, cupos text[], afirmativa boolean,
    antiguedad int)`;
  const en = after(15);
  await sql`insert into personas_todas (id, clave, curp, nombre, apellido_paterno, apellido_materno, nombre_completo, discrepancias)
    select f."personaId", f.clave, null, 'Persona', split_part(f.nombre, ' ', 2), '', f.nombre, '{}' from ${filas}`.execute(
    db,
  );
  await sql`insert into cuentas (uid, email, email_verified, password_hash, display_name, persona_id)
    select f.uid, f.uid || '@cuentas.example', true, 'x', f.nombre, f."personaId" from ${filas}`.execute(
    db,
  );
  await sql`insert into presolicitudes (id, persona_id, convocatoria_id, estado, enviada_en, creado_en, actualizado_en)
    select f."presolicitudId", f."personaId", ${convocatoriaId}, 'valida', ${en}, ${en}, ${en} from ${filas}`.execute(
    db,
  );
  await sql`insert into solicitudes (id, persona_id, convocatoria_id, presolicitud_id, folio, estado, enviada_en, cupos, afirmativa,
      antiguedad_dias, creado_en, actualizado_en)
    select f.id, f."personaId", ${convocatoriaId}, f."presolicitudId", f.folio, 'enEvaluacion', ${en}, f.cupos, f.afirmativa,
      f.antiguedad, ${en}, ${en} from ${filas}`.execute(db);
  await sql`insert into posgrado_envios (id, solicitud_id, numero, version_id, respuestas, evaluacion, enviado_en)
    select f."envioId", f.id, 1, ${convocatoria.solicitud.versionId}, ${JSON.stringify(RESPUESTAS_SOLICITUD)}::text::jsonb,
      '{"resultados": [], "hechos": {}}', ${en} from ${filas}`.execute(db);
  const evaluadores: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { id: personaId } = await makePersona(db);
    const { id } = await db
      .insertInto('evaluadores')
      .values({
        convocatoria_id: convocatoriaId,
        persona_id: personaId,
        nombrado_por: 'quien-nombra',
        creado_en: en,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    evaluadores.push(id);
  }
  for (const [n, etapa] of etapas.entries()) {
    const de = concursantes.flatMap(({ puntos }, at) => {
      const dados = puntos[n] ?? null;
      return dados === null ? [] : [{ solicitudId: gente[at]!.id, dados }];
    });
    if (etapa.tipo === 'examen') {
      const { id: examenId } = await db
        .insertInto('examenes')
        .values({
          ...{ etapa_id: etapa.id, numero: 1, motivo: 'Primera lectura.' },
          ...{ importado_por: 'quien-importa', creado_en: en },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const puntos = de.map(({ solicitudId, dados }) => ({
        solicitudId,
        puntos: dados === 'NP' ? null : dados,
      }));
      await sql`insert into examen_puntos (examen_id, solicitud_id, puntos)
        select ${examenId}, p."solicitudId", p.puntos from jsonb_to_recordset(${JSON.stringify(puntos)}::text::jsonb)
          as p("solicitudId" uuid, puntos int)`.execute(db);
    } else if (etapa.tipo !== 'documental') {
      const dictamenes = de.flatMap(({ solicitudId, dados }) =>
        Array.isArray(dados)
          ? dados.map((puntos, m) => ({
              ...{ solicitudId, evaluadorId: evaluadores[m], tercera: m === 2 },
              dictamen: {
                formato: 1,
                criterios: Object.fromEntries(
                  etapa.criterios.map((id, k) => [
                    id,
                    { puntos: puntos[k] ?? 0, comentario: `Comentario ${m} del criterio ${k}.` },
                  ]),
                ),
              },
            }))
          : [],
      );
      await sql`insert into asignaciones (etapa_id, evaluador_id, solicitud_id, estado, tercera, creado_en, aceptada_en, entregada_en,
          dictamen, actualizado_en)
        select ${etapa.id}, d."evaluadorId", d."solicitudId", 'entregada', d.tercera, ${en}, ${en}, ${en}, d.dictamen, ${en}
        from jsonb_to_recordset(${JSON.stringify(dictamenes)}::text::jsonb)
          as d("solicitudId" uuid, "evaluadorId" uuid, tercera boolean, dictamen jsonb)`.execute(
        db,
      );
    }
  }
  await db
    .updateTable('convocatoria_etapas')
    .set({ cerrada_en: after(38), cerrada_por: 'quien-cierra' })
    .where('convocatoria_id', '=', convocatoriaId)
    .execute();
  await db
    .updateTable('convocatorias')
    .set({ sorteo_secreto: secrets.seal(SECRETO_DEL_SORTEO), congelada_en: en })
    .where('id', '=', convocatoriaId)
    .execute();
  return gente.map(({ id, folio, personaId, uid }) => ({ id, folio, personaId, uid }));
};
