/** What a document is to say: its fields, who signs it, until when it holds and how it looks. */
import type { Trx } from '../../../../platform/server/db/index.ts';
import { fechaDe, startOfDay } from '../../../../platform/shared/dates.ts';
import { CallError, type FieldErrors, refuse } from '../../../../platform/shared/errors.ts';
import { readItemRows } from '../../../catalogos/server/service.ts';
import type { EmitidoImpreso } from '../../contract.ts';
import type { Diseno } from '../../disenos/contract.ts';
import { disenoOf, requirePublicada, requireVersion } from '../../disenos/server/service.ts';
import { ERRORES } from '../../errors.ts';
import { firmanteDe, MAX_FIRMANTES, readCamposEmitido, type Tipo, tipoOf } from '../../rules.ts';

const invalid = (fields: FieldErrors) =>
  new CallError('INVALID_ARGUMENT', 'Revise los datos marcados.', { fields });

/** What somebody wants a document to say. */
export type Contenido = {
  programa: string;
  campos: Readonly<Record<string, string>>;
  firmantes: readonly string[];
  vigenteHasta: string | null;
  /** Id of a design; null: the default one of its kind. */
  diseno: string | null;
  /** A version of it that was chosen before, whichever is in force now. */
  disenoVersion?: string;
};

const readFirmantes = async (
  trx: Trx,
  ids: readonly string[],
  { firmantes: rubricas }: Diseno,
): Promise<EmitidoImpreso['firmantes']> => {
  const rows = await readItemRows(trx, [...new Set(ids)]);
  const found = [...new Set(ids)].flatMap((id) => rows.filter((row) => row.id === id));
  const right =
    found.length === ids.length &&
    found.length <= MAX_FIRMANTES &&
    found.every(({ catalogo, activo }) => catalogo === 'firmantes' && activo);
  if (!right) throw refuse('FAILED_PRECONDITION', ERRORES.sinFirmante);
  return found.map((row) =>
    firmanteDe(row, rubricas.find(({ firmante }) => firmante === row.id)?.imagen ?? null),
  );
};

/** The last moment of a day, the first of the next one; null: it does not end. */
const venceDe = (tipo: Tipo, { vigenteHasta }: Contenido, ahora: Date): Date | null => {
  const { vigencia } = tipoOf(tipo);
  if (vigenteHasta === null) {
    if (vigencia === 'si') throw invalid({ vigenteHasta: 'Falta: vigente hasta.' });
    return null;
  }
  if (vigencia === 'no') throw refuse('INVALID_ARGUMENT', ERRORES.sinVigencia);
  if (vigenteHasta <= fechaDe(ahora)) {
    throw invalid({ vigenteHasta: 'Escriba un día posterior a hoy.' });
  }
  return startOfDay(vigenteHasta, 1);
};

/** What a document is to say, as it will; nobody's yet. @throws {CallError} INVALID_ARGUMENT, FAILED_PRECONDITION. */
export const requireContenido = async (
  trx: Trx,
  tipo: Tipo,
  contenido: Contenido,
  ahora: Date,
): Promise<
  Pick<EmitidoImpreso, 'campos' | 'firmantes'> & { venceEn: Date | null; versionId: string }
> => {
  const leidos = readCamposEmitido(tipo, contenido.campos);
  if ('errores' in leidos) {
    throw invalid(
      Object.fromEntries(
        Object.entries(leidos.errores).map(([key, text]) => [`campos.${key}`, text]),
      ),
    );
  }
  const venceEn = venceDe(tipo, contenido, ahora);
  const { diseno, disenoVersion } = contenido;
  const version = disenoVersion
    ? await requireVersion(trx, disenoVersion)
    : await requirePublicada(trx, tipo, diseno);
  return {
    versionId: version.id,
    campos: leidos.dichos,
    venceEn,
    firmantes: await readFirmantes(trx, contenido.firmantes, disenoOf(version)),
  };
};
