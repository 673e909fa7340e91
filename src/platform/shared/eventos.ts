/**
 * Live events: pokes from the server that say that something changed, never what. What is new is read by callable, so that a poke
 * lost, repeated or late loses, repeats or disorders nothing.
 */

/**
 * What may be told, by name, with its data: ids and counts only. A feature declares its own by declaration merging:
 * `declare module '…/platform/shared/eventos.ts' { interface Sucesos { 'soporte.conversacion': { id: string; n: number } } }`.
 */
export interface Sucesos {
  /** The stream begins, or began again: whatever may have been missed is to be read. */
  conectado: Record<never, never>;
  /** The server stops or the stream is old: the browser connects again within `segundos`. */
  adios: { segundos: number };
  /** The session ended, or its account may no longer do what it could. */
  sesion: Record<never, never>;
  /** What an account's person has unread changed. */
  notificaciones: Record<never, never>;
  /** A job of an account's tray changed. */
  trabajos: Record<never, never>;
  /** A job of anybody's changed: for the Admins who look at all of them. */
  trabajosDeTodos: Record<never, never>;
}
export type Suceso = keyof Sucesos;

/** Who hears it: an account, or all of the staff that attend. */
export type Tema = `cuenta:${string}` | 'bandeja';

export type Evento<T extends Suceso = Suceso> = { readonly tipo: T; readonly datos: Sucesos[T] };

/** Address of the stream, and the header without which it does not open: no other site can send it. */
export const EVENTOS_PATH = '/eventos';
export const CABECERA_EVENTOS = 'x-portal';
/** Seconds between beats: a stream that is silent for longer than two of them is dead. */
export const LATIDO_SEGUNDOS = 20;
