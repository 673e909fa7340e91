import type { Db } from '../../src/platform/server/db/index.ts';
import { makeCurso, makeEdicion } from './cursos.ts';
import { makePlantilla } from './plantillas.ts';

/** Something to enrol in: a course, a plantilla and an edition; `ids` are the four of the route of enrolling. */
export const makeOferta = async (
  db: Db,
  {
    ahora,
    edicion: de,
    plantilla: con,
  }: {
    ahora: Date;
    edicion?: Parameters<typeof makeEdicion>[2];
    plantilla?: Parameters<typeof makePlantilla>[1];
  },
) => {
  const curso = await makeCurso(db);
  const plantilla = await makePlantilla(db, con);
  const edicion = await makeEdicion(
    db,
    { cursoId: curso.id, plantillaId: plantilla.id, ahora },
    de,
  );
  const ids = {
    idCurso: curso.id,
    idPlantilla: plantilla.id,
    tipo: curso.tipo,
    edicionId: edicion.id,
  };
  return { curso, plantilla, edicion, ids };
};
