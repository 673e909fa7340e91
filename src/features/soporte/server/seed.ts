/** Conversations of the demonstration in every state, the hours in which they are attended and the answers kept ready. */
import { randomUUID } from 'node:crypto';
import type { Trx } from '../../../platform/server/db/index.ts';
import { readCuentaDePersona, readUidByEmail } from '../../identidad/cuentas/server/service.ts';
import type { SeededPersona } from '../../personas/server/seed.ts';
import { insertRespuesta, replaceHorarios } from '../configuracion/server/data.ts';
import type { EstadoConversacion } from '../estados.ts';
import { makeFolio } from '../rules.ts';
import { insertConversacion, insertMensaje, takeNumero, upsertLectura } from './data.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const HORARIO = [1, 2, 3, 4, 5].flatMap((dia) => [
  { dia, de: '09:00', a: '15:00' },
  ...(dia < 5 ? [{ dia, de: '16:00', a: '18:00' }] : []),
]);

const RESPUESTAS = [
  [
    'Saludo y plazo',
    'Buenos días, {nombre}. Recibimos su consulta {folio} y la revisamos; le respondemos hoy mismo por aquí.',
  ],
  [
    'Documento ilegible',
    'El archivo de {tramite} no se lee completo. Envíe una imagen derecha, con las cuatro esquinas a la vista.',
  ],
  ['Cierre', 'Quedamos a sus órdenes, {nombre}. Si algo falta, puede reabrir esta conversación.'],
] as const;

/** `p`: its person; `e`, `a`: Escolar, Admin. Each with its text, and minutes since the one before. */
type Dicho = readonly ['p' | 'e' | 'a', string, number?];
type Caso = {
  persona: number;
  folio: string;
  asunto: string;
  estado: EstadoConversacion;
  /** Hours ago that it was opened. */
  horas: number;
  agente?: 'e' | 'a';
  dichos: readonly Dicho[];
  nota?: string;
  valor?: 'si' | 'enParte' | 'no';
};

/** The person of the demonstration is the third. */
const CASOS: readonly Caso[] = [
  {
    ...{ persona: 2, folio: 'DEMA0001', asunto: 'Nombre en mi constancia', horas: 26 },
    ...{ estado: 'enPersona', agente: 'e' },
    dichos: [
      ['p', 'Buenas tardes. Mi constancia dice «Luis» y mi nombre completo es José Luis.'],
      [
        'e',
        'Buenas tardes. Revisamos su acta y tiene razón. ¿Prefiere que la constancia se sustituya o se emita una nota?',
        95,
      ],
    ],
    nota: 'Cotejado con el acta del expediente: el nombre correcto es el que pide.',
  },
  {
    ...{ persona: 2, folio: 'DEMA0002', asunto: 'Fecha del curso de amparo', horas: 24 * 9 },
    ...{ estado: 'resuelta', agente: 'e', valor: 'si' },
    dichos: [
      ['p', '¿La sesión del lunes sigue en pie con el día inhábil?'],
      ['e', 'Se recorrió al martes a la misma hora. El calendario ya lo dice.', 40],
      ['p', 'Gracias.', 12],
    ],
  },
  {
    ...{ persona: 2, folio: 'DEMA0003', asunto: 'Acceso a los materiales', horas: 24 * 40 },
    ...{ estado: 'cerrada', agente: 'a', valor: 'enParte' },
    dichos: [
      ['p', 'No abre la lectura de la sesión 2: https://www.enfj.mx/materiales'],
      ['a', 'Se repuso el archivo. Pruebe de nuevo, por favor.', 180],
      ['p', 'Ya abre, aunque tarda.', 30],
    ],
  },
  {
    ...{ persona: 20, folio: 'DEMA0004', asunto: 'Duda sobre mi inscripción', horas: 3 },
    estado: 'enEspera',
    dichos: [['p', 'Mi adscripción cambió la semana pasada. ¿Afecta mi inscripción?']],
  },
  {
    ...{ persona: 21, folio: 'DEMA0005', asunto: 'Documento rechazado', horas: 1 },
    estado: 'enEspera',
    dichos: [
      ['p', 'Rechazaron mi cédula y no entiendo el motivo.'],
      ['p', 'La foto se ve bien en mi teléfono.', 2],
    ],
  },
  {
    ...{ persona: 22, folio: 'DEMA0006', asunto: 'Cambio de correo', horas: 0.6 },
    ...{ estado: 'enAtencion', agente: 'a' },
    dichos: [
      ['p', 'Perdí el acceso a mi correo institucional. ¿Cómo registro otro?'],
      ['a', 'En «Mi expediente» puede agregar otro correo. ¿Le aparece la opción?', 25],
      ['p', 'Sí, ya lo agregué. ¿Qué sigue?', 4],
    ],
    nota: 'Pide conservar también el institucional.',
  },
];

export const seedSoporte = async (
  trx: Trx,
  { personas, now }: { personas: readonly SeededPersona[]; now: Date },
): Promise<void> => {
  const escolar = await readUidByEmail(trx, 'escolar@demo.example');
  const admin = await readUidByEmail(trx, 'admin@demo.example');
  if (!escolar || !admin) return;
  const uids = { e: escolar, a: admin };
  const hace30 = new Date(now.getTime() - 30 * DAY);
  await replaceHorarios(trx, { semana: HORARIO, excepciones: [] }, { por: admin, ahora: hace30 });
  for (const [titulo, texto] of RESPUESTAS) {
    await insertRespuesta(trx, {
      ...{ id: randomUUID(), titulo, texto, actualizado_por: admin, actualizado_en: hace30 },
    });
  }
  for (const caso of CASOS) {
    const persona = personas[caso.persona];
    if (persona) await insertCaso(trx, persona.id, caso, { uids, now });
  }
};

const insertCaso = async (
  trx: Trx,
  personaId: string,
  { folio, asunto, estado, horas, agente, dichos, nota, valor }: Caso,
  { uids, now }: { uids: Readonly<Record<'e' | 'a', string>>; now: Date },
): Promise<void> => {
  const id = randomUUID();
  const creado = new Date(now.getTime() - horas * HOUR);
  const uid = (await readCuentaDePersona(trx, personaId))?.uid;
  const agenteUid = agente ? uids[agente] : null;
  const year = Number(creado.toISOString().slice(0, 4));
  await insertConversacion(trx, {
    ...{ id, folio: makeFolio(year, folio), persona_id: personaId, asunto, contexto: null },
    ...{ estado, agente_uid: agenteUid, anterior_id: null, creado_en: creado },
    espera_desde: estado === 'enEspera' || estado === 'enAtencion' ? creado : null,
  });
  let at = creado;
  let ultimo = 0;
  for (const [quien, texto, minutos = 0] of dichos) {
    at = new Date(at.getTime() + minutos * MINUTE);
    ultimo = await takeNumero(trx, id, at);
    await insertMensaje(trx, {
      ...{ conversacion_id: id, n: ultimo, cliente_id: randomUUID(), creado_en: at },
      ...{ autor: quien === 'p' ? 'persona' : 'agente', texto, sellado: null },
      autor_uid: quien === 'p' ? (uid ?? null) : uids[quien],
    });
  }
  // The person of the demonstration has an answer to read.
  const leido = estado === 'enPersona' ? ultimo - 1 : ultimo;
  if (uid) await upsertLectura(trx, { id, uid, hasta: leido, ahora: at });
  if (leido < ultimo) {
    // They were told of it: nothing new comes to the bell while somebody looks at the demonstration.
    await trx
      .updateTable('soporte_lecturas')
      .set({ avisado_en: new Date(+at + 10 * MINUTE) })
      .where('conversacion_id', '=', id)
      .execute();
  }
  if (agenteUid) {
    const hasta = estado === 'enAtencion' ? ultimo - 1 : ultimo;
    await upsertLectura(trx, { id, uid: agenteUid, hasta, ahora: at });
  }
  if (nota && agenteUid) {
    await trx
      .insertInto('soporte_notas')
      .values({
        ...{ conversacion_id: id, autor_uid: agenteUid, cliente_id: randomUUID() },
        ...{ texto: nota, tras: ultimo, creado_en: at },
      })
      .execute();
  }
  if (valor) {
    await trx
      .insertInto('soporte_valoraciones')
      .values({ conversacion_id: id, valor, comentario: '', creado_en: at })
      .execute();
  }
  if (estado !== 'resuelta' && estado !== 'cerrada') return;
  const resuelta = estado === 'resuelta' ? new Date(now.getTime() - DAY) : at;
  await trx
    .updateTable('soporte_conversaciones')
    .set({
      ...{ resuelta_en: resuelta, resuelta_por: agenteUid, actualizado_en: resuelta },
      ...(estado === 'cerrada' && { cerrada_en: new Date(resuelta.getTime() + 8 * DAY) }),
    })
    .where('id', '=', id)
    .execute();
};
