import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { EmitidoDetalle } from '../../src/features/credenciales/contract.ts';
import type { Tipo } from '../../src/features/credenciales/rules.ts';
import { makeFolioActa } from '../../src/features/resultados/actas/rules.ts';
import type { Db } from '../../src/platform/server/db/index.ts';
import { randomCrockford } from '../../src/platform/shared/ids.ts';
import type { TestPortal } from '../portal.ts';
import { makeCurso, makeEdicion } from './cursos.ts';
import { makePlantilla } from './plantillas.ts';

/** What each kind asks for, filled in. */
export const CAMPOS: Readonly<Record<Tipo, Readonly<Record<string, string>>>> = {
  certificado: { horas: '40', calificacion: '9.5', inicia: '2026-01-05', termina: '2026-03-05' },
  credencial: { calidad: 'alumnado', adscripcion: 'Juzgado Primero de Distrito' },
  reconocimiento: { motivo: 'docencia', fecha: '2026-02-03', lugar: 'Ciudad de México' },
  grado: {
    nivel: 'maestria',
    libro: '12',
    foja: '34 v.',
    examen: '2026-02-03',
    modalidadTitulacion: 'Tesis y examen',
  },
  certificacion: { horas: '120', estandar: 'Nivel 3' },
};

/** Somebody who may sign, in the catalog: its id. */
export const makeFirmante = async (
  portal: Pick<TestPortal, 'call'>,
  token: string,
): Promise<string> => {
  const valores = {
    clave: `F${randomUUID().slice(0, 8)}`.toUpperCase(),
    nombre: 'Irene Solís Vega',
    cargo: 'Dirección General',
    tratamiento: 'Dra.',
  };
  const { result, error } = await portal.call(
    'saveItemCatalogo',
    { catalogo: 'firmantes', id: null, version: null, valores },
    { token },
  );
  if (error) throw new Error(error.message);
  return result.id;
};

/** What `createDocumentoEmitido` takes, of any kind. */
export const pedidoDe = (tipo: Tipo, clave: string, firmante: string, more: object = {}) => ({
  id: randomUUID(),
  tipo,
  clave,
  programa: 'Argumentación jurídica',
  campos: CAMPOS[tipo],
  firmantes: [firmante],
  vigenteHasta: tipo === 'credencial' || tipo === 'certificacion' ? '2031-12-31' : null,
  ...more,
});

/** A line of a closed acta of somebody: what `CAMPOS.certificado` says. Its enrolment. */
export const makeLinea = async (
  db: Db,
  personaId: string,
  {
    resultado = 'acreditada',
    programa = 'Argumentación jurídica',
    campos = CAMPOS.certificado,
  }: { resultado?: string; programa?: string; campos?: Readonly<Record<string, string>> } = {},
): Promise<{ inscripcionId: string; edicionId: string; actaId: string }> => {
  const curso = await makeCurso(db);
  const plantilla = await makePlantilla(db);
  const ahora = new Date('2026-01-02T16:00:00.000Z');
  const edicion = await makeEdicion(db, { cursoId: curso.id, plantillaId: plantilla.id, ahora });
  const folio = makeFolioActa(2026, randomCrockford(12));
  const datos = JSON.parse(
    readFileSync(join(import.meta.dirname, '../fixtures/formatos/acta-1.json'), 'utf8'),
  );
  const [inscripcionId, actaId] = [randomUUID(), randomUUID()];
  const { horas = '40', inicia = '2026-01-05', termina = '2026-03-05', modalidad = '' } = campos;
  const calificacion = campos.calificacion === undefined ? null : Number(campos.calificacion);
  Object.assign(datos.actividad.curso, { nombre: programa, modalidad, horas: Number(horas) });
  Object.assign(datos.actividad.edicion, { inicia, termina });
  Object.assign(datos.actividad, { edicionId: edicion.id, cursoId: curso.id });
  const fila = { ...datos.filas[0], inscripcionId, calificacion, resultado };
  const dice = JSON.stringify({ ...datos, version: 1, folio, filas: [fila] });
  await sql`insert into inscripciones (id, persona_id, edicion_id, plantilla_version_id, estado, respuestas, enviada_en)
    values (${inscripcionId}, ${personaId}, ${edicion.id}, ${plantilla.versionId}, ${resultado}, '{}', ${ahora})`.execute(
    db,
  );
  await sql`insert into actas (id, edicion_id, folio, version, cerrada_en)
    values (${actaId}, ${edicion.id}, ${folio}, 1, now())`.execute(db);
  await sql`insert into acta_versiones (acta_id, numero, datos, creado_en)
    values (${actaId}, 1, ${dice}::jsonb, now())`.execute(db);
  await sql`insert into acta_resultados (inscripcion_id, acta_id, resultado, calificacion, version)
    values (${inscripcionId}, ${actaId}, ${resultado}, ${calificacion}, 1)`.execute(db);
  return { inscripcionId, edicionId: edicion.id, actaId };
};

/** `pedidoDe` a certificado of a line of an acta that the person has. */
export const pedidoDeActa = async (
  db: Db,
  clave: string,
  firmante: string,
  more: object = {},
): Promise<ReturnType<typeof pedidoDe> & { inscripcionId: string }> => {
  const { id } = await db
    .selectFrom('personas')
    .select('id')
    .where('clave', '=', clave)
    .executeTakeFirstOrThrow();
  const { inscripcionId } = await makeLinea(db, id, more);
  return { ...pedidoDe('certificado', clave, firmante, more), inscripcionId };
};

/** Issues one; of the kind that asks for it, approved by the second of those who do. */
export const makeEmitido = async (
  portal: TestPortal,
  {
    tipo,
    clave,
    firmante,
    por,
    aprueba,
    ...more
  }: { tipo: Tipo; clave: string; firmante: string; por: string; aprueba: string } & object,
): Promise<EmitidoDetalle> => {
  const pedido =
    tipo === 'certificado'
      ? await pedidoDeActa(portal.services.db, clave, firmante, more)
      : pedidoDe(tipo, clave, firmante, more);
  const made = await portal.call('createDocumentoEmitido', pedido, { token: por });
  if (made.error) throw new Error(JSON.stringify(made.error));
  if (made.result.estado !== 'borrador') return made.result;
  const { result, error } = await portal.call(
    'confirmDocumentoEmitido',
    { id: made.result.id },
    { token: aprueba },
  );
  if (error) throw new Error(error.message);
  return result;
};
