/** What a person reads beside a field: always how to mend it. `e` is the field's label. */

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

export const MENSAJES = {
  escriba: (e: string) => `Escriba su respuesta en «${e}».`,
  escribaNumero: (e: string) => `Escriba un número en «${e}».`,
  escribaFecha: (e: string) => `Escriba la fecha de «${e}»: día, mes y año.`,
  elija: (e: string) => `Elija una opción en «${e}».`,
  elijaVarias: (e: string, min: number) =>
    `Elija al menos ${plural(min, 'opción', 'opciones')} en «${e}».`,
  elijaMenos: (e: string, max: number) =>
    `Elija como máximo ${plural(max, 'opción', 'opciones')} en «${e}».`,
  acepte: (e: string) => `Para continuar, lea y marque «${e}».`,
  corto: (e: string, min: number, length: number) =>
    `Amplíe «${e}»: pide al menos ${plural(min, 'carácter', 'caracteres')} y lleva ${length}.`,
  largo: (e: string, max: number, length: number) =>
    `Acorte «${e}»: admite ${plural(max, 'carácter', 'caracteres')} y lleva ${length}.`,
  numero: (e: string) => `Escriba «${e}» solo con números, por ejemplo 12 o 1,250.`,
  entero: (e: string) => `Escriba «${e}» como número entero, sin decimales.`,
  decimales: (e: string, decimales: number) =>
    `Escriba «${e}» con ${plural(decimales, 'decimal', 'decimales')} como máximo.`,
  numeroMenor: (e: string, min: string) => `En «${e}» escriba ${min} o más.`,
  numeroMayor: (e: string, max: string) => `En «${e}» escriba ${max} o menos.`,
  fecha: (e: string) =>
    `La fecha de «${e}» no existe en el calendario. Escríbala con día, mes y año, por ejemplo 5/3/2026.`,
  fechaAntes: (e: string, min: string) => `En «${e}» escriba una fecha a partir del ${min}.`,
  fechaDespues: (e: string, max: string) => `En «${e}» escriba una fecha hasta el ${max}.`,
  correo: (e: string) =>
    `Revise «${e}»: un correo se escribe como nombre@dominio, por ejemplo ana@correo.mx.`,
  faltaEnExpediente: (e: string) =>
    `Su expediente no tiene «${e}». Pida a Control Escolar que lo complete y vuelva a esta página.`,
} as const;
