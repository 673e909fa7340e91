/** Tries the rules of a version, published or not, on everybody: in blocks, with the same statements for each. */
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Given, Slots } from '../../../../platform/server/feature.ts';
import { type Nombrar, recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import type { Progress } from '../../../../platform/server/progress.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { JobRefused } from '../../../../platform/server/trabajos.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { tryKept } from '../../../../platform/shared/formatos.ts';
import type { TrabajoResultado } from '../../../../platform/shared/trabajos.ts';
import { momentoDe } from '../../prueba/rules.ts';
import { findPublicada } from '../../server/data.ts';
import { findVersion, lockVersion, type VersionRow } from '../../versiones/server/data.ts';
import { requireVersion } from '../../versiones/server/service.ts';
import { resultadoSimulacionSchema, type startSimulacionReglas } from '../contract.ts';
import { createRecuento } from '../rules.ts';
import {
  countPersonas,
  findSimulacion,
  findTerminada,
  finishSimulacion,
  insertSimulacion,
  selectPersonasTras,
  selectTrabajos,
  setTrabajo,
} from './data.ts';

export const SIMULACION = 'simular-reglas';

/** People of a block: what is made of its answers is not long in anybody's way, and its statements cost no more by person. */
const BLOCK = 250;
/** After how many of them whatever else waits has its turn. */
const BREATH = 25;
/** Where they work, to tell the figures apart: a fact like any other. */
const CIRCUITO = 'empleo.circuito';

const say = (n: number): string => n.toLocaleString('es-MX');

/** The job that is under way for a version, if any, whoever asked for it. */
const findEnCurso = async (
  on: Db | Trx,
  { trabajos }: Pick<Services, 'trabajos'>,
  versionId: string,
) => trabajos.liveAmong(on, await selectTrabajos(on, versionId));

/** Asks for it. See `startSimulacionReglas`. */
export const startSimulacion = async (
  { versionId, edicionId, fecha }: z.output<typeof startSimulacionReglas.input>,
  { actor, services }: Pick<Asking, 'actor' | 'services'>,
): Promise<string> => {
  const { db, trabajos, now } = services;
  const ahora = now();
  const total = await countPersonas(db);
  return db.transaction().execute(async (trx) => {
    // One at a time: of two that are asked for at once, the second finds the first.
    await lockVersion(trx, versionId);
    const version = await requireVersion(trx, versionId);
    if (await findEnCurso(trx, services, versionId)) {
      throw new CallError('ALREADY_EXISTS', 'Ya se está probando con todas las personas.', {
        code: 'simulacion-en-curso',
      });
    }
    const vigor = await findPublicada(trx, version.plantilla_id);
    const id = await insertSimulacion(trx, {
      version_id: versionId,
      revision: version.revision,
      comparada_id: vigor && vigor.id !== versionId ? vigor.id : null,
      edicion_id: edicionId,
      momento: momentoDe(fecha, ahora),
      pedido_por: actor.uid,
      creado_en: ahora,
    });
    const trabajoId = await trabajos.send(trx, SIMULACION, {
      propietario: actor.uid,
      titulo: `Reglas de «${version.plantilla_nombre}», versión ${version.numero}, con todas las personas`,
      datos: { simulacionId: id },
      total,
    });
    await setTrabajo(trx, id, trabajoId);
    // Everybody's data are looked at, and what comes of it are figures alone.
    await recordCambio(trx, 'version.simular', {
      id: versionId,
      despues: { plantillaId: version.plantilla_id, numero: version.numero },
    });
    return trabajoId;
  });
};

/** Whom to look at, and how: what `countConjunto` is given. */
type Cuenta = {
  readonly version: Pick<VersionRow, 'id' | 'definicion'>;
  readonly antes: Pick<VersionRow, 'id' | 'definicion'> | null;
  readonly edicionId: string | null;
  readonly momento: Date;
};

/**
 * Goes through everybody in blocks and adds up: while one is judged, the next is loaded. `report`: after each block, how
 * many were looked at.
 */
export const countConjunto = async (
  db: Db,
  { prepareConjunto }: Slots['elegibilidad'],
  { version, antes, edicionId, momento }: Cuenta,
  report: (done: number) => Promise<void>,
) => {
  const recuento = createRecuento(version.definicion.reglas, antes?.definicion.reglas ?? null);
  const loadBloque = await prepareConjunto(db, {
    versiones: [version.id, ...(antes ? [antes.id] : [])],
    edicionId,
    ademas: [CIRCUITO],
    ahora: momento,
  });
  const next = async (tras: string | null) => {
    const personas = await selectPersonasTras(db, tras, BLOCK);
    return personas.length === 0 ? null : { personas, juzga: await loadBloque(personas) };
  };
  let done = 0;
  for (let coming = next(null); ; ) {
    const bloque = await coming;
    if (bloque === null) return { personas: done, resultado: recuento.result() };
    const { personas, juzga } = bloque;
    coming = next(personas.at(-1)!);
    // Whoever asked may give it up meanwhile: it is heard of when it is waited for.
    coming.catch(() => {});
    for (const [i, persona] of personas.entries()) {
      if (i % BREATH === 0) await setImmediate();
      const { posturas, hechos } = juzga(persona);
      const { valor, texto } = hechos[CIRCUITO] ?? {};
      const nombre = texto ?? valor;
      recuento.add(
        posturas.get(version.id)!,
        antes ? posturas.get(antes.id)! : undefined,
        typeof nombre === 'string' ? nombre : null,
      );
    }
    done += personas.length;
    await report(done);
  }
};

/** The work of the job. */
export const runSimulacion = async (
  { simulacionId }: { simulacionId: string },
  { report, step }: Progress,
  { db, now }: Services,
  given: Given,
): Promise<TrabajoResultado> => {
  const row = await findSimulacion(db, simulacionId);
  const version = row && (await findVersion(db, row.version_id));
  if (!row || !version)
    throw new JobRefused('Esa prueba ya no existe: el borrador se descartó o se probó otra vez.');
  const antes = row.comparada_id ? ((await findVersion(db, row.comparada_id)) ?? null) : null;
  const total = await countPersonas(db);
  const { personas, resultado } = await countConjunto(
    db,
    given.one('elegibilidad'),
    { version, antes, edicionId: row.edicion_id, momento: row.momento },
    (done) => report(done, Math.max(total, done)),
  );
  await step((trx) => finishSimulacion(trx, simulacionId, row.version_id, resultado, now()));
  const { elegibles, ganan, pierden } = resultado.total;
  const change = antes
    ? ` Frente a la versión en vigor, ${say(ganan)} ganan y ${say(pierden)} pierden.`
    : '';
  return {
    mensaje: `${say(elegibles)} de ${say(personas)} personas podrían inscribirse.${change}`,
    cifras: { personas, elegibles, ganan, pierden },
  };
};

/** What is known of trying a version on everybody. `nombrar`: editions by their ids. */
export const readSimulacion = async (
  versionId: string,
  { actor, services }: Pick<Asking, 'actor' | 'services'>,
  nombrar: Nombrar | undefined,
) => {
  const version = await requireVersion(services.db, versionId);
  const job = await findEnCurso(services.db, services, versionId);
  const done = await findTerminada(services.db, versionId);
  // One whose result cannot be read is as none: it is tried again.
  const resultado = tryKept(() => resultadoSimulacionSchema.parse(done?.resultado));
  const edicionId = done?.edicion_id ?? null;
  const named = edicionId === null ? undefined : await nombrar?.(services.db, [edicionId]);
  return {
    enCurso: job && {
      avance: job.avance,
      total: job.total,
      propia: job.propietario === actor.uid,
    },
    ultima:
      done && resultado
        ? {
            terminadoEn: done.terminado_en!.toISOString(),
            momento: done.momento.toISOString(),
            edicion: edicionId && (named?.get(edicionId)?.nombre ?? 'una edición que ya no existe'),
            anterior: done.revision !== version.revision,
            resultado,
          }
        : null,
  };
};
