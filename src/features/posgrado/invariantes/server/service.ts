/** What must hold of the calls for applications at any moment at which nobody is writing, proved each night over all of them. */
import type { Db } from '../../../../platform/server/db/index.ts';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import type { Comprobacion, Hallazgo } from '../../../inscripciones/invariantes/server/service.ts';
import { PRESOLICITUD, RANKING, SOLICITUD } from '../../estados.ts';
import { findHallazgosDePublicacion } from '../../publicacion/comprobacion/server/service.ts';
import * as data from './data.ts';

type Row = { donde: string; dice: string | null; son: string | null };
type Revision = {
  readonly clave: string;
  readonly find: (db: Db, todas: boolean) => Promise<Row[]>;
  readonly decir: (row: Row) => string;
};

/** A state of any of the records, in words. */
const palabra = (estado: string | null): string => {
  for (const maquina of [PRESOLICITUD, SOLICITUD, RANKING]) {
    const known = (maquina.estados as readonly string[]).find((one) => one === estado);
    if (known !== undefined) return (maquina.palabra as (one: string) => string)(known);
  }
  return String(estado);
};

const historiaDistinta = ({ donde, dice, son }: Row): string =>
  `${donde}: está «${palabra(son)}» y la auditoría ${dice === null ? 'no dice nada' : `dice «${palabra(dice)}»`}.`;

/** Why an assignment is of somebody who may not judge (`selectDictamenesImpedidos`). */
const MOTIVOS: Readonly<Record<string, string>> = {
  ajena: 'la dictamina quien evalúa en otra convocatoria',
  propia: 'la dictamina su propio titular',
  impedida: 'la dictamina quien tiene un impedimento vigente',
  sin: 'tiene un dictamen entregado sin declaración de impedimentos o sin puntos',
};

const ENVIOS: Readonly<Record<string, string>> = {
  falta: 'la auditoría dice que se envió y no está',
  sin: 'no consta en la auditoría',
  otra: 'su acuse, sus respuestas o su evaluación no son los que se registraron',
};

const REVISIONES: readonly Revision[] = [
  {
    clave: 'posgradoDobles',
    find: (db) => data.ofBoth((forma) => data.selectDobles(db, forma)),
    decir: ({ donde, dice, son }) => `${donde}: una persona tiene ${dice} vigentes (${son}).`,
  },
  {
    clave: 'posgradoSinEnvio',
    find: (db) => data.ofBoth((forma) => data.selectSinEnvio(db, forma)),
    decir: ({ donde }) => `${donde}: se envió y no conserva lo enviado.`,
  },
  {
    clave: 'posgradoSinAcuse',
    find: (db) => data.ofBoth((forma) => data.selectSinAcuse(db, forma)),
    decir: ({ donde, dice }) => `${donde}: el envío ${dice} no tiene acuse.`,
  },
  {
    clave: 'posgradoEnvioAlterado',
    find: (db, todas) => data.ofBoth((forma) => data.selectEnviosAlterados(db, forma, todas)),
    decir: ({ donde, dice, son }) => `${donde}: el envío ${dice}: ${lookUp(ENVIOS, son!)}.`,
  },
  {
    clave: 'posgradoPerdida',
    find: (db) => data.ofBoth((forma) => data.selectPerdidas(db, forma)),
    decir: ({ donde }) => `Posgrado, ${donde}: la auditoría dice que se envió y no está.`,
  },
  {
    clave: 'posgradoHistoria',
    find: (db, todas) => data.ofBoth((forma) => data.selectSinHistoria(db, forma, todas)),
    decir: historiaDistinta,
  },
  {
    clave: 'dictamenImpedido',
    find: data.selectDictamenesImpedidos,
    decir: ({ donde, dice }) => `${donde}: ${lookUp(MOTIVOS, dice!)}.`,
  },
  {
    clave: 'posgradoLugar',
    find: data.selectLugaresSinPaso,
    decir: ({ donde, dice, son }) =>
      `${donde}: está «${palabra(dice)}» y su inscripción ${son === null ? 'no existe' : `está «${son}» o es de otra persona`}.`,
  },
  {
    clave: 'posgradoLugarSinSolicitud',
    find: data.selectLugaresSinSolicitud,
    decir: ({ donde, dice }) => `${donde}: la inscripción ${dice} no viene de ninguna solicitud.`,
  },
  {
    clave: 'posgradoAbiertaDespues',
    find: data.selectAbiertasDespues,
    decir: ({ donde }) => `${donde}: se abrió, se dictaminó o recibió cartas después de retirarse.`,
  },
  {
    clave: 'posgradoPendienteDeMas',
    find: data.selectPendientesDeMas,
    decir: ({ donde }) => `${donde}: se retiró y todavía se pide su dictamen.`,
  },
  {
    clave: 'cartaAlterada',
    find: data.selectCartasAlteradas,
    decir: ({ donde }) =>
      `${donde}: una carta de recomendación no es la que se registró al recibirla.`,
  },
  {
    clave: 'rankingHistoria',
    find: data.selectRankingsAlterados,
    decir: ({ donde, dice, son }) =>
      dice === son
        ? `${donde}: su huella no es la que dice la auditoría.`
        : historiaDistinta({ donde, dice, son }),
  },
];

/** All of it, and the published rankings computed again. */
export const comprobarPosgrado: Comprobacion = async (db, { ahora, todas }) => {
  const found: Hallazgo[] = [];
  for (const { clave, find, decir } of REVISIONES) {
    found.push(...(await find(db, todas)).map((row) => ({ clave, texto: decir(row) })));
  }
  return [...found, ...(await findHallazgosDePublicacion(db, ahora))];
};
