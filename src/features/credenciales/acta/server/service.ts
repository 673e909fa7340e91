import type { Trx } from '../../../../platform/server/db/index.ts';
import { queueOf } from '../../../../platform/server/queues.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { findPrueba } from '../../../documentos/server/service.ts';
import type { Contenido } from '../../contenido/server/service.ts';
import { ERRORES } from '../../errors.ts';
import { canIssueEmitidos } from '../../policy.ts';
import { EMITIDOS_PATH } from '../../routes.ts';
import type { Tipo } from '../../rules.ts';
import { certificadoDe } from '../rules.ts';
import { countEnDesacuerdo, selectLineas } from './data.ts';

/** The base of a document: a line of an acta, a document of the vault (histórico), or none where its kind asks for none. */
export type Base = { readonly inscripcionId: string | null; readonly evidenciaId: string | null };

export const SIN_BASE: Base = { inscripcionId: null, evidenciaId: null };

/**
 * Decides the contents of a document by its base: a certificado takes course, hours, dates and grade from its line of an
 * acta, whatever was typed; without one it is histórico, with evidence. `deRuta`: of a route that its person was seen to complete.
 *
 * @throws {CallError} FAILED_PRECONDITION (`certificado-sin-acta`, `certificado-no-acreditado`, `certificado-sin-evidencia`).
 */
export const requireBase = async (
  trx: Trx,
  { tipo, personaId }: { tipo: Tipo; personaId: string },
  { inscripcionId, evidenciaId }: Base,
  contenido: Contenido,
  { conCalificacion = true, deRuta = false }: { conCalificacion?: boolean; deRuta?: boolean } = {},
): Promise<Contenido> => {
  if (tipo !== 'certificado') return contenido;
  if (inscripcionId === null) {
    if (deRuta) return contenido;
    if (evidenciaId === null) throw refuse('FAILED_PRECONDITION', ERRORES.sinActa);
    const evidencia = await findPrueba(trx, evidenciaId, personaId);
    if (!evidencia) throw refuse('FAILED_PRECONDITION', ERRORES.sinEvidencia);
    return contenido;
  }
  const [linea] = await selectLineas(trx, personaId, inscripcionId);
  if (!linea) throw refuse('FAILED_PRECONDITION', ERRORES.sinActa);
  if (linea.resultado !== 'acreditada') throw refuse('FAILED_PRECONDITION', ERRORES.noAcreditado);
  return { ...contenido, ...certificadoDe(linea, { conCalificacion }) };
};

/** Documents that no longer agree with their acta, on the home of staff, by kind. */
export const desacuerdoPendientes = (['certificado', 'certificacion'] as const).map((tipo) =>
  queueOf({
    policy: canIssueEmitidos,
    count: (db, ahora) => countEnDesacuerdo(db, tipo, ahora),
    titulo:
      tipo === 'certificado'
        ? ['Certificado que no coincide con su acta', 'Certificados que no coinciden con su acta']
        : [
            'Certificación que no coincide con su acta',
            'Certificaciones que no coinciden con su acta',
          ],
    enlace: `${EMITIDOS_PATH[tipo]}?estado=enDesacuerdo`,
    accion: 'Revisar',
  }),
);
