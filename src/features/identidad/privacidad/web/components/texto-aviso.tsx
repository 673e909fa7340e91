import { config, type Institution } from '../../../../../platform/web/config.ts';
import { DIAS_INTENTOS } from '../../../intentos/rules.ts';
import { DIAS_IDENTIFICACION } from '../../../vinculaciones/rules.ts';
import type { Apartado } from './texto-legal.tsx';

/** What is not configured is said, where it would be read, and not passed over. */
const SIN_CONFIGURAR =
  'la institución aún no lo configura en este portal; solicítelo en sus oficinas';

const apartadosDe = ({
  name,
  address,
  transparencyAddress,
  transparencyContact,
}: Institution): Apartado[] => [
  {
    titulo: 'Quién es responsable de sus datos',
    cuerpo: [
      `${name} es responsable del tratamiento de los datos personales que usted proporciona en este portal, conforme a la Ley General de Protección de Datos Personales en Posesión de Sujetos Obligados (LGPDPPSO).`,
      `Domicilio: ${address ?? SIN_CONFIGURAR}.`,
    ],
  },
  {
    titulo: 'Qué datos se tratan',
    cuerpo: [
      [
        'De identificación: nombre, apellidos, CURP y lo que de ella se desprende (fecha de nacimiento, sexo y entidad de nacimiento), nacionalidad y fotografía.',
        'De contacto: correo electrónico y, si usted los registra, teléfonos, domicilio y contacto de emergencia.',
        'Laborales: órgano de adscripción, circuito, categoría, número de expediente y fecha de ingreso.',
        'Académicos: estudios, inscripciones, respuestas a los formularios de inscripción, calificaciones, constancias y documentos que los acreditan.',
        'De uso del portal: fecha y hora de sus accesos y de los intentos fallidos de entrar a su cuenta, dirección de red y dispositivo, y el registro de los cambios y consultas a su expediente.',
      ],
      'La imagen de su identificación, si usted decide usarla para leer la CURP, se elimina en cuanto la CURP se confirma y, en cualquier caso, a las 24 horas. De esa imagen y de su fotografía no se obtienen datos biométricos.',
      `Si su CURP ya tiene un expediente y Control Escolar debe confirmar que es suyo, puede enviar una foto de su identificación para acreditarlo. Solo la consulta ese personal; se elimina en cuanto le responde y, en cualquier caso, a los ${DIAS_IDENTIFICACION} días.`,
      'Son sensibles los datos relativos a una discapacidad o a su estado de salud que usted proporcione para recibir ajustes o apoyos, y el sexo que indica su CURP cuando revele su identidad de género. Los primeros solo se tratan si usted los proporciona de manera expresa: el formulario lo advierte antes de que responda, se guardan aparte y cifrados, no aparecen en acuses ni en listas, y los consulta únicamente el personal que debe atenderlos, que anota para qué. Usted puede ver esas consultas en Preferencias.',
    ],
  },
  {
    titulo: 'Para qué se usan',
    cuerpo: [
      'Para las siguientes finalidades, necesarias para prestarle el servicio y que no requieren su consentimiento:',
      [
        'Crear y proteger su cuenta, y comprobar su identidad.',
        'Integrar su expediente académico y tramitar sus inscripciones, solicitudes y constancias.',
        'Hacer los ajustes razonables que usted pida para participar en igualdad.',
        'Emitir documentos oficiales y permitir que terceros comprueben su validez.',
        'Comunicarle avisos sobre sus trámites y atender sus consultas.',
        'Elaborar estadísticas en las que ninguna persona puede identificarse.',
        'Cumplir obligaciones legales de archivo, transparencia, control y auditoría.',
      ],
      'No hay finalidades que requieran su consentimiento. Sus datos no se usan para publicidad ni para tomar decisiones que le afecten sin intervención humana, salvo la asignación de lugares conforme a reglas publicadas, de la que siempre puede pedir revisión.',
    ],
  },
  {
    titulo: 'Fundamento legal',
    cuerpo: [
      'Los datos se tratan en ejercicio de las atribuciones de formación, capacitación y carrera judicial que las leyes orgánica y de carrera del Poder Judicial de la Federación dan a la institución, y conforme a la LGPDPPSO.',
    ],
  },
  {
    titulo: 'A quién se comunican',
    cuerpo: [
      'No se realizan transferencias que requieran su consentimiento. Pueden comunicarse a los órganos del Poder Judicial de la Federación en ejercicio de sus atribuciones, a la autoridad educativa para el registro de grados y títulos, y a las autoridades que los requieran de manera fundada y motivada.',
      'Quien tenga el identificador de un documento emitido puede comprobar en este portal su vigencia, su tipo, el nombre de la persona titular, el programa y las fechas. Nada más de su expediente es público. Un acuse de inscripción, que sí contiene su CURP y sus respuestas, solo se abre con la clave que va en su enlace y en su código QR: compártalo con quien deba verlo.',
    ],
  },
  {
    titulo: 'Cuánto tiempo se conservan',
    cuerpo: [
      `El expediente académico y los documentos emitidos se conservan de manera permanente o por los plazos del catálogo de disposición documental de la institución. Los registros de acceso se conservan el tiempo necesario para la seguridad y la auditoría; los intentos fallidos de entrar a su cuenta, ${DIAS_INTENTOS} días: usted los ve en Preferencias. Concluidos los plazos, los datos se bloquean y después se suprimen.`,
    ],
  },
  {
    titulo: 'Sus derechos ARCO y la portabilidad',
    cuerpo: [
      'Usted puede acceder a sus datos, rectificarlos, cancelarlos, oponerse a su tratamiento y pedirlos en un formato estructurado para llevarlos a otra parte. El trámite es gratuito, salvo los costos de reproducción, certificación o envío.',
      'En este portal, con su cuenta: en «Mis datos» descarga una copia de todo lo que se guarda de usted; en «Preferencias» ve quién ha consultado su expediente; en «Derechos ARCO», dentro de «Mis datos», presenta la solicitud, con su folio y su plazo, y lee la respuesta. Al cancelarse sus datos se le dice qué se borró, qué se conserva por ley y con qué fundamento.',
      'También puede presentarla ante la Unidad de Transparencia o en la Plataforma Nacional de Transparencia, con:',
      [
        'Su nombre y un domicilio o medio para recibir notificaciones.',
        'Los documentos que acrediten su identidad o, en su caso, la identidad y la personalidad de quien le representa.',
        'El área que trata los datos, si la conoce.',
        'La descripción clara de los datos.',
        'La descripción clara del derecho que desea ejercer.',
        'Cualquier otro elemento que ayude a localizar los datos.',
      ],
      `Domicilio de la Unidad de Transparencia: ${transparencyAddress ?? SIN_CONFIGURAR}.`,
      `Contacto de la Unidad de Transparencia: ${transparencyContact ?? SIN_CONFIGURAR}.`,
      'La respuesta se le dará en un plazo máximo de 20 días hábiles, que puede ampliarse una vez por 10 más. Si procede, se hará efectiva dentro de los 15 días hábiles siguientes.',
    ],
  },
  {
    titulo: 'Cómo negarse a un tratamiento',
    cuerpo: [
      'Como las finalidades descritas son necesarias para el servicio, no requieren su consentimiento. Si en el futuro se propone alguna finalidad o transferencia que sí lo requiera, se le preguntará antes, en el propio portal y de manera separada, y podrá negarse sin consecuencia alguna en sus trámites.',
    ],
  },
  {
    titulo: 'Cambios a este aviso',
    cuerpo: [
      'Los cambios se publican en esta misma página con una versión nueva y su fecha. Cuando sean de fondo, se le pedirá que los lea y acepte al ingresar, antes de continuar. El portal conserva qué versión aceptó usted y cuándo; puede consultarlo en Preferencias.',
    ],
  },
];

/** The integral privacy notice in force. */
export const apartadosAviso = (): Apartado[] => apartadosDe(config().institution);
