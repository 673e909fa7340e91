import { randomUUID } from 'node:crypto';
import {
  CLASES_CORREO,
  type ClaseCorreo,
  type ClaseObligatoria,
  type ClaseOpcional,
  type ClaseSinNotificacion,
  isOpcional,
} from '../../shared/avisos.ts';
import { fillCarta, type Redaccion } from '../../shared/cartas.ts';
import type { Database, Db, Trx } from '../db/index.ts';
import { createRemembered } from '../db/remembered.ts';
import type { Env } from '../env.ts';
import type { Eventos } from '../eventos/index.ts';
import type { Letter } from '../mail/compose.ts';
import type { Mail } from '../mail/index.ts';
import type { Secrets } from '../secrets.ts';
import { bajaUrl } from './baja.ts';
import {
  insertAvisos,
  selectSince,
  selectTextosVigentes,
  selectWritten,
  type Written,
} from './data.ts';

/** An address within the portal. */
export type Enlace = string;

/**
 * What somebody is told, once: the portal keeps it with its link, and it goes by mail according to its kind and what its
 * person chose. It compiles only with a kind; the subject names nobody.
 */
export type Message = {
  /** Where its letters go: none, one, or several addresses of one person. */
  to: string | readonly string[];
  subject: string;
  /** Somebody waits in front of the screen for it (a code, a link): it goes before the others. */
  urgent?: boolean;
  /** Whoever it is for has their data cancelled: it is forgotten once it was delivered or given up. */
  forget?: boolean;
  /**
   * The affair that it belongs to («convocatoria:…»), when those who take part in it may not see its letters listed, whatever their role.
   */
  reserva?: string;
  /** Last instant at which its letter is true, or for how many milliseconds it is: after it the letter is not sent. */
  until?: Date | number;
  /** The text that it was filled from: the one in force takes its place. */
  texto?: Redaccion;
} & Clase &
  Letter;

type Clase =
  | ClaseFija
  /** Null: for somebody without an account. */
  | ({ clase: Exclude<ClaseObligatoria, ClaseSinNotificacion>; uid: string | null } & Sobre)
  | ({ clase: ClaseOpcional; uid: string } & Sobre);
type ClaseFija = { clase: ClaseSinNotificacion };
type Sobre = {
  /** Where it is in the portal; null: there is nothing to open. */
  enlace: Enlace | null;
  /** What it is about («conversacion:…»): another one of it is told in the same line while that is unread. */
  clave?: string;
};

/** A letter of which no notification is kept and that nobody may switch off. */
export type MessageFijo = Letter & ClaseFija & { to: string; subject: string; texto?: Redaccion };

/** Messages that one statement writes. */
const BULK = 500;
/** For how long a process uses the texts that it has read. */
const TEXTOS_MS = 10_000;
/** What is committed at about the same time is told together. */
const GATHER_MS = 50;
/** A transaction that is not over by then is told of by nobody: the browser asks now and then. */
const FORGET_MS = 60_000;

type Textos = ReadonlyMap<string, { asunto: string; cuerpo: string }>;

export type Notificaciones = {
  /** Writes it in the transaction that causes it. Gives the ids of its letters. */
  notify: (trx: Trx, message: Message) => Promise<string[]>;
  /** The same of many; gives the ids of the letters of each. */
  notifyAll: (trx: Trx, messages: readonly Message[]) => Promise<string[][]>;
  /** Letters without a notification as rows of `correos`, for a function of the database that writes more. */
  lettersOf: (
    db: Db | Trx,
    messages: readonly MessageFijo[],
  ) => Promise<ReturnType<Mail['lettersOf']>>;
  /** The texts in force that are not the code's; `fresh`: those of this moment. */
  textos: (db: Db | Trx, fresh?: boolean) => Promise<Textos>;
  /** Tells the browsers of an account that what it has unread changed; after the commit. */
  tell: (uid: string) => void;
  close: () => Promise<void>;
};

/** What happened to people: kept for the bell, and written to them. */
export const createNotificaciones = (options: {
  database: Database;
  mail: Mail;
  eventos: Eventos;
  env: Pick<Env, 'publicUrl'>;
  secrets: Secrets;
  now: () => Date;
}): Notificaciones => {
  const { database, mail, eventos, env, secrets, now } = options;
  const remembered = createRemembered<Textos>({ ms: TEXTOS_MS, most: 1 });
  /** Notifications that were written by this process and not told of yet. */
  const pending = new Map<string, { en: number; since: number }>();
  let timer: NodeJS.Timeout | undefined;

  const tell = (uid: string): void => eventos.tell(`cuenta:${uid}`, 'notificaciones', {});
  const look = async (): Promise<void> => {
    timer = undefined;
    const uids = new Set<string>();
    for (const row of await selectWritten(database.db, [...pending.keys()])) {
      const written = pending.get(row.id);
      if (!written || +row.creado_en < written.en) continue;
      pending.delete(row.id);
      uids.add(row.uid);
    }
    for (const [id, { since }] of pending) {
      if (performance.now() - since > FORGET_MS) pending.delete(id);
    }
    for (const uid of uids) tell(uid);
  };
  const forgetCommits = database.onCommit(() => {
    if (pending.size === 0 || timer) return;
    // Away, or stopping: the browser asks now and then.
    timer = setTimeout(() => void look().catch(() => {}), GATHER_MS);
    timer.unref();
  });

  eventos.watch(async (db, desde) =>
    (await selectSince(db, desde)).map(({ uid, en }) => ({
      ...{ tema: `cuenta:${uid}` as const, tipo: 'notificaciones' as const, datos: {}, en },
    })),
  );

  const textos: Notificaciones['textos'] = async (db, fresh = false) => {
    const known = fresh ? undefined : remembered.find(db, 'textos');
    if (known) return known;
    const read: Textos = new Map(
      (await selectTextosVigentes(db)).map(({ clave, ...texto }) => [clave, texto]),
    );
    remembered.keep(db, 'textos', read);
    return read;
  };

  const inForce = <M extends Message | MessageFijo>(message: M, vigentes: Textos): M => {
    const written = message.texto && vigentes.get(message.texto.clave);
    return written && message.texto
      ? { ...message, ...fillCarta(written, message.texto.campos) }
      : message;
  };

  const writtenOf = (n: number, message: Message): Written & { ids: readonly string[] } => {
    const {
      to,
      subject,
      urgent = false,
      forget = false,
      reserva,
      texto: _texto,
      until: given,
      ...rest
    } = message;
    const until = typeof given === 'number' ? new Date(now().getTime() + given) : given;
    const { clase, uid, enlace, clave, ...letter } = { uid: null, enlace: null, ...rest } as {
      clase: ClaseCorreo;
      uid: string | null;
      enlace: Enlace | null;
      clave?: string;
    } & Letter;
    const optional = isOpcional(clase) ? clase : null;
    const carta: Letter =
      optional && uid !== null
        ? { ...letter, unsubscribe: bajaUrl(env, secrets, { uid, clase: optional }) }
        : letter;
    const { filas, ids } = mail.lettersOf(
      [to].flat().map((address) => ({
        ...{ to: address, subject, urgent, forget, until, reserva },
        letter: carta,
      })),
    );
    const kept = uid !== null && !('sinNotificacion' in CLASES_CORREO[clase]);
    return {
      ...{ n, id: kept ? randomUUID() : null, uid, clase, clave: clave ?? null },
      ...{ titulo: subject, enlace, creado_en: now(), cartas: filas, ids },
      omision: optional && CLASES_CORREO[optional].omision,
    };
  };

  /** Those that some messages are written with; nothing is read when they have none. */
  const textosDe = async (db: Db | Trx, messages: readonly { texto?: Redaccion }[]) =>
    messages.some(({ texto }) => texto) ? textos(db) : new Map();

  const notifyAll: Notificaciones['notifyAll'] = async (trx, messages) => {
    const vigentes = await textosDe(trx, messages);
    const all: string[][] = [];
    for (let at = 0; at < messages.length; at += BULK) {
      const written = messages
        .slice(at, at + BULK)
        .map((message, n) => writtenOf(n, inForce(message, vigentes)));
      const rows = await insertAvisos(
        trx,
        written.map(({ ids: _ids, ...one }) => one),
      );
      const since = performance.now();
      for (const { id, creado_en } of rows) {
        if (creado_en) pending.set(id, { en: +creado_en, since });
      }
      const sent = new Set(rows.map(({ id }) => id));
      all.push(...written.map(({ ids }) => ids.filter((id) => sent.has(id))));
      mail.written();
    }
    return all;
  };

  return {
    notifyAll,
    notify: async (trx, message) => (await notifyAll(trx, [message]))[0]!,
    async lettersOf(db, messages) {
      const vigentes = await textosDe(db, messages);
      return mail.lettersOf(
        messages
          .map((message) => inForce(message, vigentes))
          .map(({ to, subject, clase: _clase, texto: _texto, ...letter }) => ({
            ...{ to, subject, letter },
          })),
      );
    },
    textos,
    tell,
    async close() {
      forgetCommits();
      clearTimeout(timer);
    },
  };
};
