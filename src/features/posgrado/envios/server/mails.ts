import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import type { Redaccion } from '../../../../platform/shared/cartas.ts';
import { describePeriodo, sinRotulo } from '../../../cursos/rules.ts';
import type { ActividadRow } from '../../../cursos/server/reading.ts';
import { formatFolio } from '../../../inscripciones/acuse/rules.ts';

/** A letter about a step, in the words of the room that takes it. No personal datum in `asunto`. */
export type CartaDePaso = {
  readonly asunto: string;
  readonly parrafos: readonly string[];
  /** What it was filled from, where an Admin may write it again. */
  readonly texto?: Redaccion;
  /** `ruta`: an address within the portal (`presolicitudPath`, `solicitudPath`). */
  readonly accion: { readonly label: string; readonly ruta: string };
  readonly notas?: readonly string[];
  /** Of the acuse, or of the application. */
  readonly folio?: string | undefined;
};

/** Whom a letter is to: every address of one person. */
export type Destino = {
  to: string | readonly string[];
  uid: string;
  nombre: string;
  publicUrl: string;
};

type QueEs = Pick<
  ActividadRow,
  'curso_nombre' | 'edicion_nombre' | 'edicion_inicia' | 'edicion_termina' | 'edicion_sede'
>;

const cartaDe = (
  { to, nombre, publicUrl }: Omit<Destino, 'uid'>,
  kind: string,
  que: QueEs,
  carta: CartaDePaso,
) => ({
  to,
  subject: carta.asunto,
  name: nombre,
  paragraphs: [...carta.parrafos],
  ...(carta.texto && { texto: carta.texto }),
  ficha: {
    kind,
    title: que.curso_nombre,
    ...(carta.folio !== undefined && { folio: formatFolio(carta.folio.replaceAll('-', '')) }),
    fields: [
      { label: 'Edición', value: sinRotulo('Edición', que.edicion_nombre) },
      { label: 'Fechas', value: describePeriodo(que.edicion_inicia, que.edicion_termina) },
      { label: 'Sede', value: que.edicion_sede },
    ],
  },
  action: {
    label: carta.accion.label,
    url: /^https?:/.test(carta.accion.ruta) ? carta.accion.ruta : publicUrl + carta.accion.ruta,
  },
  ...(carta.notas && { notes: [...carta.notas] }),
  reason: 'Recibe este mensaje porque participa en una convocatoria de posgrado.',
});

/** The letter to an applicant: to whom, about which form («Presolicitud»), in which programme. */
export const pasoMail = (
  quien: Destino,
  kind: string,
  que: QueEs,
  carta: CartaDePaso,
): Message => ({
  ...cartaDe(quien, kind, que, carta),
  ...{ clase: 'pedidos', uid: quien.uid },
  enlace: /^https?:/.test(carta.accion.ruta) ? null : carta.accion.ruta,
});

/** What one sent oneself, at one's address: the portal has its acuse already. */
export const acuseMail = (
  quien: Omit<Destino, 'uid'>,
  kind: string,
  que: QueEs,
  carta: CartaDePaso,
): Message => ({ ...cartaDe(quien, kind, que, carta), clase: 'acuses' });
