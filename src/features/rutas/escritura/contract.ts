import { z } from 'zod';
import { type DefinicionRuta, MAX_CURSOS, MAX_NIVELES } from '../rules.ts';

const clave = z.string().regex(/^[a-z0-9-]{1,40}$/);
/** Of a course (its id) or of a stage or a group (its `clave`). */
const nodo = z.string().min(1).max(60);
const requiere = z.array(nodo).max(40);
const regla = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('todas') }),
  z.strictObject({ tipo: z.literal('n'), n: z.number().int().min(1).max(MAX_CURSOS) }),
  z.strictObject({ tipo: z.literal('opcional') }),
]);
const curso = z.strictObject({ tipo: z.literal('curso'), cursoId: z.uuid(), requiere });
const grupoDe = <P extends z.ZodType>(parte: P) =>
  z.strictObject({
    tipo: z.literal('grupo'),
    clave,
    titulo: z.string().trim().max(120),
    texto: z.string().trim().max(600).optional(),
    regla,
    requiere,
    partes: z.array(parte).max(MAX_CURSOS),
  });

/** As deep as `MAX_NIVELES` says: each level is its own schema, so that none refers to itself. */
const etapaEscrita = (() => {
  let parte: z.ZodType = curso;
  for (let nivel = 1; nivel < MAX_NIVELES; nivel++) parte = z.union([curso, grupoDe(parte)]);
  return grupoDe(parte);
})();

/** What may be written as a version of a route; how one that is kept is read: `definicionRutaLeida`. */
export const definicionRutaEscrita = z.strictObject({
  nombre: z.string().trim().min(3).max(160),
  descripcion: z.string().trim().max(2_000),
  dirigidaA: z.string().trim().max(300),
  enOrden: z.boolean(),
  etapas: z.array(etapaEscrita).max(30),
}) as z.ZodType<DefinicionRuta>;
