import { formatFecha } from '../../platform/shared/dates.ts';
import type { Edicion, Lugares, Modalidad, Tipo } from './contract.ts';

const TIPO: Readonly<Record<Tipo, string>> = {
  curso: 'Curso',
  taller: 'Taller',
  seminario: 'Seminario',
  diplomado: 'Diplomado',
  especialidad: 'Especialidad',
  maestria: 'Maestría',
  doctorado: 'Doctorado',
};

const MODALIDAD: Readonly<Record<Modalidad, string>> = {
  presencial: 'Presencial',
  enLinea: 'En línea',
  mixta: 'Mixta',
};

/** The kind of course as people read it. */
export const nombreTipo = (tipo: Tipo): string => TIPO[tipo];

/** The modality as people read it. */
export const nombreModalidad = (modalidad: Modalidad): string => MODALIDAD[modalidad];

/** Two calendar days (YYYY-MM-DD) in words, without repeating what they share. */
export const describePeriodo = (inicia: string, termina: string): string => {
  const [desde, hasta] = [formatFecha(inicia), formatFecha(termina)];
  if (desde === hasta) return hasta;
  const [dia = '', mes = '', anio = ''] = desde.split(' de ');
  const [, otroMes, otroAnio] = hasta.split(' de ');
  if (anio !== otroAnio) return `Del ${desde} al ${hasta}`;
  return `Del ${mes === otroMes ? dia : `${dia} de ${mes}`} al ${hasta}`;
};

/** An edition in one line: its name, when and where. */
export const describeEdicion = (
  edicion: Pick<Edicion, 'nombre' | 'inicia' | 'termina' | 'sede'>,
): string => {
  const periodo = describePeriodo(edicion.inicia, edicion.termina).replace(/^D/, 'd');
  return [edicion.nombre, periodo, edicion.sede].filter(Boolean).join(', ');
};

/** The seats that are left, in words. */
export const describeLugares = ({ libres }: Pick<Lugares, 'libres'>): string => {
  if (libres <= 0) return 'Sin lugares disponibles';
  return libres === 1 ? 'Queda 1 lugar' : `Quedan ${libres} lugares`;
};
