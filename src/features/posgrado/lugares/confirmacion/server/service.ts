/** The applicant's own seat: read, and confirmed. */
import type { Db } from '../../../../../platform/server/db/index.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import type { OutputOf } from '../../../../../platform/shared/callable.ts';
import { refuse } from '../../../../../platform/shared/errors.ts';
import { isPlazoVencido } from '../../../../inscripciones/espera/rules.ts';
import { acceptLugar, readLugar } from '../../../../inscripciones/espera/server/service.ts';
import type { ProveedorDeHechos } from '../../../../plantillas/reglas/server/service.ts';
import { SOLICITUD } from '../../../estados.ts';
import type * as contract from '../../contract.ts';
import { ERRORES_LUGAR as ERRORES } from '../../errors.ts';
import { lugarDeConvocatoria } from '../../pasos/server/service.ts';
import { countAdmitidas, findPropia, type LugarPropioRow } from '../../server/data.ts';

type Propia = { solicitudId: string; personaId: string | null };

const requirePropia = async (
  db: Db,
  { solicitudId, personaId }: Propia,
): Promise<LugarPropioRow & { persona_id: string }> => {
  const row = personaId === null ? undefined : await findPropia(db, solicitudId, personaId);
  if (!row || personaId === null) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return { ...row, persona_id: personaId };
};

/** The place among those who wait: the line's engine counts those who have a seat to confirm before them. */
const esperaEn = async (
  db: Db,
  convocatoriaId: string,
  fila: { lugar: number; total: number },
): Promise<{ lugar: number; total: number }> => {
  const conOferta = await countAdmitidas(db, convocatoriaId);
  return { lugar: fila.lugar - conOferta, total: fila.total - conOferta };
};

/** See `getLugarPosgrado`. */
export const readPropio = async (
  db: Db,
  de: Propia,
  ahora: Date,
): Promise<OutputOf<typeof contract.getLugarPosgrado>> => {
  const { estado, inscripcion_id: inscripcionId, convocatoria_id } = await requirePropia(db, de);
  const lugar = inscripcionId === null ? undefined : await readLugar(db, inscripcionId);
  const ofrecidoHasta = lugar?.ofrecidoHasta ?? null;
  const vencido = isPlazoVencido(ofrecidoHasta, ahora);
  return {
    estado,
    ofrecidoHasta: ofrecidoHasta?.toISOString() ?? null,
    espera:
      ofrecidoHasta === null && lugar?.espera
        ? await esperaEn(db, convocatoria_id, lugar.espera)
        : null,
    confirmar: {
      permitido: ofrecidoHasta !== null && !vencido,
      hasta: ofrecidoHasta?.toISOString() ?? null,
      porque: vencido ? 'El plazo para confirmar el lugar terminó.' : null,
    },
    ahora: ahora.toISOString(),
  };
};

/** See `acceptLugarPosgrado`. */
export const acceptPropio = async (
  services: Pick<Services, 'db' | 'env' | 'notificaciones' | 'now'>,
  {
    receivedAt,
    proveedores,
    ...de
  }: Propia & { receivedAt: Date; proveedores: readonly ProveedorDeHechos[] },
): Promise<OutputOf<typeof contract.acceptLugarPosgrado>> => {
  const row = await requirePropia(services.db, de);
  if (row.inscripcion_id === null) throw refuse('FAILED_PRECONDITION', ERRORES.sinLugar);
  await acceptLugar(
    { ...services, convocatorias: lugarDeConvocatoria },
    { id: row.inscripcion_id, personaId: row.persona_id, receivedAt, proveedores },
  );
  return { estado: SOLICITUD.pasos.inscribir.a };
};
