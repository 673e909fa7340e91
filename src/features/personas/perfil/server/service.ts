import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { recordCambio, recordOnce } from '../../../../platform/server/historial/index.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { isSignedIn } from '../../../../platform/shared/policy.ts';
import { normalizeCurp } from '../../curp/rules.ts';
import { personPath } from '../../routes.ts';
import { findPersona, findPersonaByClave, saveRevision } from '../../server/data.ts';

export const noSuch = () =>
  new CallError('NOT_FOUND', 'No hay una persona con esa CURP o clave. Revísela.');

/** Whoever looks at somebody else's file is in its history first: what cannot be left there is not read. */
export const recordLectura = async (db: Db, personaId: string): Promise<void> => {
  await db.transaction().execute((trx) => recordOnce(trx, 'persona.leer', { id: personaId }));
};

/** Notes what staff found out about the data that disagree with the CURP. */
export const saveRevisada = async (
  trx: Trx,
  clave: string,
  revision: { discrepancias: readonly string[]; nota: string; en: Date },
): Promise<void> => {
  const persona = await findPersonaByClave(trx, normalizeCurp(clave));
  if (!persona) throw noSuch();
  if (!(await saveRevision(trx, persona.id, revision))) {
    throw new CallError(
      'ABORTED',
      'Los datos que no coinciden ya son otros. Cargue de nuevo la página y revíselos.',
      { code: 'discrepancias-cambiaron' },
    );
  }
  await recordCambio(trx, 'persona.revisarDiscrepancias', {
    id: persona.id,
    despues: { discrepancias: revision.discrepancias },
    motivo: revision.nota,
  });
};

/** What somebody's own file lacks. */
export const expedientePendiente: Slots['pendientes'] = {
  de: 'propios',
  policy: isSignedIn,
  async find(db, { actor: { personaId } }) {
    const persona = personaId === null ? undefined : await findPersona(db, personaId);
    if (!persona || persona.curp !== null) return [];
    return [
      {
        titulo: 'Su expediente no tiene CURP',
        detalle: 'Preséntela en Control Escolar: sus certificados la necesitan.',
        enlace: personPath(persona.clave),
        accion: 'Ver mi expediente',
      },
    ];
  },
};
