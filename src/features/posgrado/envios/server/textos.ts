import { defineCartas } from '../../../../platform/shared/cartas.ts';

const programa = { titulo: 'Programa', ejemplo: 'Maestría en Derecho Procesal' };
const motivo = {
  titulo: 'Motivo',
  ejemplo: 'El título no corresponde al programa.',
  soloCuerpo: true,
} as const;
const hasta = { titulo: 'Hasta cuándo', ejemplo: '9 de diciembre de 2026, a las 23:59' };
const dias = { titulo: 'Días hábiles', ejemplo: '5 días hábiles' };
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

/** Texts of the letters to applicants about their pre-application, application, requests for review and results. */
export const TRAMITES = defineCartas({
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
  'solicitud.desistida': {
    nombre: 'Posgrado: desistimiento de la solicitud',
    campos: { programa },
    asunto: 'Desistió de su solicitud a {programa}',
    cuerpo: [
      'Registramos su desistimiento, como lo pidió. Su solicitud ya no participa en la convocatoria.',
      'Las cartas de recomendación por recibir y las entrevistas por realizar se cancelaron.',
    ],
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
});

/** A text of these as the letter of a step takes it. */
export const tramite = <K extends keyof (typeof TRAMITES)['textos'] & string>(
  clave: K,
  campos: Parameters<typeof TRAMITES.carta<K>>[1],
) => {
  const { subject, paragraphs, texto } = TRAMITES.carta(clave, campos);
  return { asunto: subject, parrafos: paragraphs, texto };
};
