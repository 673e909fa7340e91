import { randomUUID } from 'node:crypto';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import {
  type Nombrar,
  recordCambio,
  recordCambios,
  recordOnce,
} from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import {
  type PapelDeClase,
  type PapelRegistrado,
  selectPapeles,
} from '../../../../platform/server/papeles.ts';
import { impresoOf, type Printed, readPrinted } from '../../../../platform/server/printed.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { fechaDe, formatFecha } from '../../../../platform/shared/dates.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { normaliseCrockford, randomCrockford } from '../../../../platform/shared/ids.ts';
import { nameInItsCase, nameOrAddress } from '../../../../platform/shared/names.ts';
import { describePeriodo } from '../../../cursos/rules.ts';
import {
  readCuentasDePersonas,
  readNombresDeCuentas,
} from '../../../identidad/cuentas/server/service.ts';
import { lockInscripciones, setResultado } from '../../../inscripciones/server/service.ts';
import { ERRORES } from '../../errors.ts';
import { resultadosPath } from '../../routes.ts';
import type { Minimos, Resultado } from '../../rules.ts';
import { type EdicionRow, type FilaRow, holdCierre, selectFilas } from '../../server/data.ts';
import { huellaDe, nombreDeLista, noSeCierra, recuentoOf } from '../../server/present.ts';
import { holdImportaciones, requireEdicion } from '../../server/service.ts';
import type { ActaImpresa, ActividadImpresa } from '../contract.ts';
import { formatFolioActa, makeFolioActa, RANDOM_FOLIO, totalesDe } from '../rules.ts';
import {
  findActa,
  findActaByFolio,
  findImpresa,
  findVersion,
  insertActa,
  insertVersion,
  selectActaIdsByFolio,
  selectNombres,
  selectVersiones,
  setPdf,
  upsertResultados,
  type VersionDeActa,
} from './data.ts';
import { renderActa } from './document.ts';
import { resultadoMail } from './mails.ts';
import { buildActa, decisionOf, filaVaciaOf } from './present.ts';

/** What an acta says of somebody, for the first time or otherwise than before. */
export type ResultadoDeActa = {
  readonly inscripcionId: string;
  readonly personaId: string;
  /** The state of their enrolment until now. */
  readonly antes: 'inscrita' | Resultado;
  readonly resultado: Resultado;
  /** Out of 10. */
  readonly calificacion: number | null;
  /** Per cent. */
  readonly asistencia: number | null;
};

/** An acta that is being closed (version 1) or corrected, in the transaction that does it. */
export type ActaCerrada = {
  readonly actaId: string;
  /** As it is kept, without hyphens. */
  readonly folio: string;
  readonly version: number;
  readonly edicionId: string;
  readonly cursoId: string;
  readonly cursoVersionId: string;
  readonly en: Date;
  /** Everybody's when it is closed; of a correction, only those that changed. */
  readonly resultados: readonly ResultadoDeActa[];
};

/** What else happens when an acta says something of somebody: in that transaction, which it may refuse by throwing. */
export type AlCerrarActa = (trx: Trx, services: Services, acta: ActaCerrada) => Promise<void>;

declare module '../../../../platform/server/feature.ts' {
  interface Slots {
    /** An acta is closed or corrected: somebody passed a course, or did not. */
    alCerrarActa: AlCerrarActa;
  }
}

/** Who closes or corrects an acta, and what else happens then. */
export type Cerrando = Pick<Asking, 'actor' | 'services'> & {
  readonly alCerrarActa: readonly AlCerrarActa[];
};

const minimosOf = (edicion: EdicionRow): Minimos => ({
  calificacion: edicion.calificacion_minima,
  asistencia: edicion.asistencia_minima,
});

/** What an account is called on an acta: its name, or its address. */
export const nombreDe = async (trx: Trx, uid: string): Promise<string> =>
  nameOrAddress((await readNombresDeCuentas(trx, [uid])).get(uid) ?? '');

/** What closing would do: who would pass, and what is missing, in the order of the list. */
export const decideEdicion = (edicion: EdicionRow, rows: readonly FilaRow[]) => {
  const minimos = minimosOf(edicion);
  const inscritas = rows.filter(({ estado }) => estado === 'inscrita');
  const decididos = inscritas.map((row) => ({ row, decision: decisionOf(row, minimos) }));
  const dice = inscritas.map((row) => [
    row.inscripcion_id,
    row.calificacion,
    row.observacion,
    recuentoOf(row),
  ]);
  return { minimos, decididos, huella: huellaDe([minimos, dice]) };
};

/** The acta of an edition with its versions, and those of the edition now; its reading is in the history. @throws {CallError} NOT_FOUND. */
export const readActa = async (db: Db, edicionId: string) => {
  const acta = await findActa(db, edicionId);
  if (!acta) throw refuse('NOT_FOUND', ERRORES.actaNoExiste);
  await db.transaction().execute((trx) => recordOnce(trx, 'acta.leer', { id: acta.id }));
  const versiones = await selectVersiones(db, acta.id);
  return { id: acta.id, versiones, rows: await selectFilas(db, edicionId) };
};

/** What actas are called in the history, and where they are read. */
export const nombrarActas: Nombrar = async (db, ids) =>
  new Map(
    (await selectNombres(db, ids)).map(({ id, folio, edicion_id }) => [
      id,
      { nombre: `Acta ${formatFolioActa(folio)}`, enlace: resultadosPath(edicion_id, 'acta') },
    ]),
  );

/** Tells those whose result is new, or another one. Whoever switched it off is not written to. */
export const notify = async (
  trx: Trx,
  { notificaciones, env }: Services,
  actividad: ActividadImpresa,
  { rows, correccion }: { rows: readonly FilaRow[]; correccion: boolean },
): Promise<void> => {
  const cuentas = await readCuentasDePersonas(
    trx,
    rows.map(({ persona_id }) => persona_id),
  );
  const mails = rows.flatMap((row) => {
    const cuenta = cuentas.get(row.persona_id);
    if (!cuenta) return [];
    const nombre = nameInItsCase(row.nombre, row.apellido_paterno, row.apellido_materno);
    const to = { ...cuenta, nombre, clave: row.clave };
    return [resultadoMail(env, to, actividad, correccion)];
  });
  await notificaciones.notifyAll(trx, mails);
};

/** Changes the states of those whose result is another one. @throws when one may not: its acta is not for now. */
export const applyEstados = async (
  trx: Trx,
  resultados: readonly ResultadoDeActa[],
  en: Date,
): Promise<void> => {
  for (const [paso, resultado] of [
    ['acreditar', 'acreditada'],
    ['reprobar', 'noAcreditada'],
  ] as const) {
    const ids = resultados
      .filter((one) => one.resultado === resultado && one.antes !== resultado)
      .map(({ inscripcionId }) => inscripcionId);
    if ((await setResultado(trx, paso, ids, en)) !== ids.length) {
      throw refuse('ABORTED', ERRORES.cambiaron);
    }
  }
};

/**
 * Closes the acta of an edition: each enrolment passes or does not by its minima. All of it in the transaction given, or nothing.
 *
 * @throws {CallError} see `confirmCierreActa`.
 */
export const closeActa = async (
  trx: Trx,
  { edicionId, huella: vista }: { edicionId: string; huella: string },
  { actor, services, alCerrarActa }: Cerrando,
) => {
  const en = services.now();
  await holdCierre(trx, edicionId);
  await holdImportaciones(trx, edicionId);
  const edicion = await requireEdicion(trx, edicionId, en);
  if (edicion.acta_id !== null) throw refuse('FAILED_PRECONDITION', ERRORES.actaCerrada);
  const porque = noSeCierra(edicion, en);
  if (porque !== null) {
    throw refuse('FAILED_PRECONDITION', {
      ...ERRORES.aunNo,
      message: `${ERRORES.aunNo.message} ${porque}` as typeof ERRORES.aunNo.message,
    });
  }
  await lockInscripciones(
    trx,
    (await selectFilas(trx, edicionId)).map(({ inscripcion_id }) => inscripcion_id),
  );
  const rows = await selectFilas(trx, edicionId);
  const { minimos, decididos, huella } = decideEdicion(edicion, rows);
  const faltan = decididos.flatMap(({ row, decision }) =>
    'falta' in decision ? [{ nombre: nombreDeLista(row), falta: decision.falta }] : [],
  );
  if (faltan.length > 0) throw refuse('FAILED_PRECONDITION', ERRORES.faltan, { faltan });
  if (huella !== vista) throw refuse('ABORTED', ERRORES.cambiaron);

  const filas = decididos.flatMap(({ row, decision }) =>
    'falta' in decision
      ? []
      : [
          {
            ...filaVaciaOf(row),
            calificacion: row.calificacion,
            asistencia: decision.porcentaje,
            resultado: decision.resultado,
            razones: [...decision.razones],
          },
        ],
  );
  const personaOf = new Map(rows.map((row) => [row.inscripcion_id, row]));
  const acta = buildActa(await findImpresa(trx, edicionId), {
    env: services.env,
    folio: makeFolioActa(Number(fechaDe(en).slice(0, 4)), randomCrockford(RANDOM_FOLIO)),
    en,
    por: await nombreDe(trx, actor.uid),
    minimos,
    filas,
  });
  const actaId = randomUUID();
  const folio = acta.folio.replaceAll('-', '');
  await insertActa(trx, { id: actaId, edicionId, folio, en, por: actor.uid });
  await insertVersion(trx, { actaId, acta, en, por: actor.uid });
  await upsertResultados(trx, actaId, 1, filas);
  const resultados = filas.map(
    ({ inscripcionId, resultado, calificacion, asistencia }): ResultadoDeActa => ({
      inscripcionId,
      personaId: personaOf.get(inscripcionId)!.persona_id,
      antes: 'inscrita',
      resultado,
      calificacion,
      asistencia,
    }),
  );
  await applyEstados(trx, resultados, en);
  await follow(trx, services, alCerrarActa, { actaId, folio, acta, en, resultados });
  await notify(trx, services, acta.actividad, {
    rows: decididos.map(({ row }) => row),
    correccion: false,
  });
  // The history last: its writers take turns.
  for (const resultado of ['acreditada', 'noAcreditada'] as const) {
    await recordCambios(
      trx,
      resultado === 'acreditada' ? 'resultado.acreditar' : 'resultado.reprobar',
      resultados
        .filter((one) => one.resultado === resultado)
        .map((one) => ({
          id: one.inscripcionId,
          personaId: one.personaId,
          antes: { resultado: 'inscrita' },
          despues: dicho(one),
        })),
    );
  }
  const totales = totalesDe(filas);
  await recordCambio(trx, 'acta.cerrar', {
    id: actaId,
    despues: { folio: acta.folio, version: 1, ...totales, edicionId },
  });
  return { actaId, folio: acta.folio, version: 1, ...totales };
};

/** What the history keeps of somebody's result. */
export const dicho = ({
  resultado,
  calificacion,
  asistencia,
}: Pick<ActaImpresa['filas'][number], 'resultado' | 'calificacion' | 'asistencia'>) => ({
  resultado,
  ...(calificacion !== null && { calificacion }),
  ...(asistencia !== null && { porcentaje: asistencia }),
});

/** What else happens when an acta says something (`AlCerrarActa`), in its transaction. */
export const follow = async (
  trx: Trx,
  services: Services,
  alCerrarActa: readonly AlCerrarActa[],
  made: {
    actaId: string;
    folio: string;
    acta: ActaImpresa;
    en: Date;
    resultados: readonly ResultadoDeActa[];
  },
): Promise<void> => {
  const { actaId, folio, acta, en, resultados } = made;
  const { cursoId, cursoVersionId, edicionId } = acta.actividad;
  const cerrada = {
    actaId,
    folio,
    version: acta.version,
    edicionId,
    cursoId,
    cursoVersionId,
    en,
    resultados,
  };
  for (const what of alCerrarActa) await what(trx, services, cerrada);
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A version of an acta for somebody of the staff, whose reading is in the history. @throws {CallError} NOT_FOUND. */
export const openActa = async (
  { db }: Pick<Services, 'db'>,
  id: string,
  numero: string | undefined,
): Promise<VersionDeActa> => {
  const version =
    UUID.test(id) && numero !== undefined ? await findVersion(db, id, Number(numero)) : undefined;
  if (!version) throw refuse('NOT_FOUND', ERRORES.actaNoExiste);
  await db.transaction().execute((trx) => recordOnce(trx, 'acta.leer', { id: version.acta_id }));
  return version;
};

/** Actas on `/validar`: course, edition and which version is in force; nothing of the people in it. */
export const actaPapel: PapelDeClase = {
  clase: 'acta',
  codigos: ['AT'],
  async find({ db }, folio) {
    const row = await findActaByFolio(db, folio);
    if (!row) return null;
    const versiones = await selectVersiones(db, row.id);
    const { datos } = versiones.find(({ numero }) => numero === row.version)!;
    const { curso, edicion } = datos.actividad;
    const cerrada = formatFecha(fechaDe(row.cerrada_en));
    const vigente = {
      tono: 'success',
      texto: `Es un acta de resultados auténtica: la escuela la cerró el ${cerrada}, y su versión ${row.version} es la vigente.`,
    } as const;
    const papeles = await selectPapeles(db, folio);
    return {
      palabra: 'Acta de resultados',
      estado: 'Vigente',
      dictamen: vigente,
      titulo: curso.nombre,
      titular: null,
      campos: [
        { label: 'Edición', value: edicion.nombre },
        { label: 'Se impartió', value: describePeriodo(edicion.inicia, edicion.termina) },
        { label: 'Versión vigente', value: String(row.version) },
      ],
      emitidoEn: row.cerrada_en,
      emisor: datos.institucion,
      demo: datos.demo,
      enlace: null,
      ejemplares: papeles.map(({ sha256, referencia }) => {
        const numero = Number(referencia.split(' ')[1]);
        const siguiente = versiones.find((one) => one.numero === numero + 1);
        return {
          sha256,
          dictamen: siguiente
            ? {
                tono: 'warning' as const,
                texto: `Es la versión ${numero} de esta acta, que la escuela corrigió el ${formatFecha(fechaDe(siguiente.creado_en))}. La vigente es la versión ${row.version}: pídala.`,
              }
            : vigente,
        };
      }),
    };
  },
};

const printedActa = (
  { db, pdf, env }: Pick<Services, 'db' | 'pdf' | 'env'>,
  version: VersionDeActa,
): Printed => ({
  name: `acta ${version.folio}, versión ${version.numero}`,
  papel: {
    de: actaPapel,
    folio: version.folio,
    referencia: `${version.acta_id} ${version.numero}`,
  },
  kept: impresoOf(version),
  make: (signed) => renderActa(pdf, version.datos, { signed, publicUrl: env.publicUrl }),
  async settle(trx, kept, again) {
    if (!(await setPdf(trx, version, kept, again))) return false;
    await recordCambio(trx, again ? 'acta.reponerPdf' : 'acta.hacerPdf', {
      id: version.acta_id,
      actorUid: null,
      despues: { version: version.numero, sha256: kept.sha256, firmante: kept.firmante },
    });
    return true;
  },
  reread: async () =>
    printedActa({ db, pdf, env }, (await findVersion(db, version.acta_id, version.numero))!),
});

/** The PDF of a version of an acta: the first that was made. Throws UNAVAILABLE. */
export const readPdfActa = (services: Services, version: VersionDeActa): Promise<PapelRegistrado> =>
  readPrinted(services, printedActa(services, version));

/** The acta that a folio names, for whoever looks for it in the history. */
export const idsDeActas: Slots['idsDeRegistros'] = async (db, texto) => {
  const folio = normaliseCrockford(texto);
  return folio.startsWith('AT') ? selectActaIdsByFolio(db, folio) : [];
};
