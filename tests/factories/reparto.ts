/** How seats are given out, for tests: a line, quotas by what is asked of a person. */
import type { Definicion } from '../../src/features/plantillas/contract.ts';
import type { Cupo, Reparto } from '../../src/features/plantillas/cupos/contract.ts';
import { definicionSchema } from '../../src/features/plantillas/escritura/contract.ts';
import { DEFINICION } from './plantillas.ts';
import { hoja, todasDe } from './reglas.ts';

/** Seats for people of a sex: the one thing that `makePersona` lets a test choose. */
export const cupoDe = (sexo: 'H' | 'M', lugares: number, more: Partial<Cupo> = {}): Cupo => ({
  clave: sexo === 'H' ? 'hombres' : 'mujeres',
  nombre: sexo === 'H' ? 'Hombres' : 'Mujeres',
  condicion: todasDe(hoja('persona.sexo', 'in', [sexo])),
  lugares,
  liberaDias: 3,
  ...more,
});

/** A plantilla that anybody fills in, with rules besides the window, and gives seats out so. */
export const conReparto = (
  reparto: Partial<Reparto>,
  reglas: Definicion['reglas'] = [],
): { plantilla: { definicion: Definicion } } => ({
  plantilla: {
    definicion: definicionSchema.parse({
      ...DEFINICION,
      reglas: [...DEFINICION.reglas, ...reglas],
      reparto: { alLlenarse: 'esperaPorTurno', horasParaAceptar: 24, cupos: [], ...reparto },
    }),
  },
});
