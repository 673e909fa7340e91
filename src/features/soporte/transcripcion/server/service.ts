/** The transcript of a closed conversation: a signed PDF, made once, for its person and for staff. */
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import {
  type PapelDeClase,
  type PapelRegistrado,
  selectPapeles,
} from '../../../../platform/server/papeles.ts';
import {
  impresoOf,
  type PdfImpreso,
  type Printed,
  readPrinted,
} from '../../../../platform/server/printed.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { fechaDe, formatFecha } from '../../../../platform/shared/dates.ts';
import { nameOrAddress } from '../../../../platform/shared/names.ts';
import { selectAdjuntos } from '../../adjuntos/server/service.ts';
import { selectSinPdf } from '../../plazos/server/data.ts';
import { formatFolio } from '../../rules.ts';
import { findConversacion, selectMensajes } from '../../server/data.ts';
import { nombreDe } from '../../server/present.ts';
import type { ConversacionRow } from '../../server/service.ts';
import { setPdf } from './data.ts';
import { renderTranscripcion, type Transcripcion } from './document.ts';

/** Messages of a transcript at most; a conversation has no more. */
const MAX_MENSAJES = 10_000;

const readTranscripcion = async (
  { db, env }: Pick<Services, 'db' | 'env'>,
  row: ConversacionRow,
): Promise<Transcripcion> => {
  const mensajes = await selectMensajes(db, row.id, { tras: 0, limite: MAX_MENSAJES });
  const adjuntos = await selectAdjuntos(
    db,
    row.id,
    mensajes.map(({ n }) => n),
  );
  const titular = nombreDe(row);
  return {
    institucion: env.institution.name,
    folio: formatFolio(row.folio),
    titular,
    asunto: row.asunto,
    contexto: row.contexto?.titulo ?? null,
    abierta: row.creado_en,
    cerrada: row.cerrada_en!,
    mensajes: mensajes.map(({ n, autor, nombre, creado_en: en, texto, sellado }) => ({
      ...{ n, en, texto, sensible: sellado !== null },
      autor:
        autor === 'persona'
          ? titular
          : autor === 'portal'
            ? 'Portal'
            : nameOrAddress(nombre ?? 'La escuela'),
      archivos: adjuntos.filter((one) => one.n === n).map((one) => one.nombre),
    })),
    demo: env.demo,
  };
};

/** Transcripts on `/validar`: that there is one, and of when; nothing of what was said. */
export const transcripcionPapel: PapelDeClase = {
  clase: 'transcripcion',
  codigos: ['CS'],
  async find({ db, env }, folio) {
    const papeles = await selectPapeles(db, folio);
    const [papel] = papeles;
    if (!papel) return null;
    const dictamen = {
      tono: 'success',
      texto: `Es la transcripción auténtica de una conversación con la escuela, que se cerró. El PDF se hizo el ${formatFecha(fechaDe(papel.creado_en))}.`,
    } as const;
    return {
      palabra: 'Transcripción',
      estado: 'Emitida',
      dictamen,
      titulo: 'Conversación con la escuela',
      titular: null,
      campos: [],
      emitidoEn: papel.creado_en,
      emisor: env.institution.name,
      demo: env.demo,
      enlace: null,
      ejemplares: papeles.map(({ sha256 }) => ({ sha256, dictamen })),
    };
  },
};

const printedTranscripcion = (
  services: Pick<Services, 'db' | 'pdf' | 'env'>,
  row: ConversacionRow,
): Printed => ({
  name: `conversation ${row.folio}`,
  papel: { de: transcripcionPapel, folio: row.folio, referencia: row.id },
  kept: impresoOf(row),
  make: async (signed) =>
    renderTranscripcion(services.pdf, await readTranscripcion(services, row), {
      signed,
      publicUrl: services.env.publicUrl,
    }),
  async settle(trx: Trx, kept: PdfImpreso, again: boolean) {
    if (!(await setPdf(trx, row.id, kept, again))) return false;
    await recordCambio(trx, again ? 'conversacion.reponerPdf' : 'conversacion.hacerPdf', {
      id: row.id,
      actorUid: null,
      personaId: row.persona_id,
      despues: { sha256: kept.sha256, firmante: kept.firmante },
    });
    return true;
  },
  reread: async () => printedTranscripcion(services, (await reread(services.db, row.id))!),
});

const reread = (db: Db, id: string) => findConversacion(db, id, { lector: '' });

/** The PDF of a closed conversation. @throws {CallError} UNAVAILABLE */
export const readPdfTranscripcion = (
  services: Services,
  row: ConversacionRow,
): Promise<PapelRegistrado> => readPrinted(services, printedTranscripcion(services, row));

/** Makes the transcripts of those that closed. */
export const printCerradas = async (services: Services): Promise<void> => {
  for (const { id } of await selectSinPdf(services.db, 20)) {
    const row = await reread(services.db, id);
    if (row?.cerrada_en) await readPdfTranscripcion(services, row);
  }
};
