import { createVocabulario, isDeclaracion } from './platform/shared/historial.ts';

/** The words of the history in the browser: every `historial.ts` that there is. Asked for by who shows it. */
export const VOCABULARIO = createVocabulario(
  Object.values(
    import.meta.glob<Record<string, unknown>>('./features/**/historial.ts', { eager: true }),
  )
    .flatMap(Object.values)
    .filter(isDeclaracion),
);
