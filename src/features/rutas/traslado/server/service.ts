import { type Aporte, aporteDeTabla } from '../../../../platform/server/aportes.ts';
import { type Supresion, supresionDeTabla } from '../../../../platform/server/supresiones.ts';
import type { Seguidor } from '../../../personas/clave/seguidores/server/service.ts';
import {
  deletePersonasDeRuta,
  type EnRutaRow,
  lockRutasDe,
  movePersonasDeRuta,
} from '../../avance/server/data.ts';
import { noticeCompletions } from '../../avance/server/service.ts';
import { selectNombresDeRuta, wasCompleted } from '../../server/data.ts';

const deAmbos = (rows: readonly EnRutaRow[], { de, a }: { de: string; a: string | null }) => {
  const theirs = new Map(
    rows.filter(({ persona_id }) => persona_id === a).map((row) => [row.ruta_id, row]),
  );
  return rows
    .filter(({ persona_id }) => persona_id === de)
    .map((mine) => ({ mine, other: theirs.get(mine.ruta_id) }));
};

/** Of two who are in one route: the one that is complete stays, or the one that began first. */
/** By its key where its version cannot be read. */
const nombreDe = ({ definicion, clave }: EnRutaRow): string => definicion?.nombre ?? clave;

const isFirst = (one: EnRutaRow, other: EnRutaRow): boolean =>
  (one.completada_en === null) === (other.completada_en === null)
    ? one.comenzada_en <= other.comenzada_en
    : one.completada_en !== null;

/** A person's routes follow them; of two files in the same one it is joined, and what they know of it together counts. */
export const rutasSeguidor: Seguidor = {
  columnas: ['ruta_personas.persona_id'],
  llama: { ruta_personas: 'rutas formativas' },
  libres: ['ruta_personas'],

  async look(trx, { de, a }) {
    const rows = await lockRutasDe(trx, a === null ? [de] : [de, a]);
    return {
      siguen: deAmbos(rows, { de, a }).map(({ mine, other }) =>
        other
          ? `Ruta formativa: ${nombreDe(mine)}, que los dos comenzaron; su avance se reúne.`
          : `Ruta formativa: ${nombreDe(mine)}.`,
      ),
      version: rows.map(({ id, persona_id, completada_en }) => [id, persona_id, completada_en]),
    };
  },

  async follow(trx, { de, a, ctx, anotar }) {
    if (a === null) return;
    const pairs = deAmbos(await lockRutasDe(trx, [de, a]), { de, a });
    await deletePersonasDeRuta(
      trx,
      pairs.flatMap(({ mine, other }) =>
        other ? [isFirst(mine, other) ? other.id : mine.id] : [],
      ),
    );
    for (const { ruta_id } of await movePersonasDeRuta(trx, de, a)) {
      anotar('ruta.cambiarPersona', {
        id: ruta_id,
        personaId: a,
        antes: { personaId: de },
        despues: { personaId: a },
      });
    }
    await noticeCompletions(trx, ctx.services, [a]);
  },
};

const porPersona = [{ columna: 'persona_id', es: 'persona' }] as const;

/** The routes that somebody is in. */
export const rutasAporte: Aporte = aporteDeTabla({
  id: 'rutas-formativas',
  titulo: 'Rutas formativas en las que está',
  tabla: 'ruta_personas',
  por: porPersona,
  completa: async ({ db }, filas) => {
    const nombres = await selectNombresDeRuta(db, [
      ...new Set(filas.map(({ ruta_id }) => String(ruta_id))),
    ]);
    return filas.map(({ ruta_id }) => ({ ruta: nombres.get(String(ruta_id)) ?? null }));
  },
});

export const rutasSupresion: Supresion = supresionDeTabla({
  id: 'rutas-formativas',
  titulo: 'Rutas formativas: las que completó se conservan, las demás se borran',
  tabla: 'ruta_personas',
  por: porPersona,
  conserva: wasCompleted,
  fundamento: 'academico',
  identifica: true,
});
