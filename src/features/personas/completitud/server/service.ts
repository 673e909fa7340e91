import type { Db } from '../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { isSignedIn } from '../../../../platform/shared/policy.ts';
import { findExpediente } from '../../apartados/server/data.ts';
import { tabPath } from '../../routes.ts';
import { abrirOf, type Expediente, faltasDe, faltasParaInscribirse, sayFaltas } from '../rules.ts';

/** A file as completeness looks at it. */
const asExpediente = ({
  curp,
  entradas,
}: NonNullable<Awaited<ReturnType<typeof findExpediente>>>): Expediente => ({
  conCurp: curp !== null,
  entradas: entradas.map(({ datos, ...entrada }) => ({ ...entrada, valores: datos })),
});

type FaltaEnlazada = { que: string; enlace: string | null };

/** What somebody's own file lacks to enrol, in person and otherwise, each with the way to its field. One statement. */
export const readFaltasParaInscribirse = async (
  db: Db,
  personaId: string | null,
): Promise<{ presencial: FaltaEnlazada[]; enLinea: FaltaEnlazada[] }> => {
  const found = personaId === null ? undefined : await findExpediente(db, personaId);
  if (!found) return { presencial: [], enLinea: [] };
  const faltas = (presencial: boolean) =>
    faltasParaInscribirse(asExpediente(found), { presencial }).map((falta) => ({
      que: falta.que,
      enlace: falta.apartado ? tabPath(found.clave, falta.parte, abrirOf(falta)) : null,
    }));
  return { presencial: faltas(true), enLinea: faltas(false) };
};

/** What somebody's own file lacks. */
export const expedientePendiente: Slots['pendientes'] = {
  de: 'propios',
  policy: isSignedIn,
  async find(db, { actor: { personaId } }) {
    const expediente = personaId === null ? undefined : await findExpediente(db, personaId);
    if (!expediente) return [];
    const faltas = faltasDe(asExpediente(expediente));
    const [first] = faltas;
    if (!first) return [];
    // What the person can mend here, before what Control Escolar does.
    const own = faltas.find(({ apartado }) => apartado !== null) ?? first;
    return [
      {
        titulo:
          faltas.length === 1
            ? 'A su expediente le falta un dato'
            : `A su expediente le faltan ${faltas.length} datos`,
        detalle: `Le falta ${sayFaltas(faltas)}. ${first.para}`,
        enlace: tabPath(expediente.clave, own.parte, abrirOf(own)),
        accion: 'Completar',
      },
    ];
  },
};
