import { AYUDA_PATH } from '../../platform/shared/ayuda.ts';

/** The specification's: the conversations of whoever is in, or the inbox of the staff. */
export const soportePath = AYUDA_PATH;
export const soportePaths: readonly string[] = [soportePath];

/** One conversation: a person's own, or of the inbox. */
export const conversacionPath = (id: string): string =>
  `${soportePath}?conversacion=${encodeURIComponent(id)}`;

/** Opening hours and canned answers, for staff. */
export const configuracionDeSoportePath = `${soportePath}?configuracion=1`;

declare module '../../platform/shared/eventos.ts' {
  interface Sucesos {
    /** Something changed in a conversation: its last message has that number. */
    conversacion: { id: string; n: number };
    /** Somebody of the other end is writing. */
    escribiendo: { id: string; agente: boolean };
    /** The inbox changed. */
    bandeja: Record<never, never>;
  }
}
