import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import type { Trx } from '../../../platform/server/db/index.ts';
import type { Services } from '../../../platform/server/services.ts';
import type { SeededEdicion } from '../../cursos/server/seed.ts';

/** How many editions get material. */
const CON_MATERIAL = 8;

/** A guide of one page, plainly of a demonstration. */
const guide = async (): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create();
  // The same each time.
  pdf.setCreationDate(new Date(0));
  pdf.setModificationDate(new Date(0));
  pdf.setTitle('Guía del curso');
  pdf.setLanguage('es-MX');
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([612, 792]);
  const lines = [
    'DOCUMENTO DE DEMOSTRACIÓN',
    'Guía del curso',
    'Objetivos, calendario y evaluación.',
  ];
  for (const [i, line] of lines.entries()) {
    page.drawText(line, { x: 72, y: 700 - 40 * i, size: 16, font, color: rgb(0.1, 0.1, 0.2) });
  }
  return pdf.save();
};

/** Links and a file of some editions that are being given or are over; the last link is not published yet. */
export const seedMateriales = async (
  trx: Trx,
  {
    ediciones,
    services: { storage },
    now,
  }: { ediciones: readonly SeededEdicion[]; services: Services; now: Date },
): Promise<void> => {
  const some = ediciones
    .filter(({ momento }) => momento === 'enCurso' || momento === 'concluida')
    .toSorted((a, b) => Number(b.momento === 'enCurso') - Number(a.momento === 'enCurso'))
    .slice(0, CON_MATERIAL);
  const bytes = await guide();
  for (const { id } of some) {
    const kept = await storage.kept.put(bytes, trx);
    await storage.kept.take(trx, kept);
    const common = { edicion_id: id, nota: '', creado_en: now, actualizado_en: now };
    const none = { objeto: null, sha256: null, bytes: null, content_type: null, nombre: null };
    await trx
      .insertInto('materiales')
      .values([
        {
          ...common,
          titulo: 'Guía del curso',
          nota: 'Léala antes de la primera sesión.',
          orden: 1,
          publicado: true,
          enlace: null,
          ...kept,
          bytes: bytes.length,
          content_type: 'application/pdf',
          nombre: 'guia.pdf',
        },
        {
          ...common,
          ...none,
          titulo: 'Aula virtual',
          orden: 2,
          publicado: true,
          enlace: 'https://aula.example/curso',
        },
        {
          ...common,
          ...none,
          titulo: 'Lecturas de la última sesión',
          orden: 3,
          publicado: false,
          enlace: 'https://biblioteca.example/lecturas',
        },
      ])
      .execute();
  }
};
