import { defineCartas } from '../../../../platform/shared/cartas.ts';

const programa = { titulo: 'Programa', ejemplo: 'Maestría en Derecho Procesal' };
const motivo = {
  titulo: 'Motivo',
  ejemplo: 'El título no corresponde al programa.',
  soloCuerpo: true,
} as const;
const hasta = { titulo: 'Hasta cuándo', ejemplo: '9 de diciembre de 2026, a las 23:59' };
const dias = { titulo: 'Días hábiles', ejemplo: '5 días hábiles' };
const folio = { titulo: 'Folio de la solicitud', ejemplo: 'K9Y2-ZKYW' };
const sobre = {
  titulo: 'Decisión de que se trata',
  ejemplo: 'la improcedencia de su presolicitud',
};
const resultado = {
  programa,
  sustituye: {
    titulo: 'Si se publicó otra vez',
    ejemplo: 'La escuela publicó otra vez los resultados. Motivo: se corrigió un puntaje.',
    soloCuerpo: true,
  },
  razones: { titulo: 'Razones', ejemplo: 'Quedó dentro de los lugares.', soloCuerpo: true },
} as const;

/** Texts of the letters to applicants about their pre-application, application, requests for review, results and seats. */
export const TRAMITES = defineCartas({
  'presolicitud.enviada': {
    nombre: 'Posgrado: acuse de la presolicitud',
    campos: { programa },
    asunto: 'Su presolicitud a {programa}',
    cuerpo: [
      'Recibimos su presolicitud. Control Escolar revisa los requisitos y le escribirá con el resultado.',
    ],
  },
  'presolicitud.corregida': {
    nombre: 'Posgrado: acuse de las correcciones',
    campos: { programa },
    asunto: 'Sus correcciones a la presolicitud de {programa}',
    cuerpo: [
      'Recibimos sus respuestas a las observaciones. Control Escolar las revisa y le escribirá.',
    ],
  },
  'presolicitud.observada': {
    nombre: 'Posgrado: presolicitud con observaciones',
    campos: {
      ...{ programa, dias, hasta },
      cuantas: { titulo: 'Cuántas observaciones', ejemplo: 'estas 2 observaciones' },
      observaciones: {
        titulo: 'Observaciones, un párrafo cada una',
        ejemplo: 'Título profesional: falta el reverso.',
        soloCuerpo: true,
      },
    },
    asunto: 'Su presolicitud a {programa} tiene observaciones',
    cuerpo: [
      'La escuela revisó su presolicitud. Para continuar, atienda {cuantas} y envíela de nuevo.',
      '{observaciones}',
      'Tiene {dias}: hasta el {hasta}. Después, la presolicitud vence.',
    ],
  },
  'presolicitud.retirada': {
    nombre: 'Posgrado: presolicitud retirada',
    campos: {
      programa,
      periodo: {
        titulo: 'Si puede presentar otra',
        ejemplo: 'Puede presentar otra hasta el 9 de diciembre de 2026, 18:00.',
      },
    },
    asunto: 'Retiró su presolicitud a {programa}',
    cuerpo: ['Registramos el retiro de su presolicitud, como lo pidió.', '{periodo}'],
  },
  'presolicitud.vencida': {
    nombre: 'Posgrado: presolicitud vencida',
    campos: {
      programa,
      vencio: { titulo: 'Cuándo venció', ejemplo: '2 de diciembre de 2026, 23:59' },
    },
    asunto: 'Venció su presolicitud a {programa}',
    cuerpo: [
      'El plazo para responder las observaciones terminó el {vencio} y no se recibieron correcciones.',
      'Si considera que hay un error, escriba a Control Escolar.',
    ],
  },
  'presolicitud.valida': {
    nombre: 'Posgrado: presolicitud válida',
    campos: {
      programa,
      abre: { titulo: 'Primer día de la solicitud', ejemplo: '10 de diciembre de 2026' },
      cierra: { titulo: 'Último día de la solicitud', ejemplo: '20 de diciembre de 2026' },
    },
    asunto: 'Su presolicitud a {programa} es válida',
    cuerpo: [
      'La escuela revisó su presolicitud y cumple los requisitos.',
      'El siguiente paso es la solicitud. Se recibe del {abre} al {cierra}.',
    ],
  },
  'presolicitud.improcedente': {
    nombre: 'Posgrado: presolicitud improcedente',
    campos: {
      ...{ programa, motivo, dias, hasta },
      requisitos: {
        titulo: 'Requisitos que no se cumplen',
        ejemplo: 'Requisito que no se cumple: Título profesional.',
        soloCuerpo: true,
      },
    },
    asunto: 'Resultado de su presolicitud a {programa}',
    cuerpo: [
      'La escuela revisó su presolicitud y la declaró improcedente.',
      '{requisitos}',
      'Motivo: {motivo}',
      'Si no está de acuerdo, puede presentar una inconformidad en {dias}: hasta el {hasta}. La resuelve una persona que no intervino en esta decisión.',
    ],
  },
  'presolicitud.reconsiderada': {
    nombre: 'Posgrado: presolicitud de nuevo en revisión',
    campos: { programa, motivo },
    asunto: 'Su presolicitud a {programa} vuelve a revisión',
    cuerpo: [
      'La escuela dejó sin efecto lo que había decidido de su presolicitud y la revisa de nuevo. Le escribiremos cuando decida.',
      'Motivo: {motivo}',
    ],
  },
  'solicitud.enviada': {
    nombre: 'Posgrado: acuse de la solicitud',
    campos: { programa, folio },
    asunto: 'Su solicitud a {programa}',
    cuerpo: [
      'Recibimos su solicitud. Puede corregirla y enviarla de nuevo hasta el cierre.',
      'Los resultados se publican por folio. El de su solicitud es {folio}: consérvelo.',
    ],
  },
  'solicitud.corregida': {
    nombre: 'Posgrado: acuse de la solicitud corregida',
    campos: { programa, folio },
    asunto: 'Su solicitud corregida a {programa}',
    cuerpo: [
      'Recibimos su solicitud corregida: sustituye a la anterior.',
      'Los resultados se publican por folio. El de su solicitud es {folio}: consérvelo.',
    ],
  },
  'solicitud.desistida': {
    nombre: 'Posgrado: desistimiento de la solicitud',
    campos: { programa },
    asunto: 'Desistió de su solicitud a {programa}',
    cuerpo: [
      'Registramos su desistimiento, como lo pidió. Su solicitud ya no participa en la convocatoria.',
      'Las cartas de recomendación por recibir y las entrevistas por realizar se cancelaron.',
    ],
  },
  'solicitud.excluida': {
    nombre: 'Posgrado: solicitud excluida',
    campos: { programa, motivo },
    asunto: 'Su solicitud fue excluida: {programa}',
    cuerpo: [
      'La escuela excluyó su solicitud de la convocatoria.',
      'Motivo: {motivo}',
      'Puede presentar una inconformidad desde su solicitud, dentro del plazo que ahí se indica.',
    ],
  },
  'acuse.aOtroCorreo': {
    nombre: 'Posgrado: acuse a un correo recién confirmado',
    campos: { programa, tramite: { titulo: 'Trámite', ejemplo: 'presolicitud' } },
    asunto: 'Acuse de su {tramite} a {programa}',
    cuerpo: ['A partir de ahora recibe también en este correo los avisos de su {tramite}.'],
  },
  'convocatoria.cancelada': {
    nombre: 'Posgrado: convocatoria cancelada',
    campos: { programa, motivo },
    asunto: 'Se canceló la convocatoria: {programa}',
    cuerpo: [
      'La escuela canceló la convocatoria en la que participa. Su trámite quedó sin efecto.',
      'Motivo: {motivo}',
    ],
  },
  'convocatoria.modificada': {
    nombre: 'Posgrado: convocatoria modificada',
    campos: {
      ...{ programa, motivo },
      numero: { titulo: 'Número de la modificación', ejemplo: '2' },
      cambios: {
        titulo: 'Cambios, un párrafo cada uno',
        ejemplo: 'Cierre de solicitudes: antes, 20 de diciembre; ahora, 10 de enero.',
        soloCuerpo: true,
      },
    },
    asunto: 'Cambió la convocatoria: {programa}',
    cuerpo: [
      'La escuela publicó la modificación {numero} a la convocatoria en la que participa.',
      'Motivo: {motivo}',
      '{cambios}',
    ],
  },
  'inconformidad.presentada': {
    nombre: 'Posgrado: inconformidad recibida',
    campos: {
      ...{ programa, sobre, dias },
      hasta: { ...hasta, ejemplo: '9 de diciembre de 2026' },
    },
    asunto: 'Recibimos su inconformidad: {programa}',
    cuerpo: [
      'La escuela recibió su inconformidad sobre {sobre}. La resuelve una persona que no intervino en esa decisión.',
      'La respuesta llegará en {dias} a lo más: hasta el {hasta}.',
    ],
  },
  'inconformidad.fundada': {
    nombre: 'Posgrado: inconformidad fundada',
    campos: {
      ...{ programa, sobre },
      razones: resultado.razones,
      sigue: { titulo: 'Qué sigue', ejemplo: 'Se calculará otro ranking.' },
    },
    asunto: 'Respuesta a su inconformidad: {programa}',
    cuerpo: [
      'La escuela declaró fundada su inconformidad sobre {sobre}.',
      'Razones: {razones}',
      '{sigue}',
    ],
  },
  'inconformidad.infundada': {
    nombre: 'Posgrado: inconformidad infundada',
    campos: { ...{ programa, sobre }, razones: resultado.razones },
    asunto: 'Respuesta a su inconformidad: {programa}',
    cuerpo: [
      'La escuela declaró infundada su inconformidad sobre {sobre}.',
      'La decisión queda como estaba.',
      'Razones: {razones}',
    ],
  },
  'resultado.admitida': {
    nombre: 'Posgrado: resultado, admitida',
    campos: {
      ...resultado,
      confirmar: {
        titulo: 'Plazo para confirmar el lugar',
        ejemplo:
          'Confirme su lugar a más tardar el 9 de diciembre de 2026, 18:00. Si no lo hace, pasa a la siguiente persona de la lista.',
      },
    },
    asunto: 'Resultado de su solicitud: {programa}',
    cuerpo: ['{sustituye}', 'Su solicitud fue admitida.', '{razones}', '{confirmar}'],
  },
  'resultado.listaDeEspera': {
    nombre: 'Posgrado: resultado, lista de espera',
    campos: resultado,
    asunto: 'Resultado de su solicitud: {programa}',
    cuerpo: [
      '{sustituye}',
      'Su solicitud está en la lista de espera. Si se libera un lugar, le escribiremos.',
      '{razones}',
    ],
  },
  'resultado.noAdmitida': {
    nombre: 'Posgrado: resultado, no admitida',
    campos: resultado,
    asunto: 'Resultado de su solicitud: {programa}',
    cuerpo: ['{sustituye}', 'Su solicitud no fue admitida.', '{razones}'],
  },
  'lugar.ofrecido': {
    nombre: 'Posgrado: lugar ofrecido',
    campos: {
      programa,
      limite: { titulo: 'Último momento para confirmar', ejemplo: '9 de diciembre de 2026, 18:00' },
    },
    asunto: 'Tiene un lugar en {programa}',
    cuerpo: [
      'Se liberó un lugar y, por el orden de los resultados, le corresponde a usted. Su solicitud pasó a admitida.',
      'Confírmelo a más tardar el {limite}. Después de ese momento el lugar pasa a otra persona.',
    ],
  },
  'lugar.aceptado': {
    nombre: 'Posgrado: lugar confirmado',
    campos: { programa },
    asunto: 'Confirmó su lugar en {programa}',
    cuerpo: ['Registramos su confirmación: quedó inscrita o inscrito en el programa.'],
  },
  'lugar.vencido': {
    nombre: 'Posgrado: lugar vencido',
    campos: { programa },
    asunto: 'Venció su lugar en {programa}',
    cuerpo: [
      'El plazo para confirmar su lugar terminó y no lo confirmó. El lugar pasa a otra persona y su solicitud quedó vencida.',
    ],
  },
  'lugar.terminado': {
    nombre: 'Posgrado: fin de la lista de espera',
    campos: { programa },
    asunto: 'Terminó la lista de espera de {programa}',
    cuerpo: [
      'El programa comenzó y ya no se ofrecen lugares. Su solicitud estaba en la lista de espera y quedó vencida.',
    ],
  },
  'lugar.bajaPorEscuela': {
    nombre: 'Posgrado: baja por la escuela',
    campos: {
      programa,
      motivo: { ...motivo, titulo: 'Motivo, si se escribió', ejemplo: 'Motivo: No se presentó.' },
    },
    asunto: 'Se le dio de baja de {programa}',
    cuerpo: ['Control Escolar dio de baja su lugar.', '{motivo}'],
  },
  'lugar.bajaPropia': {
    nombre: 'Posgrado: baja pedida',
    campos: { programa },
    asunto: 'Su baja de {programa}',
    cuerpo: ['Registramos su baja, como la pidió. Su lugar pasa a otra persona.'],
  },
  'lugar.desistido': {
    nombre: 'Posgrado: desistimiento con resultado',
    campos: { programa },
    asunto: 'Desistió de su solicitud a {programa}',
    cuerpo: [
      'Registramos que desiste de su solicitud. Su lugar, o su turno en la lista de espera, pasa a otra persona.',
    ],
  },
});

/** A text of these as the letter of a step takes it. */
export const tramite = <K extends keyof (typeof TRAMITES)['textos'] & string>(
  clave: K,
  campos: Parameters<typeof TRAMITES.carta<K>>[1],
) => {
  const { subject, paragraphs, texto } = TRAMITES.carta(clave, campos);
  return { asunto: subject, parrafos: paragraphs, texto };
};
