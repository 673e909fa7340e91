import type { Seguidor } from '../../../personas/clave/seguidores/server/service.ts';
import { INSCRIPCION } from '../../estados.ts';
import { deleteBorradores } from '../../server/data.ts';
import { planTraslado } from '../rules.ts';
import { moveInscripciones, selectInscripcionesOf, type TrasladableRow } from './data.ts';

const say = (row: TrasladableRow): string =>
  `${row.curso}, ${row.edicion} (${INSCRIPCION.palabra(row.estado).toLocaleLowerCase('es-MX')})`;

const planOf = (rows: readonly TrasladableRow[], { de, a }: { de: string; a: string | null }) =>
  planTraslado(
    rows.filter((row) => row.personaId === de),
    rows.filter((row) => row.personaId === a),
  );

const idsOf = ({ de, a }: { de: string; a: string | null }) => (a === null ? [de] : [de, a]);

/**
 * Inscripciones change hands with their answers and their acuses, which are printed as they were:
 * an acuse goes on saying the key that the person had.
 */
export const inscripcionesSeguidor: Seguidor = {
  columnas: ['inscripciones.persona_id'],
  llama: { inscripciones: 'inscripciones' },

  async look(trx, par, lock) {
    const rows = await selectInscripcionesOf(trx, idsOf(par), lock);
    const { siguen, descartadas, choques } = planOf(rows, par);
    return {
      siguen: siguen.map(
        (row) => `Inscripción: ${say(row)}${row.folio === null ? '' : ', con su acuse'}.`,
      ),
      descartados: descartadas.map(
        (row) => `El borrador de ${row.curso}, ${row.edicion}: el otro expediente ya lo tiene.`,
      ),
      impedimentos: choques.map(
        ([mine, theirs]) =>
          `Los dos expedientes están en la misma edición: ${say(mine)} y ${say(theirs)}. Una de las dos inscripciones debe darse de baja antes.`,
      ),
      version: rows,
    };
  },

  async follow(trx, { de, a, anotar }) {
    if (a === null) return;
    const { siguen, descartadas } = planOf(await selectInscripcionesOf(trx, [de, a], true), {
      de,
      a,
    });
    if (descartadas.length > 0) {
      await deleteBorradores(
        trx,
        descartadas.map(({ id }) => id),
      );
    }
    await moveInscripciones(trx, de, a);
    for (const { id, personaId } of descartadas) {
      anotar('inscripcion.descartarBorrador', {
        id,
        personaId: a,
        antes: { estado: 'borrador', personaId },
      });
    }
    for (const { id } of siguen) {
      anotar('inscripcion.cambiarPersona', {
        id,
        personaId: a,
        antes: { personaId: de },
        despues: { personaId: a },
      });
    }
  },
};
