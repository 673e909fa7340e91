import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { formatMomento } from '../../../../platform/shared/dates.ts';
import { describePeriodo, sinRotulo } from '../../../cursos/rules.ts';

/** What happened to an inscripción, for its person. */
export type AvisoDePaso =
  | { tipo: 'ofrecido'; venceEn: Date }
  | {
      tipo:
        | 'lugarAceptado'
        | 'lugarVencido'
        | 'filaTerminada'
        | 'aceptada'
        | 'formada'
        | 'reconsiderada'
        | 'bajaPropia';
    }
  | { tipo: 'rechazada' | 'bajaPorEscuela'; motivo: string };

/** Whom a letter is to: every address of one person. */
export type Destino = { to: readonly string[]; uid: string; nombre: string };

/** What it is in, as the letter says it. */
export type DeQue = {
  curso: string;
  edicion: string;
  inicia: string;
  termina: string;
  sede: string | null;
  url: string;
  /** The same within the portal. */
  enlace: string;
};

type Texto = { asunto: (curso: string) => string; parrafos: string[]; accion: string };

const VER = 'Ver su inscripción';

const TEXTOS: Readonly<Record<AvisoDePaso['tipo'], (aviso: AvisoDePaso) => Texto>> = {
  ofrecido: (aviso) => ({
    asunto: (curso) => `Hay un lugar para usted en ${curso}`,
    parrafos: [
      'Se liberó un lugar y usted es quien sigue en la lista de espera.',
      `Lo guardamos para usted hasta el ${aviso.tipo === 'ofrecido' ? formatMomento(aviso.venceEn) : ''}. Si no lo acepta antes, pasa a la siguiente persona.`,
    ],
    accion: 'Aceptar o rechazar el lugar',
  }),
  lugarAceptado: () => ({
    asunto: (curso) => `Ya tiene lugar en ${curso}`,
    parrafos: ['Aceptó el lugar que se le ofreció: su inscripción quedó registrada.'],
    accion: VER,
  }),
  lugarVencido: () => ({
    asunto: (curso) => `Venció su lugar en ${curso}`,
    parrafos: [
      'No aceptó a tiempo el lugar que se le ofreció, y pasó a la siguiente persona de la lista de espera.',
      'Si la inscripción sigue abierta puede enviarla de nuevo: se forma al final.',
    ],
    accion: VER,
  }),
  filaTerminada: () => ({
    asunto: (curso) => `Terminó la lista de espera de ${curso}`,
    parrafos: [
      'La edición comenzó y ya no se ofrecen lugares. Usted estaba en la lista de espera y no alcanzó uno.',
    ],
    accion: VER,
  }),
  aceptada: () => ({
    asunto: (curso) => `Su inscripción a ${curso} fue aceptada`,
    parrafos: ['Control Escolar revisó su inscripción y la aceptó: ya tiene lugar.'],
    accion: VER,
  }),
  formada: () => ({
    asunto: (curso) => `Su inscripción a ${curso} está en lista de espera`,
    parrafos: [
      'Control Escolar revisó su inscripción y la aceptó. Por ahora no hay lugares: está en la lista de espera, y le escribiremos si se libera uno.',
    ],
    accion: 'Ver su lugar en la lista',
  }),
  rechazada: (aviso) => ({
    asunto: (curso) => `Su inscripción a ${curso} no fue aceptada`,
    parrafos: [
      'Control Escolar revisó su inscripción y no la aceptó.',
      `Motivo: ${'motivo' in aviso ? aviso.motivo : ''}`,
    ],
    accion: VER,
  }),
  reconsiderada: () => ({
    asunto: (curso) => `Su inscripción a ${curso} vuelve a revisión`,
    parrafos: [
      'Control Escolar dejó sin efecto lo que había decidido de su inscripción, y la revisa de nuevo. Le escribiremos cuando decida.',
    ],
    accion: VER,
  }),
  bajaPropia: () => ({
    asunto: (curso) => `Su baja de ${curso}`,
    parrafos: [
      'Registramos su baja, como la pidió. Si la inscripción sigue abierta puede volver a inscribirse, si hay lugar.',
    ],
    accion: VER,
  }),
  bajaPorEscuela: (aviso) => ({
    asunto: (curso) => `Se le dio de baja de ${curso}`,
    parrafos: [
      'Control Escolar dio de baja su inscripción.',
      `Motivo: ${'motivo' in aviso ? aviso.motivo : ''}`,
    ],
    accion: VER,
  }),
};

/** What it is in, as a letter shows it. */
export const fichaDe = (que: DeQue): NonNullable<Message['ficha']> => ({
  kind: 'Inscripción',
  title: que.curso,
  fields: [
    { label: 'Edición', value: sinRotulo('Edición', que.edicion) },
    { label: 'Fechas', value: describePeriodo(que.inicia, que.termina) },
    { label: 'Sede', value: que.sede },
  ],
});

/** The letter that tells a person what became of their inscripción. */
export const pasoMail = ({ to, uid, nombre }: Destino, que: DeQue, aviso: AvisoDePaso): Message => {
  const { asunto, parrafos, accion } = TEXTOS[aviso.tipo](aviso);
  return {
    ...{ to, uid, clase: 'pedidos', enlace: que.enlace },
    subject: asunto(que.curso),
    name: nombre,
    paragraphs: parrafos,
    ficha: fichaDe(que),
    action: { label: accion, url: que.url },
    reason: 'Recibe este mensaje porque envió una inscripción en el portal.',
  };
};
