import { type Handler, handle } from '../../../platform/server/callables.ts';
import type { CatalogoUso } from '../../catalogos/server/handlers.ts';
import { DIAS_DE_ANUNCIO, listOfertas, MAX_OFERTAS } from '../contract.ts';
import { canSeeOfertas } from '../policy.ts';
import { countCursosOfArea, countCursosOfTipo, countEdicionesOfSede, findOfertas } from './data.ts';
import { presentOferta } from './present.ts';

// For the features whose answers show a course or an edition.
export { presentCurso, presentEdicion, presentLugares } from './present.ts';

const DIA = 86_400_000;

const cursosWord = (n: number) => `${n} ${n === 1 ? 'curso' : 'cursos'}`;

/** Where courses and editions use the catalogs. They keep the name, not the id. */
export const cursosUsos: readonly CatalogoUso[] = [
  { catalogo: 'areas', count: (db, item) => countCursosOfArea(db, item.nombre), say: cursosWord },
  {
    catalogo: 'tipos-actividad',
    count: (db, item) => countCursosOfTipo(db, item.clave),
    say: cursosWord,
  },
  {
    catalogo: 'sedes',
    count: (db, item) => countEdicionesOfSede(db, item.nombre),
    say: (n) => `${n} ${n === 1 ? 'edición' : 'ediciones'}`,
  },
];

export const cursosHandlers: Handler[] = [
  handle(listOfertas, {
    policy: canSeeOfertas,
    run: async (_input, { actor, request, services }) => {
      const ahora = request.receivedAt;
      const rows = await findOfertas(services.db, {
        personaId: actor.personaId,
        ahora,
        hasta: new Date(ahora.getTime() + DIAS_DE_ANUNCIO * DIA),
        limite: MAX_OFERTAS,
      });
      return { ahora: ahora.toISOString(), ofertas: rows.map((row) => presentOferta(row, ahora)) };
    },
  }),
];
