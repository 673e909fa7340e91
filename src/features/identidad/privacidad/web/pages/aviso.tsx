import { config } from '../../../../../platform/web/config.ts';
import { VERSIONES } from '../../rules.ts';
import { type Apartado, TextoLegal } from '../components/texto-legal.tsx';

const apartados = (institucion: string): Apartado[] => [
  {
    titulo: 'Quién es responsable de sus datos',
    cuerpo: [
      `${institucion} es responsable del tratamiento de los datos personales que usted proporciona en este portal, conforme a la Ley General de Protección de Datos Personales en Posesión de Sujetos Obligados (LGPDPPSO).`,
      'Su domicilio y los datos de contacto de su Unidad de Transparencia se publican en el sitio oficial de la institución y pueden consultarse también en las oficinas de la escuela.',
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
        'De uso del portal: fecha y hora de sus accesos, dirección de red y dispositivo, y el registro de los cambios y consultas a su expediente.',
      ],
      'La imagen de su identificación, si usted decide usarla para leer la CURP, se elimina en cuanto la CURP se confirma y, en cualquier caso, a las 24 horas.',
      'Solo se tratan datos personales sensibles (por ejemplo, los relativos a una discapacidad, para ofrecerle ajustes razonables) si usted los proporciona de manera expresa. Se guardan aparte y los conoce únicamente el personal que los necesita.',
    ],
  },
  {
    titulo: 'Para qué se usan',
    cuerpo: [
      'Para las siguientes finalidades, necesarias para prestarle el servicio y que no requieren su consentimiento:',
      [
        'Crear y proteger su cuenta, y comprobar su identidad.',
        'Integrar su expediente académico y tramitar sus inscripciones, solicitudes y constancias.',
        'Emitir documentos oficiales y permitir que terceros comprueben su validez.',
        'Comunicarle avisos sobre sus trámites y atender sus consultas.',
        'Elaborar estadísticas en las que ninguna persona puede identificarse.',
        'Cumplir obligaciones legales de archivo, transparencia, control y auditoría.',
      ],
      'No se usan para publicidad ni para tomar decisiones que le afecten sin intervención humana, salvo la asignación de lugares conforme a reglas publicadas, de la que siempre puede pedir revisión.',
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
      'Quien tenga el identificador de un documento emitido puede comprobar en este portal su vigencia, su tipo, el nombre de la persona titular, el programa y las fechas. Nada más de su expediente es público; la CURP no aparece en ninguna comprobación.',
    ],
  },
  {
    titulo: 'Cuánto tiempo se conservan',
    cuerpo: [
      'El expediente académico y los documentos emitidos se conservan de manera permanente o por los plazos del catálogo de disposición documental de la institución. Los registros de acceso se conservan el tiempo necesario para la seguridad y la auditoría. Concluidos los plazos, los datos se bloquean y después se suprimen.',
    ],
  },
  {
    titulo: 'Sus derechos ARCO y la portabilidad',
    cuerpo: [
      'Usted puede acceder a sus datos, rectificarlos, cancelarlos, oponerse a su tratamiento y pedirlos en un formato estructurado para llevarlos a otra parte. El trámite es gratuito, salvo los costos de reproducción, certificación o envío.',
      'Presente su solicitud ante la Unidad de Transparencia o en la Plataforma Nacional de Transparencia, con:',
      [
        'Su nombre y un domicilio o medio para recibir notificaciones.',
        'Los documentos que acrediten su identidad o, en su caso, la de quien le representa.',
        'La descripción clara de los datos y del derecho que desea ejercer, y el área que los trata, si la conoce.',
        'Cualquier otro elemento que ayude a localizar los datos.',
      ],
      'La respuesta se le dará en un plazo máximo de 20 días hábiles, que puede ampliarse una vez por 10 más. Si procede, se hará efectiva dentro de los 15 días hábiles siguientes.',
    ],
  },
  {
    titulo: 'Cómo negarse a un tratamiento',
    cuerpo: [
      'Como las finalidades descritas son necesarias para el servicio, no requieren su consentimiento. Si en el futuro se propone alguna que sí lo requiera, se le preguntará antes, de manera separada, y podrá negarse sin consecuencia alguna en sus trámites.',
    ],
  },
  {
    titulo: 'Cambios a este aviso',
    cuerpo: [
      'Los cambios se publican en esta misma página con una versión nueva. Cuando sean de fondo, se le pedirá que los lea y acepte al ingresar. El portal conserva la versión que usted aceptó y la fecha en que lo hizo.',
    ],
  },
];

export default function AvisoPage() {
  const { name } = config().institution;
  return (
    <TextoLegal
      titulo="Aviso de privacidad"
      resumen="Qué datos suyos trata la escuela en este portal, para qué, y cómo puede decidir sobre ellos."
      version={VERSIONES.aviso}
      apartados={apartados(name)}
    />
  );
}
