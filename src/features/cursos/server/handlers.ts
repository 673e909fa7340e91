import { type Handler, handle } from '../../../platform/server/callables.ts';
import type { Db } from '../../../platform/server/db/index.ts';
import type { CatalogoUso } from '../../catalogos/server/handlers.ts';
import { inscripcionPath } from '../../inscripciones/routes.ts';
import { DIAS_DE_ANUNCIO, listOfertas, MAX_OFERTAS } from '../contract.ts';
import { canSeeOfertas } from '../policy.ts';
import { CLAVE_MODALIDAD, findCursosQueUsan, findEdicionesDeSede, findOfertas } from './data.ts';
import { presentOferta } from './present.ts';

// For the features whose answers show a course or an edition.
export { presentCurso, presentEdicion, presentLugares } from './present.ts';

const DIA = 86_400_000;

const usoEnCursos = (
  catalogo: 'areas' | 'tipos-actividad' | 'modalidades',
  look: (db: Db, item: { id: string; clave: string }) => ReturnType<typeof findCursosQueUsan>,
): CatalogoUso => ({
  catalogo,
  porClave: catalogo !== 'areas',
  async find(db, item) {
    const { n, primeros } = await look(db, item);
    const ejemplos = primeros.map(({ nombre }) => ({ texto: nombre, enlace: null }));
    return { n, texto: `${n} ${n === 1 ? 'curso' : 'cursos'}`, ejemplos };
  },
});

/** Where courses and editions use the catalogs. */
export const cursosUsos: readonly CatalogoUso[] = [
  usoEnCursos('areas', (db, { id }) => findCursosQueUsan(db, 'area_id', id)),
  // A kind of course is part of the program (the routes name it): the catalog describes it by its key.
  usoEnCursos('tipos-actividad', (db, { clave }) => findCursosQueUsan(db, 'upper(tipo)', clave)),
  usoEnCursos('modalidades', (db, { clave }) => findCursosQueUsan(db, CLAVE_MODALIDAD, clave)),
  {
    catalogo: 'sedes',
    porClave: false,
    async find(db, { id }) {
      const { n, primeros } = await findEdicionesDeSede(db, id);
      const ejemplos = primeros.map((edicion) => ({
        texto: `${edicion.curso}, ${edicion.nombre}`,
        enlace: inscripcionPath(edicion.cursoId, edicion.plantillaId, edicion.tipo, edicion.id),
      }));
      return { n, texto: `${n} ${n === 1 ? 'edición' : 'ediciones'}`, ejemplos };
    },
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
