import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { TIPOS_HECHO } from '../reglas/contract.ts';

const fuente = z.object({ catalogo: z.string().optional(), acervo: z.string().optional() });

export const listHechosReglas = callable({
  name: 'listHechosReglas',
  summary: 'Los datos de los que pueden preguntar las reglas de una plantilla (Admin).',
  input: z.null(),
  output: z.object({
    hechos: z.array(
      z.object({
        clave: z.string(),
        grupo: z.string(),
        nombre: z.string(),
        tipo: z.enum(TIPOS_HECHO),
        unidad: z.tuple([z.string(), z.string()]).optional(),
        pide: z.tuple([z.string(), z.string()]).optional(),
        argumento: z.string().optional(),
        trasEnviar: z.boolean().optional(),
        valores: z.array(z.object({ valor: z.string(), etiqueta: z.string() })).optional(),
        palabras: z.array(z.string()).optional(),
        argumentoDe: fuente.optional(),
        valoresDe: fuente.optional(),
      }),
    ),
  }),
});

/** What a search finds to be named in a rule: its key, as the rule keeps it, and how it is called. */
const opcion = z.object({ valor: z.string(), etiqueta: z.string(), detalle: z.string() });
export type OpcionDeRegla = z.output<typeof opcion>;

/** Errors: NOT_FOUND: nobody keeps such things. */
export const listOpcionesRegla = callable({
  name: 'listOpcionesRegla',
  summary: 'Busca lo que una regla puede nombrar: cursos, listas de personas… (Admin).',
  input: z.strictObject({ acervo: z.string().max(40), busqueda: z.string().max(100) }),
  output: z.object({ opciones: z.array(opcion) }),
});
