import { randomUUID } from 'node:crypto';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio, recordOnce } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import type { Progress } from '../../../../platform/server/progress.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import type { TrabajoResultado } from '../../../../platform/shared/trabajos.ts';
import { readPersonaIdOf } from '../../../identidad/cuentas/server/service.ts';
import { lockPersonaById } from '../../../personas/server/service.ts';
import { nombrarRutas } from '../../../rutas/server/service.ts';
import { requireContenido } from '../../contenido/server/service.ts';
import { ERRORES } from '../../errors.ts';
import { tipoOf } from '../../rules.ts';
import { issueEmitido, nombreDe } from '../../server/service.ts';
import type { ContenidoComun } from '../contract.ts';
import { type Candidato, camposDe, type Fuente, porQueNo, type TipoEnLote } from '../rules.ts';
import {
  type CandidatoRow,
  type EmisionRow,
  findActividad,
  findEmision,
  insertEmision,
  selectDeEdicion,
  selectDeRuta,
} from './data.ts';

/** The job that issues documents to many. */
export const EMISION_JOB = 'credenciales-emitir';

/** What an emission is of. */
export type De = { fuente: Fuente; fuenteId: string; tipo: TipoEnLote };

/** An edition or a route as somebody who issues documents sees it. */
export type FuenteLeida = {
  nombre: string;
  sugerido: { programa: string; campos: Record<string, string> };
  candidatos: Candidato[];
};

const candidatoDe = (row: CandidatoRow, pdf: Services['pdf']): Candidato => ({
  origenDe: row.origen_de,
  personaId: row.persona_id,
  clave: row.clave,
  nombreCompleto: nombreDe(row),
  seImprime: pdf.missing(nombreDe(row)).length === 0,
  cumple: row.cumple,
  calificacion: row.calificacion,
  emitido: row.emitido,
});

/** What of it the kind has a field for. */
const propias = (tipo: TipoEnLote, all: Readonly<Record<string, string>>) =>
  Object.fromEntries(tipoOf(tipo).campos.flatMap(({ key }) => (all[key] ? [[key, all[key]]] : [])));

/** Who is in an edition or a route, and what a document for it could say. @throws {CallError} NOT_FOUND. */
export const readFuente = async (
  { db, pdf }: Pick<Services, 'db' | 'pdf'>,
  { fuente, fuenteId, tipo }: De,
): Promise<FuenteLeida> => {
  const candidatoOf = (row: CandidatoRow): Candidato => candidatoDe(row, pdf);
  if (fuente === 'ruta') {
    const ruta = (await nombrarRutas(db, [fuenteId])).get(fuenteId);
    if (!ruta?.nombre) throw refuse('NOT_FOUND', ERRORES.sinFuente);
    const rows = await selectDeRuta(db, fuenteId, tipo);
    const sugerido = { programa: ruta.nombre, campos: {} };
    return { nombre: ruta.nombre, sugerido, candidatos: rows.map(candidatoOf) };
  }
  const actividad = await findActividad(db, fuenteId);
  if (!actividad) throw refuse('NOT_FOUND', ERRORES.sinFuente);
  const { curso, edicion } = actividad;
  const { inicia, termina } = edicion;
  const said = { inicia, termina, fecha: termina, lugar: edicion.sede ?? '' };
  const campos = propias(tipo, {
    ...said,
    horas: String(curso.horas),
    modalidad: curso.modalidad,
    motivo: 'participacion',
  });
  const rows = await selectDeEdicion(db, fuenteId, tipo);
  return {
    nombre: `${curso.nombre}, ${edicion.nombre}`,
    sugerido: { programa: curso.nombre, campos },
    candidatos: rows.map(candidatoOf),
  };
};

/** The same, as it is recorded that a member of the staff looked at who is in it. @throws {CallError} NOT_FOUND. */
export const lookAtFuente = async (
  services: Pick<Services, 'db' | 'pdf'>,
  de: De,
): Promise<FuenteLeida> => {
  const { db } = services;
  const leida = await readFuente(services, de);
  const personas = leida.candidatos.map(({ personaId }) => personaId).sort();
  if (personas.length > 0) {
    await db.transaction().execute((trx) =>
      recordOnce(trx, 'emision.revisar', {
        id: de.fuenteId,
        entidad: de.fuente,
        despues: { tipo: de.tipo, personas },
      }),
    );
  }
  return leida;
};

/** Whether what it says comes from an acta, whatever is typed. */
export const deActa = ({ fuente, tipo }: Pick<De, 'fuente' | 'tipo'>): boolean =>
  fuente === 'edicion' && tipo === 'certificado';

/** Asks for it; the job's id. @throws {CallError} what `startEmisionDocumentos` says. */
export const requestEmision = async (
  { id, fuente, fuenteId, tipo, ...contenido }: De & ContenidoComun & { id: string },
  { actor, services }: Pick<Asking, 'actor' | 'services'>,
): Promise<string> => {
  const { db, trabajos, now } = services;
  const de = { fuente, fuenteId, tipo };
  const { nombre, candidatos, sugerido } = await readFuente(services, de);
  return db.transaction().execute(async (trx) => {
    const before = await findEmision(trx, id);
    if (before?.pedido_por === actor.uid) return before.trabajo_id;
    // Of an edition, a certificado says what the acta does, of each.
    const dice = deActa(de) ? { ...contenido, ...sugerido } : contenido;
    const { versionId } = await requireContenido(trx, tipo, dice, now());
    const reciben = candidatos.filter((one) => porQueNo(fuente, one, actor.personaId) === null);
    if (reciben.length === 0) throw refuse('FAILED_PRECONDITION', ERRORES.nadie);
    const trabajo = await trabajos.send(trx, EMISION_JOB, {
      propietario: actor.uid,
      titulo: `${tipoOf(tipo).plural}: ${nombre}`,
      datos: { emisionId: id },
      total: reciben.length,
    });
    const row: EmisionRow = {
      id,
      tipo,
      fuente,
      fuente_id: fuenteId,
      contenido: { ...dice, disenoVersion: versionId },
      trabajo_id: trabajo,
      pedido_en: now(),
      pedido_por: actor.uid,
    };
    if (!(await insertEmision(trx, row))) throw refuse('ABORTED', ERRORES.cambio);
    await recordCambio(trx, 'emision.pedir', {
      id,
      despues: { tipo, [fuente]: fuenteId, personasQueReciben: reciben.length },
    });
    return trabajo;
  });
};

/** One document of an emission; false: their file is blocked meanwhile. */
const issueOne = async (
  trx: Trx,
  { id, tipo, fuente, fuente_id, contenido, pedido_por }: EmisionRow,
  candidato: Candidato,
  { env, notificaciones, now }: Services,
): Promise<boolean> => {
  const persona = await lockPersonaById(trx, candidato.personaId);
  if (!persona) return false;
  const { conCalificacion, ...comun } = contenido;
  await issueEmitido(
    trx,
    {
      id: randomUUID(),
      tipo,
      persona: { id: persona.id, nombre: nombreDe(persona) },
      contenido: { ...comun, campos: camposDe(tipo, comun.campos, candidato, conCalificacion) },
      origen: { emision_id: id, origen: fuente_id, origen_de: candidato.origenDe },
      base: { inscripcionId: fuente === 'edicion' ? candidato.origenDe : null, evidenciaId: null },
      deRuta: fuente === 'ruta',
      conCalificacion,
    },
    { uid: pedido_por, env, notificaciones, ahora: now() },
  );
  return true;
};

const say = (n: number): string => n.toLocaleString('es-MX');

/**
 * Issues one to each who may have one now, once whatever is killed: each document commits with the mark that it was made, and the
 * database takes no second one for the same place.
 */
export const runEmision = async (
  { emisionId }: { emisionId: string },
  progress: Progress,
  services: Services,
): Promise<TrabajoResultado> => {
  const row = (await findEmision(services.db, emisionId))!;
  const { fuente, fuente_id: fuenteId, tipo } = row;
  const propia = await readPersonaIdOf(services.db, progress.propietario);
  const { candidatos } = await readFuente(services, { fuente, fuenteId, tipo });
  const reciben = candidatos.filter((one) => porQueNo(fuente, one, propia) === null);
  // Those of a run that died were issued, and are no candidates any more.
  const antes = candidatos.filter(({ emitido }) => emitido).length;
  let emitidos = 0;
  await progress.each(
    reciben,
    ({ origenDe }) => origenDe,
    async (trx, candidato) => {
      if (await issueOne(trx, row, candidato, services)) emitidos += 1;
    },
  );
  const nombre = tipoOf(tipo)[emitidos === 1 ? 'palabra' : 'plural'].toLocaleLowerCase('es-MX');
  const ya = antes === 0 ? '' : ` ${say(antes)} ya se habían emitido.`;
  return {
    mensaje: `Se emitieron ${say(emitidos)} ${nombre}.${ya}`,
    cifras: { emitidos, 'emitidos antes': antes },
    reintentable: false,
  };
};
