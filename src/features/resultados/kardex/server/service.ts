import type { Db } from '../../../../platform/server/db/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import { PdfError } from '../../../../platform/server/pdf/index.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import { requirePersona } from '../../../personas/perfil/server/service.ts';
import type { Kardex } from '../contract.ts';
import { selectAsignaturas, selectSinActa } from './data.ts';
import { renderKardex } from './document.ts';
import { presentKardex } from './present.ts';

/** Everything a person took, as the newest versions of the actas say it. Who may read it, whoever asks has seen to. */
export const readKardex = async (db: Db, personaId: string): Promise<Kardex> =>
  presentKardex(await selectAsignaturas(db, personaId), await selectSinActa(db, personaId));

/**
 * The kárdex of the person with that key as a PDF, of now: their own, or for staff anybody's, which is recorded.
 *
 * @throws {CallError} NOT_FOUND, PERMISSION_DENIED, UNAVAILABLE.
 */
export const readPdfKardex = async (
  clave: string,
  { actor, services }: Pick<Asking, 'actor' | 'services'>,
): Promise<Uint8Array> => {
  const persona = await requirePersona(clave, { actor, services }, 'leer');
  const kardex = await readKardex(services.db, persona.id);
  try {
    return await renderKardex(services.pdf, kardex, {
      institucion: services.env.institution.name,
      titular: nameInItsCase(persona.nombre, persona.apellido_paterno, persona.apellido_materno),
      clave: persona.clave,
      curp: persona.curp,
      en: services.now(),
      demo: services.env.demo,
    });
  } catch (error) {
    if (!(error instanceof PdfError) || ['TEMPLATE', 'STANDARD'].includes(error.code)) throw error;
    throw new CallError(
      'UNAVAILABLE',
      'En este momento no se pudo preparar el PDF. Espere unos segundos e inténtelo de nuevo.',
    );
  }
};
