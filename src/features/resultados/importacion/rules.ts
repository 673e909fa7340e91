import { normalizeCurp } from '../../personas/curp/rules.ts';
import type { Fila } from '../contract.ts';
import { formatCalificacion, leerCalificacion } from '../rules.ts';

/** The lists of an edition that are exported, filled in and imported. */
export const CALIFICACIONES = 'calificaciones';
export const ASISTENCIA = 'asistencia';

/** How the list of an edition is called by whoever imports or exports it. */
export const hojaDeEdicion = (
  lista: typeof CALIFICACIONES | typeof ASISTENCIA,
  edicionId: string,
): string => `${lista}-${edicionId}`;

/** A cell that a row of a file writes: `celda` is `calificacion`, `observacion`, or the session of a mark. */
export type CeldaImportada = {
  readonly inscripcionId: string;
  readonly celda: string;
  readonly fila: number;
  readonly valor: string | number;
  /** The one that was seen. */
  readonly version: number;
};

/** What a row of a spreadsheet would write, beside what there is. */
export type CambioPorClave = {
  readonly inscripcionId: string;
  readonly nombre: string;
  readonly antes: number | null;
  /** As it is written in the cell. */
  readonly calificacion: string;
  /** Null: the column was not given. */
  readonly observacion: string | null;
};

export type ErrorDeFila = { readonly fila: number; readonly mensaje: string };

const ENCABEZADO = /curp|clave/i;

type Persona = Pick<
  Fila,
  'inscripcionId' | 'nombre' | 'clave' | 'estado' | 'propia' | 'calificacion'
>;

/**
 * Rows of a spreadsheet (CURP or key, grade, perhaps an observation; a first row of headings is none) as what they would write, each
 * found by its key; those that cannot be written, by their number. All of them or none is the caller's.
 */
export const emparejar = (
  bloque: readonly (readonly string[])[],
  filas: readonly Persona[],
): { cambios: CambioPorClave[]; errores: ErrorDeFila[] } => {
  const porClave = new Map(filas.map((fila) => [normalizeCurp(fila.clave), fila]));
  const vistas = new Map<string, number>();
  const cambios: CambioPorClave[] = [];
  const errores: ErrorDeFila[] = [];
  for (const [i, celdas] of bloque.entries()) {
    const numero = i + 1;
    const clave = normalizeCurp(celdas[0] ?? '');
    if (celdas.every((celda) => celda.trim() === '')) continue;
    const persona = porClave.get(clave);
    if (!persona && i === 0 && ENCABEZADO.test(celdas[0] ?? '')) continue;
    const leida = leerCalificacion(celdas[1] ?? '');
    const antes = vistas.get(clave);
    const mensaje = !persona
      ? `«${(celdas[0] ?? '').trim()}» no está en la lista de esta edición.`
      : persona.propia
        ? 'Son sus propios resultados: los registra otra persona.'
        : persona.estado !== 'inscrita'
          ? `${persona.nombre} ya tiene acta.`
          : antes !== undefined
            ? `${persona.nombre} está también en la fila ${antes}.`
            : 'error' in leida
              ? `${persona.nombre}: ${leida.error}`
              : (celdas[2] ?? '').trim().length > 300
                ? `${persona.nombre}: la observación tiene más de 300 letras.`
                : null;
    if (mensaje !== null || !persona || 'error' in leida) {
      errores.push({ fila: numero, mensaje: mensaje ?? '' });
      continue;
    }
    vistas.set(clave, numero);
    cambios.push({
      inscripcionId: persona.inscripcionId,
      nombre: persona.nombre,
      antes: persona.calificacion.valor,
      calificacion: formatCalificacion(leida.valor),
      observacion: celdas.length > 2 ? (celdas[2] ?? '').trim() : null,
    });
  }
  return { cambios, errores };
};
