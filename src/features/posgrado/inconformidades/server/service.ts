/** Requests for review of a decision: filed by the applicant, studied and decided by somebody who had no part in it. */
import { type Aporte, aporteDeTabla } from '../../../../platform/server/aportes.ts';
import { recordCambios } from '../../../../platform/server/historial/index.ts';
import { type Supresion, supresionDeTabla } from '../../../../platform/server/supresiones.ts';
import type { Seguidor } from '../../../personas/clave/seguidores/server/service.ts';
import { INCONFORMIDAD } from '../../estados.ts';
import { moveInconformidades, selectDePersonas, withdrawAbiertas } from './data.ts';

/** They follow their person. Two of one matter cannot meet: a matter is one pre-application's or application's. */
export const inconformidadesSeguidor: Seguidor = {
  columnas: ['inconformidades.persona_id'],
  llama: { inconformidades: 'inconformidades de posgrado' },
  soloPersona: ['inconformidades'],

  async look(trx, { de }, lock) {
    const rows = await selectDePersonas(trx, [de], lock);
    return {
      siguen: rows.map(
        ({ folio, estado }) =>
          `Inconformidad ${folio} (${INCONFORMIDAD.palabra(estado).toLowerCase()}).`,
      ),
      version: rows,
    };
  },

  async follow(trx, { de, a, anotar }) {
    if (a === null) return;
    const rows = await selectDePersonas(trx, [de], true);
    await moveInconformidades(trx, de, a);
    for (const { id } of rows) {
      anotar('inconformidad.cambiarPersona', {
        id,
        personaId: a,
        antes: { personaId: de },
        despues: { personaId: a },
      });
    }
  },
};

const suyas = {
  id: 'inconformidades',
  tabla: 'inconformidades',
  por: [{ columna: 'persona_id', es: 'persona' }],
} as const;

export const inconformidadesAporte: Aporte = aporteDeTabla({
  ...suyas,
  titulo: 'Sus inconformidades en convocatorias de posgrado',
  sin: ['asignada_a'],
});

const conservadas = supresionDeTabla({
  ...suyas,
  titulo: 'Inconformidades de posgrado: las abiertas se retiran y todas se conservan',
  conserva: 'todo',
  fundamento: 'concurso',
  identifica: true,
});

/** The open ones are withdrawn, since nobody studies a blocked file; all stay, blocked, because others competed. */
export const inconformidadesSupresion: Supresion = {
  ...conservadas,
  async perform(trx, titular, now) {
    const retiradas = await withdrawAbiertas(trx, titular.personaIds, now.ahora);
    await recordCambios(
      trx,
      'inconformidad.retirar',
      retiradas.map(({ id, personaId, estado }) => ({
        id,
        personaId,
        antes: { estado },
        despues: { estado: INCONFORMIDAD.pasos.retirar.a },
      })),
    );
    return conservadas.perform(trx, titular, now);
  },
};
