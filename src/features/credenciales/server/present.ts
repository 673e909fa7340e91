import type { Db } from '../../../platform/server/db/index.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { nameInItsCase } from '../../../platform/shared/names.ts';
import { EMITIDO_IMPRESO, type EmitidoDetalle, type EmitidoListado } from '../contract.ts';
import { EMITIDO } from '../estados.ts';
import { formatFolioEmitido, vigenciaDe } from '../rules.ts';
import { type EmitidoRow, findEmitido, findSustituto, findTitular } from './data.ts';

export const presentEmitido = (row: EmitidoRow, ahora: Date): EmitidoListado => {
  const datos = EMITIDO_IMPRESO.tryRead(row.datos);
  return {
    id: row.id,
    tipo: row.tipo,
    folio: formatFolioEmitido(row.folio),
    estado: vigenciaDe({ estado: row.estado, venceEn: row.vence_en }, ahora) ?? 'borrador',
    ilegible: datos === null,
    titular: nameInItsCase(datos?.titular.nombreCompleto ?? ''),
    programa: datos?.programa ?? '',
    preparadoEn: row.preparado_en.toISOString(),
    emitidoEn: row.emitido_en?.toISOString() ?? null,
    vigenteHasta: datos?.vigenteHasta ?? null,
  };
};

const presentOtro = (row: Pick<EmitidoRow, 'id' | 'folio'> | null) =>
  row && { id: row.id, folio: formatFolioEmitido(row.folio) };

/** With all that it says (nothing, where it cannot be read), and what it is chained to; its person does not see what is only being prepared. */
export const presentDetalle = async (
  db: Db,
  row: EmitidoRow,
  actor: Pick<Actor, 'uid' | 'personaId'>,
  ahora: Date,
): Promise<EmitidoDetalle> => {
  const datos = EMITIDO_IMPRESO.tryRead(row.datos);
  const propio = row.persona_id === actor.personaId;
  const sustituto = await findSustituto(db, row.id);
  const visible = sustituto && (!propio || EMITIDO.is('emitidos', sustituto.estado));
  return {
    ...presentEmitido(row, ahora),
    campos: datos?.campos ?? [],
    firmantes: datos?.firmantes ?? [],
    estadoEn: row.estado_en.toISOString(),
    motivo: row.motivo,
    sustituye: presentOtro(row.sustituye === null ? null : await findEmitido(db, row.sustituye)),
    sustituidoPor: visible ? presentOtro(sustituto) : null,
    url: datos?.url ?? '',
    clave: (await findTitular(db, row.persona_id))?.persona_clave ?? '',
    propio,
    loPreparo: row.preparado_por === actor.uid,
    inscripcionId: row.inscripcion_id,
    historico: row.evidencia_id !== null,
    sha256: row.pdf_sha256,
  };
};
