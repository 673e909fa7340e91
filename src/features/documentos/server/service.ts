import { type Aporte, aporteDeTabla, type SinAporte } from '../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import type { Slots } from '../../../platform/server/feature.ts';
import {
  recordCambio,
  recordCambios,
  recordOnce,
} from '../../../platform/server/historial/index.ts';
import type { Asking } from '../../../platform/server/origin.ts';
import type { Services } from '../../../platform/server/services.ts';
import {
  type SinSupresion,
  type Supresion,
  supresionDeTabla,
} from '../../../platform/server/supresiones.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { formatFecha } from '../../../platform/shared/dates.ts';
import { CallError, refuse } from '../../../platform/shared/errors.ts';
import { fileNameOf } from '../../../platform/shared/file-names.ts';
import { isSignedIn } from '../../../platform/shared/policy.ts';
import { type CatalogoUso, readItemRows, readOfrecidos } from '../../catalogos/server/service.ts';
import { readCuentaDePersona } from '../../identidad/cuentas/server/service.ts';
import type { ReadPruebas } from '../../personas/apartados/server/service.ts';
import type { Seguidor } from '../../personas/clave/seguidores/server/service.ts';
import { normalizeCurp } from '../../personas/curp/rules.ts';
import { tabPath } from '../../personas/routes.ts';
import { readClaveYNombre, readPersonaIdByClave } from '../../personas/server/service.ts';
import { ERRORES } from '../errors.ts';
import { DOCUMENTO, nombreDeVersion } from '../estados.ts';
import { canReadDocumentos, canSendDocumentosA } from '../policy.ts';
import { PESTANA } from '../routes.ts';
import {
  DIAS_DE_AVISO,
  DOCUMENTOS_MAX_BYTES,
  MINUTOS_PARA_DESHACER,
  planReunion,
  ultimoDia,
} from '../rules.ts';
import {
  countUsos,
  type DocumentoRow,
  expireDocumentos,
  findDocumento,
  insertDocumento,
  lockVault,
  moveVersiones,
  replaceDocumento,
  replacePendiente,
  selectAtencion,
  selectDocumentosOf,
  selectPorContar,
  selectPruebas,
  selectVersiones,
  selectVersionesOf,
  takePorContar,
  takePorVencer,
  weighAll,
  weighVault,
} from './data.ts';
import { decididosMail, enviadoMail, porVencerMail, type Titular } from './mails.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The places of a vault: the types that are offered, those that are not any more and have something, and all that there is. */
export const readVault = async (db: Db | Trx, personaId: string) => {
  const rows = await selectDocumentosOf(db, personaId);
  const ofrecidos = await readOfrecidos(db, 'tipos-documento');
  const used = new Set(rows.map(({ tipo_id }) => tipo_id));
  for (const { id } of ofrecidos) used.delete(id);
  return { rows, tipos: [...ofrecidos, ...(await readItemRows(db, [...used]))] };
};

/** Whoever looks at somebody else's vault is in its history first. */
export const recordVista = (db: Db, personaId: string): Promise<void> =>
  db
    .transaction()
    .execute((trx) =>
      recordOnce(trx, 'documento.listar', { id: personaId, entidad: 'persona', personaId }),
    );

/** Whose vault staff send something to. @throws {CallError} PERMISSION_DENIED, and to staff NOT_FOUND. */
export const requireVault = async (db: Db, clave: string, actor: Actor): Promise<string> => {
  const personaId = await readPersonaIdByClave(db, normalizeCurp(clave));
  if (!canSendDocumentosA(actor, personaId)) {
    throw new CallError('PERMISSION_DENIED', 'Solo puede enviar sus propios documentos.');
  }
  if (personaId === null) {
    throw new CallError('NOT_FOUND', 'No hay una persona con esa CURP o clave. Revísela.');
  }
  return personaId;
};

/** Milliseconds that the weight of all documents is taken as known: it is a bound of the disk, not of a person. */
const WEIGHED_MS = 60_000;
const weighed = new WeakMap<Services['secrets'], { bytes: number; en: number }>();

/** @throws {CallError} RESOURCE_EXHAUSTED: the documents of everybody take all that they may. */
const requireRoom = async (
  trx: Trx,
  { env, log, secrets }: Pick<Services, 'env' | 'log' | 'secrets'>,
): Promise<void> => {
  let known = weighed.get(secrets);
  if (!known || Date.now() - known.en > WEIGHED_MS) {
    known = { bytes: await weighAll(trx), en: Date.now() };
    weighed.set(secrets, known);
  }
  if (known.bytes <= env.vaultBytes) return;
  log.error(
    { bytes: known.bytes, most: env.vaultBytes },
    'the vaults take all that they may: VAULT_GB',
  );
  throw refuse('RESOURCE_EXHAUSTED', ERRORES.sinEspacio);
};

/** Documents that are sent from one address in a day: a school's computers, not a program. */
const ENVIOS_BY_DIRECCION = { name: 'documento-direccion', max: 1_000, windowSeconds: 86_400 };

/** Counts a document that is about to be sent. Not inside its transaction: what is counted stays. @throws {CallError} RESOURCE_EXHAUSTED. */
export const countEnvio = ({
  request,
  services,
}: Pick<Asking, 'request' | 'services'>): Promise<void> =>
  services.throttle.use(ENVIOS_BY_DIRECCION, request.ip);

/** Takes what was uploaded into a vault, in the place of what waited; its person is told when staff did. */
export const saveDocumento = async (
  trx: Trx,
  input: { tipo: string; archivo: string; nombre: string; personaId: string | null },
  { actor, services }: Pick<Asking, 'actor' | 'services'>,
): Promise<DocumentoRow> => {
  const { personaId } = input;
  const ofrecidos = await readOfrecidos(trx, 'tipos-documento');
  const tipo = ofrecidos.find(({ clave }) => clave === input.tipo);
  if (!tipo || personaId === null) throw refuse('FAILED_PRECONDITION', ERRORES.sinTipo);
  const de = { personaId, tipoId: tipo.id };
  await requireRoom(trx, services);
  await lockVault(trx, personaId);
  const archivo = await services.storage.handOver(trx, {
    name: input.archivo,
    propietario: actor.uid,
  });
  if (!archivo?.nombre.startsWith(`documentos/${actor.uid}/`)) {
    throw refuse('NOT_FOUND', ERRORES.sinArchivo);
  }
  const { bytes, version } = await weighVault(trx, de);
  if (bytes + archivo.bytes > DOCUMENTOS_MAX_BYTES) {
    throw refuse('RESOURCE_EXHAUSTED', ERRORES.sinLugar);
  }
  const sustituidos = await replacePendiente(trx, de);
  const row = await insertDocumento(trx, {
    persona_id: personaId,
    tipo_id: tipo.id,
    version: version + 1,
    estado: DOCUMENTO.pasos.subir.a,
    nombre: fileNameOf(input.nombre, archivo.content_type),
    objeto: archivo.objeto,
    sha256: archivo.sha256,
    bytes: archivo.bytes,
    content_type: archivo.content_type,
    creado_en: services.now(),
  });
  for (const { id } of sustituidos) {
    await recordCambio(trx, 'documento.sustituir', {
      id,
      personaId,
      antes: { estado: 'pendiente' },
      despues: { estado: DOCUMENTO.pasos.sustituir.a },
    });
  }
  await recordCambio(trx, 'documento.subir', {
    id: row.id,
    personaId,
    despues: {
      tipo: tipo.id,
      version: row.version,
      estado: row.estado,
      bytes: row.bytes,
      contentType: row.content_type,
      sha256: row.sha256,
    },
  });
  const titular = personaId === actor.personaId ? null : await titularOf(trx, personaId);
  if (titular)
    await services.notificaciones.notify(trx, enviadoMail(services.env, titular, tipo.nombre));
  return (await findDocumento(trx, row.id))!;
};

/**
 * A version whose bytes somebody may see: its person, and staff, of whom it is recorded first. Null: there is none, or they may
 * not know.
 */
export const readArchivo = async (
  { db }: Pick<Services, 'db'>,
  id: string,
  actor: Actor,
): Promise<DocumentoRow | null> => {
  const row = await findDocumento(db, id);
  if (!row || !canReadDocumentos(actor, row.persona_id)) return null;
  if (row.persona_id !== actor.personaId) {
    await db
      .transaction()
      .execute((trx) => recordOnce(trx, 'documento.leer', { id, personaId: row.persona_id }));
  }
  return row;
};

/** The type of the catalog that is a person's photograph. */
const FOTOGRAFIA = 'FOTO';

/** The newest photograph of somebody that staff found right, cut to a size in points, as a JPEG; null: there is none. */
export const readFotografia = async (
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  personaId: string,
  size: { width: number; height: number },
): Promise<Buffer | null> => {
  const { rows, tipos } = await readVault(db, personaId);
  const tipo = tipos.find(({ clave }) => clave === FOTOGRAFIA);
  const row = rows.find(
    ({ tipo_id, estado, content_type }) =>
      tipo_id === tipo?.id &&
      estado === DOCUMENTO.pasos.validar.a &&
      content_type.startsWith('image/'),
  );
  return row ? storage.fitPicture(row, { ...size, owner: personaId }) : null;
};

/** A document of somebody's own vault that may prove what they say: any version that was not rejected, nor is over. */
export const findPrueba = async (
  trx: Trx,
  id: string,
  personaId: string,
): Promise<DocumentoRow | null> => {
  const row = await findDocumento(trx, id);
  return row?.persona_id === personaId && DOCUMENTO.is('sirve', row.estado) ? row : null;
};

/** What entries of files point to, as their person reads it. */
export const readPruebas: ReadPruebas = async (db, ids) =>
  new Map(
    (await selectPruebas(db, ids)).map((row) => [
      row.id,
      {
        personaId: row.persona_id,
        clave: row.tipo.clave,
        nombre: `${row.tipo.nombre}, ${DOCUMENTO.palabra(row.estado).toLocaleLowerCase('es-MX')}`,
        sirve: DOCUMENTO.is('sirve', row.estado),
      },
    ]),
  );

/** These versions, whosever they are, as who points to one looks at it; none is taken away before the transaction ends. */
export const readVersiones = async (db: Db | Trx, ids: readonly string[]) =>
  new Map(
    (await selectVersiones(db, ids)).map((row) => [
      row.id,
      {
        personaId: row.persona_id,
        tipo: row.tipo.clave,
        nombre: nombreDeVersion(row.tipo.nombre, row),
        estado: row.estado,
        venceEn: row.vence_en,
        antivirus: row.antivirus,
      },
    ]),
  );

/** Whom to write to about a vault; null: its person has no account. */
const titularOf = async (db: Db | Trx, personaId: string): Promise<Titular | null> => {
  const cuenta = await readCuentaDePersona(db, personaId);
  const persona = await readClaveYNombre(db, personaId);
  return cuenta && persona ? { ...cuenta, ...persona } : null;
};

/** Tells people what was decided of their documents, once it can no longer be withdrawn. */
export const tellDecididos = async ({ db, env, notificaciones, now }: Services): Promise<void> => {
  const ahora = now();
  const hasta = new Date(+ahora - MINUTOS_PARA_DESHACER * MINUTE);
  for (const { persona_id: personaId } of await selectPorContar(db, { hasta })) {
    await db.transaction().execute(async (trx) => {
      const decididos = await takePorContar(trx, { personaId, hasta, ahora });
      const titular = await titularOf(trx, personaId);
      if (titular && decididos.length > 0) {
        await notificaciones.notify(trx, decididosMail(env, titular, decididos));
      }
    });
  }
};

/** Ends those whose last day is over, and tells people of those that end soon. */
export const endVencidos = ({ db, env, notificaciones, now }: Services): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const ahora = now();
    const porVencer = Map.groupBy(
      await takePorVencer(trx, { hasta: new Date(+ahora + DIAS_DE_AVISO * DAY), ahora }),
      ({ persona_id }) => persona_id,
    );
    for (const [personaId, documentos] of porVencer) {
      const vigentes = documentos.filter(({ vence_en }) => vence_en !== null && vence_en > ahora);
      const titular = await titularOf(trx, personaId);
      if (titular && vigentes.length > 0) {
        await notificaciones.notify(trx, porVencerMail(env, titular, vigentes));
      }
    }
    const vencidos = await expireDocumentos(trx, ahora);
    if (vencidos.length === 0) return;
    await recordCambios(
      trx,
      'documento.vencer',
      vencidos.map(({ id, persona_id }) => ({
        id,
        personaId: persona_id,
        antes: { estado: 'validado' },
        despues: { estado: DOCUMENTO.pasos.vencer.a },
      })),
    );
  });

const TITULOS = {
  rechazado: (tipo: string) => `Suba de nuevo: ${tipo}`,
  vencido: (tipo: string) => `Venció un documento suyo: ${tipo}`,
} as const;

/** What of one's own vault asks for something. */
export const documentosPropiosPendientes: Slots['pendientes'] = {
  de: 'propios',
  policy: isSignedIn,
  async find(db, { actor: { personaId, clave }, ahora }) {
    if (personaId === null || clave === null) return [];
    const hasta = new Date(+ahora + DIAS_DE_AVISO * DAY);
    const rows = await selectAtencion(db, { personaId, hasta });
    return rows.map(({ estado, tipo, vence_en }) => ({
      titulo:
        estado === 'rechazado' || estado === 'vencido'
          ? TITULOS[estado](tipo)
          : `Está por vencer: ${tipo}`,
      ...(estado === 'rechazado' && { detalle: 'Control Escolar no lo pudo validar.' }),
      ...(estado === 'validado' &&
        vence_en && { detalle: `Vigente hasta el ${formatFecha(ultimoDia(vence_en))}.` }),
      enlace: tabPath(clave, PESTANA),
      accion: 'Ver mis documentos',
    }));
  },
};

const usos = (
  catalogo: CatalogoUso['catalogo'],
  columna: 'tipo_id' | 'motivo_id',
): CatalogoUso => ({
  catalogo,
  porClave: false,
  async find(db, { id }) {
    const n = await countUsos(db, columna, id);
    return { n, texto: `${n} ${n === 1 ? 'documento' : 'documentos'}`, ejemplos: [] };
  },
});

/** The catalogs that the vault uses. */
export const documentosUsos: readonly CatalogoUso[] = [
  usos('tipos-documento', 'tipo_id'),
  usos('motivos-rechazo', 'motivo_id'),
];

const idsOf = ({ de, a }: { de: string; a: string | null }) => (a === null ? [de] : [de, a]);

/** Documents change hands with what was decided of them; each type's versions are counted again. */
export const documentosSeguidor: Seguidor = {
  columnas: ['documentos.persona_id'],
  llama: { documentos: 'documentos' },

  async look(trx, par, lock) {
    const rows = await selectVersionesOf(trx, idsOf(par), lock);
    const mine = Map.groupBy(
      rows.filter(({ personaId }) => personaId === par.de),
      ({ tipo }) => tipo,
    );
    const lost = new Set(planReunion(rows).flatMap((one) => (one.sustituida ? [one.id] : [])));
    return {
      siguen: [...mine].map(
        ([tipo, versiones]) =>
          `Documento: ${tipo}${versiones.length > 1 ? `, con sus ${versiones.length} versiones` : ''}.`,
      ),
      descartados: rows
        .filter(({ id }) => lost.has(id))
        .map(({ tipo }) => `${tipo}: de las dos versiones por revisar solo espera la más nueva.`),
      version: rows,
    };
  },

  async follow(trx, { de, a, anotar }) {
    if (a === null) return;
    const rows = await selectVersionesOf(trx, [de, a], true);
    const plan = planReunion(rows);
    for (const { id } of plan.filter(({ sustituida }) => sustituida)) {
      await replaceDocumento(trx, id);
      anotar('documento.sustituir', {
        id,
        personaId: a,
        antes: { estado: 'pendiente' },
        despues: { estado: DOCUMENTO.pasos.sustituir.a },
      });
    }
    await moveVersiones(trx, a, plan);
    for (const { id, personaId } of rows) {
      if (personaId !== de) continue;
      anotar('documento.cambiarPersona', {
        id,
        personaId: a,
        antes: { personaId: de },
        despues: { personaId: a },
      });
    }
  },
};

/** Every version of every document, with its file. */
export const documentosAporte: Aporte = aporteDeTabla({
  id: 'documentos',
  titulo: 'Documentos de su expediente',
  tabla: 'documentos',
  por: [{ columna: 'persona_id', es: 'persona' }],
  sin: ['objeto', 'contado_en', 'avisado_en'],
  campos: { tipo_id: 'Tipo de documento', motivo_id: 'Motivo del rechazo', nota: 'Nota' },
  archivos: ({ nombre, objeto, sha256 }) => [
    { nombre: String(nombre), objeto: String(objeto), sha256: String(sha256) },
  ],
});

export const documentosSinAporte: SinAporte = {
  'documentos_turnos.uid': 'lo que el personal revisa es de otros',
};

/** The vault goes, with the bytes of every version. */
export const documentosSupresion: Supresion = supresionDeTabla({
  id: 'documentos',
  titulo: 'Documentos de su expediente, con sus archivos',
  tabla: 'documentos',
  por: [{ columna: 'persona_id', es: 'persona' }],
  objetos: ({ objeto }) => [objeto],
});

export const documentosSinSupresion: SinSupresion = {
  'documentos_turnos.uid': 'quién del personal lo revisa; se va con el documento',
};

/** What a question about one's own document is about, for whoever attends it. */
export const documentosContexto: Slots['contextoDeSoporte'] = {
  tipo: 'documento',
  async find(db, id, { personaId }) {
    const [row] = await selectPruebas(db, [id]);
    if (!row || row.persona_id !== personaId) return null;
    const titulo = `${row.tipo.nombre} (${DOCUMENTO.palabra(row.estado).toLocaleLowerCase('es-MX')})`;
    const persona = await readClaveYNombre(db, personaId);
    return { titulo, enlace: persona && tabPath(persona.clave, PESTANA) };
  },
};
