import { defineCartas } from '../../../../platform/shared/cartas.ts';

const sesiones = {
  titulo: 'Si se cerraron sus sesiones',
  ejemplo:
    'Por seguridad cerramos sus sesiones. Ingrese de nuevo con el mismo correo y la misma contraseña.',
};
const campos = { sesiones };
const SE_CONSERVA =
  'Todo lo suyo se conserva: inscripciones, acuses y documentos. Los acuses que ya tiene siguen siendo válidos, y la dirección anterior de su expediente lleva al actual.';

/** Letters to the account whose file got a CURP, another one, or became one with another file. */
export const VINCULOS = defineCartas({
  'expediente.fusion': {
    nombre: 'Expediente: reunido con otro',
    campos,
    asunto: 'Sus dos expedientes son ahora uno',
    cuerpo: [
      'Control Escolar encontró que usted tenía dos expedientes y los reunió en uno solo.',
      SE_CONSERVA,
      '{sesiones}',
    ],
  },
  'expediente.correccion': {
    nombre: 'Expediente: CURP corregida',
    campos,
    asunto: 'Su expediente tiene otra CURP',
    cuerpo: [
      'Control Escolar corrigió la CURP de su expediente, como lo pidió con el documento que lo comprueba.',
      SE_CONSERVA,
      '{sesiones}',
    ],
  },
  'expediente.asignacion': {
    nombre: 'Expediente: CURP asignada',
    campos,
    asunto: 'Su expediente ya tiene su CURP',
    cuerpo: [
      'Control Escolar registró su CURP en su expediente, que hasta ahora usaba una clave provisional.',
      SE_CONSERVA,
      '{sesiones}',
    ],
  },
  'expediente.separacion': {
    nombre: 'Expediente: separado de otro',
    campos: {},
    asunto: 'Su expediente vuelve a ser solo suyo',
    cuerpo: [
      'Control Escolar había reunido su expediente con otro, y comprobó que no eran de la misma persona. Los separó: el suyo tiene lo que tenía antes.',
      'Por seguridad cerramos sus sesiones. Ingrese de nuevo con el mismo correo y la misma contraseña.',
    ],
  },
});
