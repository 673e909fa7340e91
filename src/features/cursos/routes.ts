import type { Curso, EstadoEdicion, Tramo } from './contract.ts';

/** What the routes call a kind of course, by its key: `curso`, `maestria`. */
export const tipoEnRuta = ({ clave }: Pick<Curso['tipo'], 'clave'>): string => clave.toLowerCase();

/** The offer: what one may enrol in, as a list and as a calendar. */
export const ofertaPath = '/oferta';

/** An edition, for whoever wants to enrol in it. */
export const ofertaEdicionPath = (edicionId: string): string =>
  `${ofertaPath}/${encodeURIComponent(edicionId)}`;

/** Pre-applications to calls of posgrado: its address is here, where the offer and the enrolments may lead to it. */
export const convocatoriasDeEdicionesPath = '/presolicitudPosgrado';

/** The call by which one enters an edition; null: the open calls. */
export const convocatoriaDeEdicionPath = (convocatoriaId: string | null): string =>
  convocatoriaId === null
    ? convocatoriasDeEdicionesPath
    : `${convocatoriasDeEdicionesPath}?convocatoria=${encodeURIComponent(convocatoriaId)}`;

/** The application of somebody who was admitted by a call, with the seat that they may accept. */
export const tramiteDeConvocatoriaPath = (convocatoriaId: string | null): string =>
  `/solicitudPosgrado${convocatoriaId === null ? '' : `?convocatoria=${encodeURIComponent(convocatoriaId)}`}`;

/** The desk of the call of an edition, for staff. */
export const mesaDeEdicionPath = (edicionId: string): string =>
  `/convocatorias/${encodeURIComponent(edicionId)}`;

/** The school's courses, as it keeps them. */
export const cursosPath = '/cursos';
export const cursoPagePath = '/cursos/:id';
export const edicionesPath = '/ediciones';
export const edicionPagePath = '/ediciones/:id';
export const cursosPaths: readonly string[] = [
  cursosPath,
  cursoPagePath,
  edicionesPath,
  edicionPagePath,
];

/** A course as the school keeps it. */
export const cursoOfertaPath = (id: string): string => `${cursosPath}/${id}`;

/** An edition as the school keeps it. */
export const edicionPath = (id: string): string => `${edicionesPath}/${id}`;

/** Two days (YYYY-MM-DD), both in. */
type Dias = { readonly primero: string; readonly ultimo: string };

/** The list of editions as its address asks for some of them; ids are of catalogs and of a course. */
export const edicionesConPath = ({
  comienza,
  recibe,
  ocupacion,
  ...others
}: {
  estado?: EstadoEdicion | 'noCanceladas' | undefined;
  curso?: string | undefined;
  tipo?: string | undefined;
  area?: string | undefined;
  ocupacion?: Tramo | undefined;
  /** Somebody's inscripción is in that state. */
  inscripcion?: string | undefined;
  /** Begins within. */
  comienza?: Dias | undefined;
  /** Takes enrolments on one of those days. */
  recibe?: Dias | undefined;
}): string => {
  const query = new URLSearchParams();
  const put = (name: string, value: string | undefined) => value && query.set(name, value);
  for (const [name, value] of Object.entries(others)) put(name, value);
  put('ocupacion', ocupacion === undefined ? undefined : `${ocupacion}`);
  put('comienza', comienza && `${comienza.primero}..${comienza.ultimo}`);
  put('recibe', recibe && `${recibe.primero}..${recibe.ultimo}`);
  return `${edicionesPath}?${query}`;
};
