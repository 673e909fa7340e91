import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../../platform/server/historial/index.ts';
import { touchHojas } from '../../../../../platform/server/hojas/importaciones.ts';
import { CallError, refuseFields } from '../../../../../platform/shared/errors.ts';
import { MESSAGES } from '../../../errors.ts';
import type { EdicionGuardada } from '../../contract.ts';
import { insertPartes } from '../../partes/server/data.ts';
import { checkEdicion, copyEdicion } from '../../rules.ts';
import * as data from '../../server/data.ts';
import { checkReferencias, normalise, readEdicion } from '../../server/service.ts';

/** An edition as it would be from another day on. */
export const previewCopia = async (db: Db | Trx, id: string, inicia: string, ahora: Date) => {
  const edicion = await readEdicion(db, id, ahora);
  const { cursoId: _cursoId, ...errores } = checkEdicion({
    ...edicion.datos,
    inicia,
    termina: inicia,
  });
  if (errores.inicia) throw refuseFields({ inicia: errores.inicia });
  const copia = copyEdicion(edicion, inicia, ahora);
  const [plantilla] = await data.selectPlantillas(db, copia.datos.plantillaId);
  return {
    edicion,
    ...copia,
    advertencias: [
      ...(edicion.curso.retirado ? [MESSAGES['curso-retirado']] : []),
      ...(plantilla ? [] : ['Su plantilla ya no tiene una versión publicada: elija otra.']),
      ...copia.advertencias,
    ],
  };
};

const copyPartes = async (
  trx: Trx,
  de: EdicionGuardada,
  sesiones: readonly { fecha: string; de: string; a: string }[],
  id: string,
): Promise<void> => {
  const grupos = await insertPartes(trx, 'grupo', id, de.grupos);
  const grupoDe = new Map(de.grupos.map((grupo, i) => [grupo.id, grupos[i]!]));
  const of = (grupoId: string | null) => (grupoId === null ? null : (grupoDe.get(grupoId) ?? null));
  await insertPartes(
    trx,
    'docente',
    id,
    de.docentes.map((one) => ({ ...one, grupoId: of(one.grupoId) })),
  );
  await insertPartes(
    trx,
    'sesion',
    id,
    de.sesiones.map((one, i) => ({ ...one, ...sesiones[i]!, grupoId: of(one.grupoId) })),
  );
};

/** Copies an edition, with its groups, teachers and sessions, to another day on which it begins. */
export const createCopia = async (
  trx: Trx,
  input: { id: string; inicia: string; nombre: string },
  ahora: Date,
): Promise<{ id: string }> => {
  await touchHojas(trx, ['ediciones']);
  const {
    edicion,
    datos: moved,
    sesiones,
  } = await previewCopia(trx, input.id, input.inicia, ahora);
  const datos = normalise({ ...moved, nombre: input.nombre });
  const errores = { ...(await checkReferencias(trx, datos, null)), ...checkEdicion(datos) };
  const [first] = Object.entries(errores);
  if (first) {
    const [field, message] = first;
    throw field === 'nombre' || field === 'inicia'
      ? refuseFields({ [field]: message })
      : new CallError('FAILED_PRECONDITION', message);
  }
  const { id } = await data.insertEdicion(trx, datos, ahora);
  await copyPartes(trx, edicion, sesiones, id);
  await recordCambio(trx, 'edicion.copiar', { id, despues: { ...datos, copiaDe: edicion.id } });
  return { id };
};
