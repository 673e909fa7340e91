import type { Trx } from '../../../../platform/server/db/index.ts';

/** Says which is the PDF of a conversation, or (`again`) where its same bytes are now. False when it has one already. */
export const setPdf = async (
  trx: Trx,
  id: string,
  pdf: { objeto: string; sha256: string; firmante: string | null },
  again: boolean,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('soporte_conversaciones')
    .set({ pdf_objeto: pdf.objeto, pdf_sha256: pdf.sha256, pdf_firmante: pdf.firmante })
    .where('id', '=', id)
    .where('pdf_sha256', again ? '=' : 'is', again ? pdf.sha256 : null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};
