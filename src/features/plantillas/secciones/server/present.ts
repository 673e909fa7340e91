import { DEFINICION } from '../../contract.ts';
import { asksSensibles } from '../../formulario/rules.ts';
import type { SeccionAbierta, SeccionEnBiblioteca } from '../contract.ts';
import type { Seccion } from '../rules.ts';
import type { SeccionRow } from './data.ts';

/** What a row keeps: the one section of its form. */
export const seccionOf = ({ definicion }: Pick<SeccionRow, 'definicion'>): Seccion =>
  DEFINICION.read(definicion).secciones[0]!;

const presentResumen = (row: SeccionRow) => ({
  id: row.id,
  nombre: row.nombre,
  descripcion: row.descripcion,
  estado: row.estado,
  incluida: row.producto !== null,
  actualizadoEn: row.actualizado_en.toISOString(),
});

/** A section with its fields. */
export const presentAbierta = (row: SeccionRow): SeccionAbierta => {
  const seccion = seccionOf(row);
  return {
    ...presentResumen(row),
    campos: seccion.campos.length,
    sensible: asksSensibles({ secciones: [seccion] }),
    seccion,
  };
};

/** The same in the list, without them. */
export const presentSeccion = (row: SeccionRow): SeccionEnBiblioteca => {
  const seccion = DEFINICION.tryRead(row.definicion)?.secciones[0] ?? null;
  return {
    ...presentResumen(row),
    campos: seccion === null ? null : seccion.campos.length,
    sensible: seccion !== null && asksSensibles({ secciones: [seccion] }),
  };
};
