import type { Db, Trx } from '../../../platform/server/db/index.ts';
import type { CatalogoUso } from '../../catalogos/server/service.ts';
import { chooseItems } from '../../catalogos/server/service.ts';
import type { Curso } from '../contract.ts';
import { cursoOfertaPath, edicionPath } from '../routes.ts';
import { findCursosQueUsan, findEdicionesDeSede, insertCursos } from './data.ts';
import {
  presentCancelacion,
  presentCurso,
  presentEdicion,
  presentGrupos,
  presentLugares,
} from './present.ts';

export { countEdicionesDePlantillas, takingLugar, takingLugarDeGrupo } from './data.ts';
export { presentCancelacion, presentCurso, presentEdicion, presentGrupos, presentLugares };

/** A course as it is written: what it takes from a catalog, by key or by name. */
export type NuevoCurso = Omit<Curso, 'id' | 'tipo' | 'modalidad'> & {
  tipo: string;
  modalidad: string;
};

/**
 * Adds courses. What is inactive in its catalog is not chosen any more.
 *
 * @throws {CallError} INVALID_ARGUMENT, by field: a reference that is no item, several, or inactive.
 */
export const createCursos = async (trx: Trx, cursos: readonly NuevoCurso[]) => {
  const itemsOf = await chooseItems(
    trx,
    { tipo: 'tipos-actividad', modalidad: 'modalidades', area: 'areas' },
    cursos,
  );
  return insertCursos(
    trx,
    cursos.map((curso) => {
      const { tipo, modalidad, area } = itemsOf(curso);
      const { tipo: _tipo, modalidad: _modalidad, area: _area, ...rest } = curso;
      return { ...rest, tipo_id: tipo.id, modalidad_id: modalidad.id, area_id: area.id };
    }),
  );
};

const COLUMNAS = {
  areas: 'area_id',
  'tipos-actividad': 'tipo_id',
  modalidades: 'modalidad_id',
} as const;

const usoEnCursos = (catalogo: keyof typeof COLUMNAS): CatalogoUso => ({
  catalogo,
  // The routes name a kind by its key, and the program may know a kind or a modality by theirs.
  porClave: catalogo !== 'areas',
  async find(db: Db, { id }) {
    const { n, primeros } = await findCursosQueUsan(db, COLUMNAS[catalogo], id);
    const ejemplos = primeros.map((curso) => ({
      texto: curso.nombre,
      enlace: cursoOfertaPath(curso.id),
    }));
    return { n, texto: `${n} ${n === 1 ? 'curso' : 'cursos'}`, ejemplos };
  },
});

/** Where courses and editions use the catalogs. */
export const cursosUsos: readonly CatalogoUso[] = [
  usoEnCursos('areas'),
  usoEnCursos('tipos-actividad'),
  usoEnCursos('modalidades'),
  {
    catalogo: 'sedes',
    porClave: false,
    async find(db, { id }) {
      const { n, primeros } = await findEdicionesDeSede(db, id);
      const ejemplos = primeros.map((row) => ({
        texto: `${row.curso_nombre}, ${row.edicion_nombre}`,
        enlace: edicionPath(row.edicion_id),
      }));
      return { n, texto: `${n} ${n === 1 ? 'edición' : 'ediciones'}`, ejemplos };
    },
  },
];
