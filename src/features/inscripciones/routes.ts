import type { Cancelacion, Curso } from '../cursos/contract.ts';
import { tipoEnRuta } from '../cursos/routes.ts';
import { inscritosPath } from '../plantillas/routes.ts';

/** Where an acuse is consulted by its folio; see `acusePath`. */
export const acusePagePath = '/acuse';

/** The enrolment form of an edition; see `inscripcionPath`. */
export const inscripcionPagePath = '/inscripcion/:idCurso/:idPlantilla/:tipo/:edicionId';

/** The person's enrolment history. */
export const matriculaPath = '/matricula';

/** The web application's paths of this feature. */
export const inscripcionesPaths = [
  inscripcionPagePath,
  acusePagePath,
  matriculaPath,
  inscritosPath(':id'),
] as const;

/** The enrolment form of an edition. */
export const inscripcionPath = (
  idCurso: string,
  idPlantilla: string,
  tipo: Pick<Curso['tipo'], 'clave'>,
  edicionId: string,
): string =>
  `/inscripcion/${idCurso}/${idPlantilla}/${encodeURIComponent(tipoEnRuta(tipo))}/${edicionId}`;

/** The enrolment form of the edition that is offered instead of a cancelled one. */
export const alternativaPath = (alternativa: NonNullable<Cancelacion['alternativa']>): string =>
  inscripcionPath(
    alternativa.cursoId,
    alternativa.plantillaId,
    { clave: alternativa.tipo },
    alternativa.edicionId,
  );

const acuseQuery = (folio: string, clave?: string) => {
  const query = new URLSearchParams({ folio });
  if (clave !== undefined) query.set('clave', clave);
  return query;
};

/** The page of an acuse; with the key it shows everything, without it only that it exists. */
export const acusePath = (folio: string, clave?: string): string =>
  `${acusePagePath}?${acuseQuery(folio, clave)}`;

/** The PDF of an acuse: shown in the page, or downloaded. */
export const acusePdfPath = (
  folio: string,
  clave: string,
  { descargar = false }: { descargar?: boolean } = {},
): string =>
  `/acuse/${encodeURIComponent(folio)}.pdf?${new URLSearchParams({ clave, ...(descargar ? { descargar: '1' } : {}) })}`;
