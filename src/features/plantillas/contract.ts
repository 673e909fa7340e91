import { z } from 'zod';
import { checkFormulario, seccionSchema } from './formulario/contract.ts';
import { reglaSchema } from './reglas/contract.ts';

/** A version is written as `borrador`, in force while `publicada`, kept for ever as `archivada`. */
const ESTADOS_VERSION = ['borrador', 'publicada', 'archivada'] as const;
export type EstadoVersion = (typeof ESTADOS_VERSION)[number];

/** What a version of a plantilla says. Once published it never changes. */
export const definicionSchema = z
  .strictObject({
    secciones: z.array(seccionSchema).min(1).max(30),
    reglas: z.array(reglaSchema).max(50),
    mensajes: z
      .strictObject({
        /** Above the form. */
        bienvenida: z.string().trim().max(2000).optional(),
        /** After enrolling, and in the mail. */
        confirmacion: z.string().trim().max(2000).optional(),
      })
      .optional(),
  })
  .superRefine((definicion, ctx) => {
    checkFormulario(definicion, (path, message) => {
      ctx.addIssue({ code: 'custom', path, message });
    });
    const claves = definicion.reglas.map(({ clave }) => clave);
    claves.forEach((clave, i) => {
      if (claves.indexOf(clave) !== i) {
        ctx.addIssue({
          code: 'custom',
          path: ['reglas', i, 'clave'],
          message: `La regla «${clave}» está repetida.`,
        });
      }
    });
  });
export type Definicion = z.output<typeof definicionSchema>;
