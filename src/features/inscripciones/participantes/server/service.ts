import type { Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio, recordCambios } from '../../../../platform/server/historial/index.ts';
import type { Progress } from '../../../../platform/server/progress.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import type { TrabajoResultado } from '../../../../platform/shared/trabajos.ts';
import type {
  AvisoDeEdicion,
  ParticipantesDeEdicion,
} from '../../../cursos/ediciones/server/service.ts';
import { readDestinatarios } from '../../../identidad/contacto/server/service.ts';
import { correoDeContacto } from '../../../plantillas/formulario/rules.ts';
import { INSCRIPCION } from '../../estados.ts';
import { inscripcionPath, matriculaPath } from '../../routes.ts';
import * as data from './data.ts';
import { edicionCambioMail, edicionCanceladaMail } from './mails.ts';

/** The job that tells those who are, or were, in an edition. */
export const AVISOS_DE_EDICION = 'inscripciones-avisar';

export type AvisosDeEdicion = { edicionId: string; aviso: AvisoDeEdicion };

const lugaresDe = (bajas: readonly data.Baja[]) => {
  const grupos = new Map<string, number>();
  for (const { grupo_id, con_lugar } of bajas) {
    if (con_lugar && grupo_id !== null) grupos.set(grupo_id, (grupos.get(grupo_id) ?? 0) + 1);
  }
  return [...grupos].map(([id, n]) => ({ id, n }));
};

/** What is done with the call of an edition that is cancelled, by the feature that keeps the calls; nothing without one. */
export type ConvocatoriaCancelada = {
  /** Holds it and its applications, before their seats are. */
  readonly hold: (trx: Trx, edicionId: string) => Promise<void>;
  /** Cancels it, and annuls the applications that had a seat: `tellAll` tells their people. */
  readonly cancel: (
    trx: Trx,
    ctx: { services: Services; actor: Actor },
    edicion: { edicionId: string; motivo: string },
  ) => Promise<void>;
};

declare module '../../../../platform/server/feature.ts' {
  interface Slots {
    /** What is done with the call of an edition that is cancelled. */
    convocatoriaCancelada: ConvocatoriaCancelada;
  }
}

/** Who is in an edition, for the feature that keeps editions. `convocatoria`: asked when it is used. */
export const createParticipantes = (
  convocatoria: () => ConvocatoriaCancelada,
): ParticipantesDeEdicion => ({
  count: data.countInscripciones,
  conAlguna: data.hasEnEstado,

  async withdrawAll(trx, baja, ctx) {
    await convocatoria().hold(trx, baja.edicionId);
    const conResultado = await data.countConResultado(trx, baja.edicionId);
    const bajas = await data.updateBajas(trx, baja);
    await convocatoria().cancel(trx, ctx, baja);
    await recordCambios(
      trx,
      'inscripcion.cancelarEdicion',
      bajas.map(({ id, persona_id: personaId, antes }) => ({
        id,
        personaId,
        antes: { estado: antes },
        despues: {
          ...{ estado: INSCRIPCION.pasos.cancelarEdicion.a, motivo: baja.motivo },
          en: baja.ahora.toISOString(),
        },
      })),
    );
    return {
      bajas: bajas.length,
      lugares: bajas.filter(({ con_lugar }) => con_lugar).length,
      grupos: lugaresDe(bajas),
      conResultado,
    };
  },

  hasVivas: data.hasVivas,

  async tellAll(trx, { trabajos }, { edicionId, nombre, propietario, aviso }) {
    const que = aviso.tipo === 'cancelacion' ? 'Avisos de cancelación' : 'Avisos de cambio';
    await trabajos.send(trx, AVISOS_DE_EDICION, {
      propietario,
      titulo: `${que}: ${nombre}`,
      datos: { edicionId, aviso } satisfies AvisosDeEdicion,
    });
  },
});

/** How many are read at a time. */
const BLOCK = 100;

const mailOf = async (
  { db, env }: Services,
  row: data.AvisadoRow,
  aviso: AvisoDeEdicion,
): Promise<(to: readonly string[]) => ReturnType<typeof edicionCanceladaMail>> => {
  const nombre = nameInItsCase(
    row.persona_nombre,
    row.persona_apellido_paterno,
    row.persona_apellido_materno,
  );
  const what = {
    curso: row.curso_nombre,
    edicion: row.edicion_nombre,
    inicia: row.edicion_inicia,
    termina: row.edicion_termina,
    sede: row.edicion_sede,
  };
  const enlaceOf = (
    one: Pick<typeof row, 'curso_id' | 'plantilla_id' | 'curso_tipo' | 'edicion_id'>,
  ) => inscripcionPath(one.curso_id, one.plantilla_id, one.curso_tipo, one.edicion_id);
  const destino = { uid: row.uid!, nombre };
  const { publicUrl } = env;
  if (aviso.tipo === 'cambio') {
    const cambio = { antes: aviso.antes, enlace: enlaceOf(row), publicUrl };
    return (to) => edicionCambioMail({ ...destino, to }, what, cambio);
  }
  const otra =
    row.alternativa_id === null ? undefined : await data.findActividad(db, row.alternativa_id);
  const alternativa = otra
    ? { nombre: `${otra.curso_nombre}, ${otra.edicion_nombre}`, enlace: enlaceOf(otra) }
    : null;
  const cancelada = {
    ...{ motivo: row.motivo ?? '', alternativa, publicUrl },
    matricula: matriculaPath,
  };
  return (to) => edicionCanceladaMail({ ...destino, to }, what, cancelada);
};

const tellOne = async (
  trx: Trx,
  { notificaciones }: Services,
  row: data.AvisadoRow,
  messageTo: Awaited<ReturnType<typeof mailOf>>,
  tipo: AvisoDeEdicion['tipo'],
): Promise<void> => {
  const contacto = correoDeContacto(row.version_definicion, row.respuestas);
  const dueno = { uid: row.uid!, email: row.correo! };
  const { correos } = await readDestinatarios(trx, dueno, contacto);
  const ids = await notificaciones.notify(trx, messageTo(correos));
  await recordCambio(trx, 'inscripcion.avisarEdicion', {
    id: row.id,
    personaId: row.persona_id,
    despues: { aviso: tipo, correos: ids },
  });
};

/** Tells everybody once, whatever is killed: each one's mail commits with the mark that they were told. */
export const runAvisos = async (
  { edicionId, aviso }: AvisosDeEdicion,
  progress: Progress,
  services: Services,
): Promise<TrabajoResultado> => {
  let after: string | null = null;
  let [avisadas, sinCuenta] = [0, 0];
  for (;;) {
    const rows: data.AvisadoRow[] = await data.selectAvisados(services.db, {
      ...{ edicionId, after, limit: BLOCK },
      tipo: aviso.tipo,
    });
    for (const row of rows) {
      if (row.uid === null || row.correo === null) sinCuenta += 1;
      else {
        const messageTo = await mailOf(services, row, aviso);
        await progress.item(row.id, (trx) => tellOne(trx, services, row, messageTo, aviso.tipo));
        avisadas += 1;
      }
    }
    after = rows.at(-1)?.id ?? null;
    await progress.report(avisadas + sinCuenta);
    if (rows.length < BLOCK) break;
  }
  const gente = (n: number) => (n === 1 ? '1 persona' : `${n} personas`);
  const sin =
    sinCuenta === 0
      ? ''
      : ` ${gente(sinCuenta)} no ${sinCuenta === 1 ? 'tiene' : 'tienen'} cuenta: avíseles por otro medio.`;
  return {
    mensaje: `Se avisó a ${gente(avisadas)}.${sin}`,
    cifras: { avisadas, sinCuenta },
  };
};
