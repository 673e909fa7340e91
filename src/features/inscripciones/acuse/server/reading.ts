import { type RawBuilder, sql } from 'kysely';

/** How the acuse of a sending of another feature is opened. */
export type AcuseDeEnvioRow = {
  /** Without hyphens. */
  acuse_folio: string;
  acuse_clave: string;
};

/** `join ${ACUSE_DE_ENVIO.tables} on a.envio_id = …`: the acuse is `a`. */
export const ACUSE_DE_ENVIO: { tables: RawBuilder<unknown>; columns: RawBuilder<unknown> } = {
  tables: sql`acuses a`,
  columns: sql`a.folio as acuse_folio, a.clave as acuse_clave`,
};
