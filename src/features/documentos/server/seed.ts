import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/server/db/index.ts';
import { drawPng, portraitAt } from '../../../platform/server/demo-pictures.ts';
import type { Services } from '../../../platform/server/services.ts';
import { integer, pick } from '../../../platform/shared/random.ts';
import { itemReferido } from '../../catalogos/server/reading.ts';
import { readOfrecidos } from '../../catalogos/server/service.ts';
import { seedPrueba } from '../../personas/apartados/server/seed.ts';
import type { SeededPersona } from '../../personas/server/seed.ts';
import type { EstadoDocumento } from '../estados.ts';

const DAY = 86_400_000;

/** A paper of some pages with whose it is, as an office would print it; plainly no real one. */
const paper = async (
  title: string,
  nombre: string,
  curp: string,
  pages = 1,
): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create();
  // The same each time.
  pdf.setCreationDate(new Date(0));
  pdf.setModificationDate(new Date(0));
  pdf.setTitle(title);
  pdf.setLanguage('es-MX');
  const serif = await pdf.embedFont(StandardFonts.TimesRomanBold);
  const sans = await pdf.embedFont(StandardFonts.Helvetica);
  for (let n = 1; n <= pages; n++) {
    const page = pdf.addPage([612, 792]);
    const write = (text: string, y: number, size: number, font = sans) =>
      page.drawText(text, { x: 72, y, size, font, color: rgb(0.12, 0.14, 0.2), maxWidth: 468 });
    page.drawRectangle({
      x: 36,
      y: 36,
      width: 540,
      height: 720,
      borderWidth: 1.5,
      borderColor: rgb(0.55, 0.45, 0.25),
    });
    write('DOCUMENTO DE DEMOSTRACIÓN, SIN VALIDEZ', 720, 10);
    write(title, 670, 22, serif);
    write(`A nombre de: ${nombre}`, 600, 14);
    write(`CURP: ${curp}`, 575, 14);
    write(`Nacimiento: ${curp.slice(8, 10)}/${curp.slice(6, 8)}/${curp.slice(4, 6)}`, 550, 14);
    write('Se expide para los fines que a la persona interesada convengan.', 500, 12);
    write(`Página ${n} de ${pages}`, 60, 10);
  }
  return pdf.save();
};

const [WIDTH, HEIGHT] = [360, 440] as const;

/** A portrait of nobody, drawn. */
const portrait = (random: () => number): Buffer => {
  const tone = integer(random, 90, 190);
  return drawPng(WIDTH, HEIGHT, (x, y) => portraitAt(x / WIDTH, y / HEIGHT, tone));
};

/** What one of the demonstration is: its type, its state, how many days ago, and in how many it ends. */
type Sample = {
  tipo: string;
  estado: EstadoDocumento;
  hace: number;
  motivo?: string;
  nota?: string;
  dias?: number;
  pages?: number;
};

/** The vault of the demonstration's ordinary person: something of each state. */
const PROPIOS: readonly Sample[] = [
  { tipo: 'ACTA', estado: 'validado', hace: 90 },
  { tipo: 'CURP', estado: 'validado', hace: 88 },
  {
    tipo: 'TITULO',
    estado: 'rechazado',
    hace: 12,
    motivo: 'INCOMPLETO',
    nota: 'Falta el reverso, con los sellos de registro.',
  },
  { tipo: 'CEDULA', estado: 'pendiente', hace: 2 },
  { tipo: 'DOMICILIO', estado: 'validado', hace: 75, dias: 16 },
  { tipo: 'RFC', estado: 'vencido', hace: 130, dias: -38 },
  { tipo: 'CV', estado: 'sustituido', hace: 20, pages: 2 },
  { tipo: 'CV', estado: 'pendiente', hace: 3, pages: 3 },
];

/** What waits for staff, and what they have seen. */
const TIPOS = ['ACTA', 'TITULO', 'CEDULA', 'DOMICILIO', 'CURP', 'NOMBRAMIENTO', 'FOTO', 'CERT_EST'];

/** What of a file some of them prove. */
const PRUEBA_DE: ReadonlyMap<string, 'estudio' | 'empleo'> = new Map([
  ['TITULO', 'estudio'],
  ['CEDULA', 'estudio'],
  ['NOMBRAMIENTO', 'empleo'],
]);

type Input = {
  personas: readonly SeededPersona[];
  services: Pick<Services, 'storage'>;
  now: Date;
  random: () => number;
};

/** Adds documents to vaults, each with a real file. */
const createAdd = async (
  trx: Trx,
  { services: { storage }, now, random }: Pick<Input, 'services' | 'now' | 'random'>,
) => {
  const itemsOf = async (catalogo: 'tipos-documento' | 'motivos-rechazo') =>
    new Map((await readOfrecidos(trx, catalogo)).map((item) => [item.clave, item]));
  const [tipos, motivos] = [await itemsOf('tipos-documento'), await itemsOf('motivos-rechazo')];
  const versions = new Map<string, number>();

  const add = async ({ id, nombreCompleto, curp }: SeededPersona, sample: Sample) => {
    const tipo = tipos.get(sample.tipo);
    if (!tipo) return;
    const photo = sample.tipo === 'FOTO';
    const bytes = photo
      ? portrait(random)
      : await paper(tipo.nombre, nombreCompleto, curp, sample.pages);
    const kept = await storage.kept.put(bytes, trx);
    await storage.kept.take(trx, kept);
    const key = `${id} ${tipo.id}`;
    versions.set(key, (versions.get(key) ?? 0) + 1);
    const creado = new Date(+now - sample.hace * DAY - integer(random, 0, 20_000_000));
    const decided = !['pendiente', 'sustituido'].includes(sample.estado);
    const decidido = decided ? new Date(+creado + DAY) : null;
    const { id: documentoId } = await trx
      .insertInto('documentos')
      .values({
        persona_id: id,
        tipo_id: tipo.id,
        version: versions.get(key)!,
        estado: sample.estado,
        nombre: `${tipo.nombre.toLocaleLowerCase('es-MX').replace(/[^\p{L}\d]+/gu, '-')}.${photo ? 'png' : 'pdf'}`,
        ...kept,
        bytes: bytes.length,
        content_type: photo ? 'image/png' : 'application/pdf',
        creado_en: creado,
        decidido_en: decidido,
        contado_en: decidido,
        motivo_id: motivos.get(sample.motivo ?? '')?.id ?? null,
        nota: sample.nota ?? null,
        vence_en:
          sample.dias === undefined
            ? null
            : sql<Date>`((${new Date(+now + sample.dias * DAY).toISOString().slice(0, 10)}::date + 1)::timestamp at time zone 'America/Mexico_City')`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const apartado = PRUEBA_DE.get(sample.tipo);
    if (apartado) await seedPrueba(trx, id, apartado, documentoId);
  };

  return { add, motivos };
};

/** Validated documents of some types for these people. */
export const seedDocumentosDe = async (
  trx: Trx,
  { personas, tipos, ...tools }: Input & { tipos: readonly string[] },
): Promise<void> => {
  const { add } = await createAdd(trx, tools);
  for (const persona of personas) {
    for (const tipo of tipos) await add(persona, { tipo, estado: 'validado', hace: 200 });
  }
};

/** The newest document of each type that somebody has in their vault, by the key of the type, as an answer of a form. */
export const readDocumentosDe = async (
  trx: Trx,
  personaId: string,
): Promise<Map<string, { id: string; clave: string; nombre: string }>> => {
  const { rows } = await sql<{ id: string; tipo: { clave: string; nombre: string } }>`
    select distinct on (d.tipo_id) d.id, ${itemReferido('d.tipo_id')} as tipo
    from documentos d where d.persona_id = ${personaId} order by d.tipo_id, d.version desc`.execute(
    trx,
  );
  return new Map(
    rows.map(({ id, tipo: { clave, nombre } }) => [clave, { id, clave, nombre }] as const),
  );
};

/** Documents of every state, with real files, and a queue to review. */
export const seedDocumentos = async (
  trx: Trx,
  { personas, services, now, random }: Input,
): Promise<void> => {
  const { add, motivos } = await createAdd(trx, { services, now, random });
  const [propia] = personas.slice(2, 3);
  for (const sample of propia ? PROPIOS : []) await add(propia!, sample);
  // Some of the others, each with one or two.
  for (const [i, persona] of personas.slice(20, 38).entries()) {
    const hace = integer(random, 1, 9);
    const tipo = TIPOS[i % TIPOS.length]!;
    if (i % 3 < 2) await add(persona, { tipo, estado: 'pendiente', hace, pages: 1 + (i % 2) });
    else {
      const motivo = pick(random, [...motivos.keys()]);
      await add(persona, {
        tipo,
        hace: hace + 20,
        ...(i % 2 ? { estado: 'validado' } : { estado: 'rechazado', motivo }),
      });
    }
  }
};
