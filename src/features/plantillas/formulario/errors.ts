/**
 * What a person reads beside a field, when more than one kind of field says it: always how to mend it. What only
 * one kind says is in its file (`campos/`). `e` is the field's label.
 */

export const plural = (n: number, one: string, many: string): string =>
  `${n} ${n === 1 ? one : many}`;

export const MENSAJES = {
  escriba: (e: string) => `Escriba su respuesta en «${e}».`,
  elijaDeNuevo: (e: string) => `Elija de nuevo la respuesta de «${e}»: lo que eligió ya no está.`,
  respondaDeNuevo: (e: string) =>
    `Responda de nuevo «${e}»: lo que se recibió no es una respuesta a esa pregunta.`,
  sinCampo: (clave: string) =>
    `Esta versión del formulario no pregunta «${clave}»: esa respuesta no se envió. Vuelva a cargar la página.`,
  elijaVarias: (e: string, min: number) =>
    `Elija al menos ${plural(min, 'opción', 'opciones')} en «${e}».`,
  corto: (e: string, min: number, length: number) =>
    `Amplíe «${e}»: pide al menos ${plural(min, 'carácter', 'caracteres')} y lleva ${length}.`,
  largo: (e: string, max: number, length: number) =>
    `Acorte «${e}»: admite ${plural(max, 'carácter', 'caracteres')} y lleva ${length}.`,
} as const;

/** What the limits of a field ask, in words; undefined when there are none. */
export const rangeOf = <T>(
  min: T | undefined,
  max: T | undefined,
  words: (value: T) => string,
): string | undefined => {
  if (min !== undefined && max !== undefined) return `Entre ${words(min)} y ${words(max)}`;
  if (min !== undefined) return `Desde ${words(min)}`;
  return max === undefined ? undefined : `Hasta ${words(max)}`;
};
