import { Fragment } from 'react';
import { config } from '../../../../../platform/web/config.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { preferenciasPath } from '../../../../personas/routes.ts';
import type { Apartado } from './texto-legal.tsx';

const apartadosDe = (institucion: string): Apartado[] => [
  {
    titulo: 'Qué es este portal',
    cuerpo: [
      `Es el medio electrónico de ${institucion} para tramitar inscripciones, llevar su expediente académico, obtener acuses y documentos, y comunicarse con la escuela.`,
    ],
  },
  {
    titulo: 'Su cuenta',
    cuerpo: [
      [
        'Es personal: no la preste ni use la de otra persona.',
        'Los datos que registre deben ser verdaderos y estar actualizados. Una persona tiene un solo expediente.',
        <Fragment key="contrasena">
          Cuide su contraseña y, si puede, active el segundo factor. Si cree que alguien la conoce,{' '}
          <Link to={preferenciasPath}>cámbiela</Link> y termine las demás sesiones.
        </Fragment>,
        'La escuela puede deshabilitar una cuenta que se use contra estos términos, y le informará el motivo.',
      ],
    ],
  },
  {
    titulo: 'Inscripciones y documentos',
    cuerpo: [
      'Los requisitos, el cupo y las fechas de cada actividad son los de su convocatoria. El orden de las solicitudes es el de su recepción en el servidor de la escuela, cuya hora es la que cuenta.',
      'El acuse comprueba que su solicitud se recibió y con qué resultado. Los documentos que usted entrega deben ser auténticos; la escuela puede cotejarlos con quien los emitió y dejar sin efecto los trámites basados en documentos falsos.',
    ],
  },
  {
    titulo: 'Uso correcto',
    cuerpo: [
      [
        'No intente entrar en expedientes ajenos ni eludir las medidas de seguridad.',
        'No envíe archivos dañinos ni automatice solicitudes de modo que se afecte el servicio de las demás personas.',
        'Trate con respeto a quienes le atienden.',
      ],
      'Los accesos y los cambios quedan registrados, y las conductas que puedan ser delito o falta administrativa se comunican a la autoridad competente.',
    ],
  },
  {
    titulo: 'Disponibilidad',
    cuerpo: [
      'La escuela procura que el portal funcione siempre. Los mantenimientos se anuncian; si una falla del portal le impide cumplir un plazo, comuníquelo a la escuela para que se considere.',
    ],
  },
  {
    titulo: 'Sus datos',
    cuerpo: [
      'El tratamiento de sus datos personales se rige por el aviso de privacidad, que se publica en este portal.',
    ],
  },
  {
    titulo: 'Cambios y ley aplicable',
    cuerpo: [
      'Los cambios se publican aquí con una versión nueva y, si son de fondo, se le pedirá aceptarlos. Se aplican las leyes federales de los Estados Unidos Mexicanos y la normativa de la institución.',
    ],
  },
];

/** The terms of use in force. */
export const apartadosTerminos = (): Apartado[] => apartadosDe(config().institution.name);
