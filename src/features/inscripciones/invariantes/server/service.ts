/** What must hold of the enrolments at any moment at which nobody is writing, proved over all of them. */
import { z } from 'zod';
import type { Db } from '../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { SENT_DAYS } from '../../../../platform/server/mail/index.ts';
import type { Secrets } from '../../../../platform/server/secrets.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { fechaDe, formatMomento } from '../../../../platform/shared/dates.ts';
import { tryKept } from '../../../../platform/shared/formatos.ts';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { isAdmin } from '../../../../platform/shared/policy.ts';
import { readCorreosDeAdmins } from '../../../identidad/usuarios/server/service.ts';
import { DEFINICION } from '../../../plantillas/contract.ts';
import { respuestasLeidas } from '../../../plantillas/formulario/contract.ts';
import { EVALUACION } from '../../../plantillas/reglas/contract.ts';
import { plantillasPath } from '../../../plantillas/routes.ts';
import { ACUSE } from '../../acuse/contract.ts';
import { hasHueco, selectEdicionesConFila } from '../../espera/server/service.ts';
import { INSCRIPCION } from '../../estados.ts';
import type { ConConvocatorias } from '../../pasos/server/service.ts';
import { tryOpenSensibles } from '../../sensibles/server/service.ts';
import * as enteras from '../enteras/server/data.ts';
import * as registradas from '../registradas/server/data.ts';
import * as data from './data.ts';
import { invariantesMail } from './mails.ts';
import type { HallazgoRow } from './reading.ts';

/** Something that does not agree, in words. */
export type Hallazgo = { clave: string; texto: string };

/** What another feature proves each night of its own records; without `todas` it misses no history. */
export type Comprobacion = (
  db: Db,
  asked: { ahora: Date; todas: boolean },
) => Promise<readonly Hallazgo[]>;

declare module '../../../../platform/server/feature.ts' {
  interface Slots {
    invariantes: Comprobacion;
  }
}

type Revision = {
  readonly clave: string;
  readonly find: (db: Db, asked: { todas: boolean; ahora: Date }) => Promise<HallazgoRow[]>;
  readonly decir: (row: HallazgoRow) => string;
};

/** The lines are gone through every minute: an offer that ended before this should not be there any more. */
const MARGEN_DE_OFERTA_MS = 60 * 60_000;

/** A moment as the database gives it, to the millisecond: the order of those received at one second depends on it. */
const momento = (text: string | null): string => {
  const at = new Date(text ?? '');
  return `${formatMomento(at)} (${at.toISOString()})`;
};

/** A state in words. */
const palabra = (estado: string | null): string => {
  const known = INSCRIPCION.estados.find((one) => one === estado);
  return known === undefined ? String(estado) : INSCRIPCION.palabra(known);
};

const malDecidida = (dice: string | null, son: string | null): string => {
  if (dice === 'version')
    return 'se envió con una versión que no es de la plantilla de su edición.';
  if (dice === 'sin') return 'no conserva los hechos y requisitos con los que se decidió.';
  return `dice ${dice} puntos y los requisitos le dan ${son}.`;
};

/** Of what a seat is. */
const deCupo = (clave: string | null): string =>
  clave ? `en el cupo ${clave}` : 'de los de todos';

/** What does not go with a state (`selectMalMarcadas`). */
const MARCAS: Readonly<Record<string, string>> = {
  recibida: 'lo que se guarda de cuándo se recibió no es lo que corresponde',
  baja: 'lo que se guarda de su baja no es lo que corresponde',
  rechazo: 'tiene el motivo de un rechazo',
  oferta: 'lo que se guarda del lugar que se le ofreció no es lo que corresponde',
  cupo: 'figura en un cupo que no es de los suyos',
  borrador: 'guarda lo que solo tiene lo que se envió',
  antes: 'su baja, su decisión o el lugar que se le ofreció son de antes de que se enviara',
};

const isLegible = ({
  respuestas,
  evaluacion,
  datos,
}: {
  respuestas: unknown;
  evaluacion: unknown;
  datos: unknown;
}): boolean =>
  respuestasLeidas.safeParse(respuestas).success &&
  (evaluacion === null || EVALUACION.tryRead(evaluacion) !== null) &&
  (datos === null || ACUSE.tryRead(datos) !== null);

const REVISIONES: readonly Revision[] = [
  {
    clave: 'lugaresDeEdicion',
    find: data.selectLugaresDeEdicion,
    decir: ({ donde, dice, son }) => `${donde}: dice ${dice} lugares ocupados y son ${son}.`,
  },
  {
    clave: 'lugaresDeGrupo',
    find: data.selectLugaresDeGrupo,
    decir: ({ donde, dice, son }) => `${donde}: dice ${dice} lugares ocupados y son ${son}.`,
  },
  {
    clave: 'lugaresDeCupo',
    find: data.selectLugaresDeCupo,
    decir: ({ donde, dice, son }) => `Cupo ${donde}: dice ${dice} lugares ocupados y son ${son}.`,
  },
  {
    clave: 'sobrecupo',
    find: data.selectSobrecupos,
    decir: ({ donde, dice, son }) => `${donde}: ${dice} lugares ocupados de ${son}.`,
  },
  {
    clave: 'sobrecupoDeCupo',
    find: data.selectSobrecuposDeCupo,
    decir: ({ donde, dice, son }) =>
      `Cupo ${donde}: ${dice} lugares ocupados de los ${son} que se le guardan.`,
  },
  {
    clave: 'dobles',
    find: data.selectDobles,
    decir: ({ donde, dice }) => `${donde}: una persona tiene ${dice} inscripciones vivas.`,
  },
  {
    clave: 'sinAcuse',
    find: data.selectSinAcuse,
    decir: ({ donde }) => `${donde}: se decidió y no tiene acuse.`,
  },
  {
    clave: 'acuseSinEnvio',
    find: data.selectAcusesSinEnvio,
    decir: ({ donde, dice }) => `${donde}: tiene el acuse ${dice} y figura como no enviada.`,
  },
  {
    clave: 'ofertaVencida',
    find: (db, { ahora }) =>
      data.selectOfertasVencidas(db, new Date(ahora.getTime() - MARGEN_DE_OFERTA_MS)),
    decir: ({ donde }) =>
      `${donde}: el plazo del lugar que se le ofreció terminó y nadie lo ha retirado.`,
  },
  {
    clave: 'historia',
    find: (db, { todas }) => data.selectSinHistoria(db, todas),
    decir: ({ donde, dice, son }) =>
      `${donde}: está «${palabra(son)}» y la auditoría ${dice === null ? 'no dice nada de ella' : `dice «${palabra(dice)}»`}.`,
  },
  {
    clave: 'orden',
    find: data.selectSaltados,
    decir: ({ donde, dice, son }) =>
      `${donde}: se ofreció un lugar a quien tiene el ${dice} antes que a quien tiene el ${son}, que va delante.`,
  },
  {
    clave: 'fila',
    find: data.selectFilas,
    decir: ({ donde, dice, son }) =>
      `${donde}: la lista de espera dice ${dice} personas de un mismo momento y son ${son}.`,
  },
  {
    clave: 'filaDeCupo',
    find: data.selectFilasDeCupo,
    decir: ({ donde, dice }) =>
      `${donde}: lo que espera del cupo ${dice} no es lo que dice la lista de ese cupo.`,
  },
  {
    clave: 'historiaRota',
    find: (db, { todas }) => data.selectHistoriasRotas(db, todas),
    decir: ({ donde, dice, son }) =>
      dice === null
        ? `${donde}: lo primero que dice la auditoría es que estaba «${palabra(son)}»: falta cómo llegó a estarlo.`
        : `${donde}: la auditoría dice que estaba «${palabra(dice)}» y después ${son === null ? 'que se envió otra vez' : `«${palabra(son)}»`}: falta un paso, o sobra.`,
  },
  {
    clave: 'resultadoCambiado',
    find: (db, { todas }) => data.selectResultadosCambiados(db, todas),
    decir: ({ donde, dice, son }) =>
      `${donde}: está «${palabra(son)}» y la auditoría dice «${palabra(dice)}».`,
  },
  {
    clave: 'perdida',
    find: data.selectPerdidas,
    decir: ({ donde }) => `${donde}: la auditoría dice que se envió y no está.`,
  },
  {
    clave: 'deOtraPersona',
    find: data.selectDeOtraPersona,
    decir: ({ donde }) =>
      `${donde}: figura de una persona que, según la auditoría, ni la envió ni la recibió de otra.`,
  },
  {
    clave: 'plazoCambiado',
    find: (db, { todas }) => data.selectPlazosCambiados(db, todas),
    decir: ({ donde, dice, son }) =>
      `${donde}: el lugar que se le ofreció vence el ${momento(dice)} y la auditoría ${son === null ? 'no dice que se le ofreciera' : `dice que el ${momento(son)}`}.`,
  },
  {
    clave: 'excepcionCambiada',
    find: (db, { todas }) => data.selectExcepcionesCambiadas(db, todas),
    decir: ({ donde }) =>
      `Excepción de ${donde}: está aprobada y la auditoría no dice lo mismo de quién la pidió y la aprobó, de quién es, de qué regla o hasta cuándo.`,
  },
  {
    clave: 'motivoCambiado',
    find: data.selectMotivosCambiados,
    decir: ({ donde }) => `${donde}: el motivo que figura no es el que dice la auditoría.`,
  },
  {
    clave: 'recibida',
    find: data.selectRecibidasAOtraHora,
    decir: ({ donde, dice, son }) =>
      `${donde}: figura recibida el ${momento(dice)} y su acuse dice el ${momento(son)}.`,
  },
  {
    clave: 'acuseAlterado',
    find: data.selectAcusesAlterados,
    decir: ({ donde }) =>
      `${donde}: lo que dice su acuse no es lo que se decidió, según la inscripción y la auditoría.`,
  },
  {
    clave: 'envioAlterado',
    find: data.selectEnviosAlterados,
    decir: ({ donde }) =>
      `${donde}: su acuse, sus respuestas, lo que se evaluó o su lugar en la fila no son los que se registraron al enviarla.`,
  },
  {
    clave: 'lugarAlterado',
    find: (db, { todas }) => data.selectLugaresAlterados(db, todas),
    decir: ({ donde }) =>
      `${donde}: sus respuestas, lo que se evaluó o su lugar en la fila no son los que se registraron al publicarse los resultados.`,
  },
  {
    clave: 'sensiblesAlteradas',
    find: data.selectSensiblesAlteradas,
    decir: ({ donde, dice }) =>
      dice === null
        ? `${donde}: sus respuestas sensibles no son las que se registraron al enviarla.`
        : `${donde}: la auditoría dice que se respondió aparte y no está.`,
  },
  {
    clave: 'pdfCambiado',
    find: (db, { todas }) => data.selectPdfsCambiados(db, todas),
    decir: ({ donde }) =>
      `${donde}: el PDF de su acuse no es el que la auditoría dice que se hizo.`,
  },
  {
    clave: 'malDecidida',
    find: data.selectMalDecididas,
    decir: ({ donde, dice, son }) => `${donde}: ${malDecidida(dice, son)}`,
  },
  {
    clave: 'sensibleALaVista',
    find: data.selectSensiblesALaVista,
    decir: ({ donde, dice }) =>
      `${donde}: su respuesta al dato sensible «${dice}» está entre las ordinarias, sin cifrar.`,
  },
  {
    clave: 'vivaEnCancelada',
    find: data.selectVivasEnCanceladas,
    decir: ({ donde }) => `${donde}: la edición se canceló y sigue en ella.`,
  },
  {
    clave: 'huerfana',
    find: enteras.selectHuerfanas,
    decir: ({ donde, dice }) => `${donde}: no está ${dice} de la que es.`,
  },
  {
    clave: 'marcas',
    find: enteras.selectMalMarcadas,
    decir: ({ donde, dice, son }) => `${donde}: está «${palabra(son)}» y ${lookUp(MARCAS, dice!)}.`,
  },
  {
    clave: 'versionAlterada',
    find: enteras.selectVersionesAlteradas,
    decir: ({ donde }) =>
      `${donde}: su formulario y sus reglas no son los que se registraron al publicarla.`,
  },
  {
    clave: 'decisionCambiada',
    find: (db, { todas }) => enteras.selectDecisionesCambiadas(db, todas),
    decir: ({ donde, son }) =>
      son === null
        ? `${donde}: la auditoría dice que la escuela la decidió y no figura cuándo.`
        : `${donde}: figura que la escuela la decidió el ${momento(son)} y la auditoría no lo dice.`,
  },
  {
    clave: 'esperaTerminada',
    find: (db, { ahora }) => enteras.selectEsperasTerminadas(db, fechaDe(ahora)),
    decir: ({ donde }) => `${donde}: espera un lugar y la edición ya comenzó.`,
  },
  {
    clave: 'correoPerdido',
    find: (db, { ahora }) => registradas.selectCorreosPerdidos(db, { ahora, dias: SENT_DAYS - 1 }),
    decir: ({ donde, dice }) =>
      dice === null
        ? `${donde}: la auditoría dice que se le escribió y ese correo no está entre los que se envían.`
        : `${donde}: el correo que se le escribió es de otra inscripción.`,
  },
  {
    clave: 'cupoCambiado',
    find: registradas.selectCuposCambiados,
    decir: ({ donde, dice, son }) =>
      `${donde}: su lugar figura ${deCupo(dice)} y se tomó ${deCupo(son)}.`,
  },
  {
    clave: 'circuitoCambiado',
    find: registradas.selectCircuitosCambiados,
    decir: ({ donde, dice, son }) =>
      `${donde}: cuenta en ${dice ?? 'ningún circuito'} y su empleo de ese día, que no ha cambiado, es de ${son ?? 'ninguno'}.`,
  },
  {
    clave: 'fechaCambiada',
    find: registradas.selectFechasCambiadas,
    decir: ({ donde, dice, son }) =>
      `${donde}: lo que figura como hecho el ${momento(dice)} es, según la auditoría, del ${momento(son)}.`,
  },
  {
    clave: 'mensajeCambiado',
    find: (db, { todas }) => registradas.selectMensajesCambiados(db, todas),
    decir: ({ donde, dice }) =>
      dice === null
        ? `${donde}: la auditoría dice que se le envió un mensaje de la escuela y no figura.`
        : `${donde}: figura que se le envió el mensaje «${dice}» y la auditoría no lo dice.`,
  },
  {
    clave: 'cupoSinLugar',
    find: data.selectCuposSinLugar,
    decir: ({ donde, dice }) => `${donde}: figura en el cupo ${dice} y no tiene lugar.`,
  },
];

/** Inscripciones that are read at once, and as many as are told. */
const BLOQUE = 500;
const DICHAS = 50;

type Leidas<R> = (db: Db, after: string | null, limit: number) => Promise<readonly R[]>;

/** How those are called, of all that are read block by block, that are not as they should be. */
const findDefectuosas = async <R extends { id: string }>(
  db: Db,
  select: Leidas<R>,
  isGood: (row: R) => boolean,
): Promise<string[]> => {
  const ids: string[] = [];
  let after: string | null = null;
  for (;;) {
    const rows: readonly R[] = await select(db, after, BLOQUE);
    ids.push(...rows.filter((row) => !isGood(row)).map(({ id }) => id));
    if (rows.length < BLOQUE || ids.length >= DICHAS) break;
    after = rows.at(-1)!.id;
  }
  return data.selectDonde(db, ids.slice(0, DICHAS));
};

/** What is kept and cannot be read: versions, and what was sent before the history had its digest. */
const findIlegibles = async (db: Db): Promise<Hallazgo[]> => {
  const versiones = (await data.selectVersiones(db)).filter(
    ({ definicion }) => DEFINICION.tryRead(definicion) === null,
  );
  const donde = await findDefectuosas(db, data.selectSinHuella, isLegible);
  return [
    ...versiones.map((one) => `${one.donde}: su formulario y sus reglas no se pueden leer.`),
    ...donde.map((one) => `${one}: lo que se guarda de ella no se puede leer.`),
  ].map((texto) => ({ clave: 'ilegible', texto }));
};

/** Answers kept apart that do not open, or are another one's. */
const findSelladasRotas = async (db: Db, secrets: Secrets): Promise<Hallazgo[]> => {
  const donde = await findDefectuosas(
    db,
    data.selectSelladas,
    ({ id, sellado }) => tryOpenSensibles(secrets, id, sellado) !== null,
  );
  return donde.map((one) => ({
    clave: 'selladaRota',
    texto: `${one}: sus respuestas sensibles no se pueden abrir: se cambiaron, o son de otra.`,
  }));
};

/** Seats that are free while somebody waits for them. */
const findHuecos = async (db: Db, con: ConConvocatorias, ahora: Date): Promise<Hallazgo[]> => {
  const found: Hallazgo[] = [];
  for (const id of await selectEdicionesConFila(db)) {
    if (!(await hasHueco(db, con, id, ahora))) continue;
    const nombre = await data.findNombreDeEdicion(db, id);
    found.push({
      clave: 'hueco',
      texto: `${nombre}: hay un lugar libre y alguien lo espera sin que se le haya ofrecido.`,
    });
  }
  return found;
};

/**
 * Proves all of it; `demo`: what a demonstration shows has no history. With `secrets` also that what is sealed opens.
 */
export const reviewInscripciones = async (
  db: Db,
  ahora: Date,
  { demo, secrets, convocatorias }: { demo: boolean; secrets?: Secrets } & ConConvocatorias,
): Promise<Hallazgo[]> => {
  const found: Hallazgo[] = [];
  for (const { clave, find, decir } of REVISIONES) {
    const rows = await find(db, { todas: !demo, ahora });
    found.push(...rows.map((row) => ({ clave, texto: decir(row) })));
  }
  return [
    ...found,
    ...(await findIlegibles(db)),
    ...(secrets ? await findSelladasRotas(db, secrets) : []),
    ...(await findHuecos(db, { convocatorias }, ahora)),
  ];
};

/** The inscripciones, and then what other features prove of their own. */
export const reviewAll = async (
  db: Db,
  ahora: Date,
  {
    comprobaciones,
    ...con
  }: { comprobaciones: readonly Comprobacion[] } & Parameters<typeof reviewInscripciones>[2],
): Promise<Hallazgo[]> => {
  const found = await reviewInscripciones(db, ahora, con);
  for (const prove of comprobaciones) found.push(...(await prove(db, { ahora, todas: !con.demo })));
  return found;
};

/** Proves it, keeps what was found and, when there is something, tells the Admins. */
export const runRevision = async (
  services: Services & ConConvocatorias,
  comprobaciones: readonly Comprobacion[] = [],
): Promise<Hallazgo[]> => {
  const { db, env, log, notificaciones, now, secrets, convocatorias } = services;
  const con = { demo: env.demo, secrets, convocatorias, comprobaciones };
  const found = await reviewAll(db, now(), con);
  await db.transaction().execute(async (trx) => {
    await data.insertRevision(trx, {
      en: now(),
      hallazgos: found.length,
      ejemplos: found.slice(0, 20),
    });
    if (found.length === 0) return;
    const url = env.publicUrl;
    for (const admin of await readCorreosDeAdmins(trx)) {
      await notificaciones.notify(trx, invariantesMail(admin, found, url));
    }
  });
  if (found.length > 0) {
    log.error({ hallazgos: found.length, ejemplos: found.slice(0, 5) }, 'registros que no cuadran');
  }
  return found;
};

/** As much as is read of what was found. */
const ejemplosSchema = z.array(z.object({ texto: z.string() }));

/** What was found last night, until a night finds nothing. */
export const invariantesPendientes: Slots['pendientes'] = {
  de: 'personal',
  policy: isAdmin,
  async find(db) {
    const last = await data.findRevision(db);
    if (!last || last.hallazgos === 0) return [];
    return [
      {
        titulo: 'Hay registros que no cuadran',
        detalle: tryKept(() => ejemplosSchema.parse(last.ejemplos)[0]?.texto ?? null),
        cuantos: last.hallazgos,
        espera: last.revisado_en,
        enlace: plantillasPath,
        accion: 'Ver las plantillas',
      },
    ];
  },
};
