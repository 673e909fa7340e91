import { z } from 'zod';
import { defineFormato } from '../../platform/shared/formatos.ts';
import { repartoSchema } from './cupos/contract.ts';
import { seccionSchema } from './formulario/contract.ts';
import { mejoraRegla, reglaSchema } from './reglas/contract.ts';

/**
 * What a version of a plantilla says, as it is read and travels; once published it never changes.
 * What may be written is `escritura/contract.ts`.
 */
export const definicionLeida = z.object({
  secciones: z.array(seccionSchema),
  reglas: z.array(reglaSchema),
  /** How seats are given out; left out, whoever comes when there are none is refused. */
  reparto: repartoSchema.optional(),
  mensajes: z
    .object({
      /** Above the form. */
      bienvenida: z.string().optional(),
      /** After enrolling, and in the mail. */
      confirmacion: z.string().optional(),
    })
    .optional(),
});
export type Definicion = z.output<typeof definicionLeida>;

/**
 * How definitions are stored. 2: fields may be `sensible` and of the kind `casilla`; a program that
 * knows neither must not read them, or it would show what is kept apart. 3: conditions are groups over facts.
 */
export const DEFINICION = defineFormato({
  nombre: 'definicion',
  lectura: definicionLeida,
  mejoras: [
    (definicion) => definicion,
    ({ reglas, ...rest }) => ({
      ...rest,
      reglas: Array.isArray(reglas) ? reglas.map(mejoraRegla) : reglas,
    }),
  ],
});
