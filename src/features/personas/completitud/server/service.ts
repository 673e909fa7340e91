import type { Slots } from '../../../../platform/server/feature.ts';
import { isSignedIn } from '../../../../platform/shared/policy.ts';
import { findExpediente } from '../../apartados/server/data.ts';
import { tabPath } from '../../routes.ts';
import { abrirOf, faltasDe, sayFaltas } from '../rules.ts';

/** What somebody's own file lacks. */
export const expedientePendiente: Slots['pendientes'] = {
  de: 'propios',
  policy: isSignedIn,
  async find(db, { actor: { personaId } }) {
    const expediente = personaId === null ? undefined : await findExpediente(db, personaId);
    if (!expediente) return [];
    const faltas = faltasDe({
      conCurp: expediente.curp !== null,
      entradas: expediente.entradas.map(({ datos, ...entrada }) => ({
        ...entrada,
        valores: datos,
      })),
    });
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
