import type { Db } from '../../../platform/server/db/index.ts';
import type { CatalogoUso } from '../../catalogos/server/handlers.ts';
import { inscripcionPath } from '../../inscripciones/routes.ts';
import { CLAVE_MODALIDAD, findCursosQueUsan, findEdicionesDeSede } from './data.ts';

// For the features whose answers show a course or an edition, and take its seats.
export { takeLugar } from './data.ts';
export { presentCurso, presentEdicion, presentLugares } from './present.ts';

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
