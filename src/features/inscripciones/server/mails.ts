import type { MessageFijo } from '../../../platform/server/notificaciones/index.ts';
import { formatFecha } from '../../../platform/shared/dates.ts';
import { lookUp } from '../../../platform/shared/look-up.ts';
import { sinRotulo } from '../../cursos/rules.ts';
import type { AcuseImpreso } from '../acuse/contract.ts';
import type { Estado } from '../estados.ts';
import { ENVIOS } from './textos.ts';

/** Texts of what sending came to, by the state that the acuse prints; of the others, that it has a seat. */
const DECIDIDO: Readonly<Partial<Record<Estado, keyof typeof ENVIOS.textos>>> = {
  enRevision: 'inscripcion.enviadaARevision',
  enListaDeEspera: 'inscripcion.enviadaAEspera',
};

/**
 * Says what became of the inscripción that was sent, with the way to its acuse. `nombre` is the person's, in the case
 * of their file; `confirmacion`, what the plantilla adds for whoever has a seat.
 */
export const enviadaMail = (
  to: string,
  nombre: string,
  { curso, edicion, folio, url, estado }: AcuseImpreso,
  confirmacion: string | undefined,
): MessageFijo => ({
  to,
  clase: 'acuses',
  ...ENVIOS.carta(lookUp(DECIDIDO, estado.codigo) ?? 'inscripcion.enviada', {
    curso: curso.nombre,
  }),
  name: nombre,
  ficha: {
    kind: 'Acuse de inscripción',
    title: curso.nombre,
    folio,
    fields: [
      { label: 'Tipo', value: curso.tipo },
      { label: 'Edición', value: sinRotulo('Edición', edicion.nombre) },
      { label: 'Grupo', value: edicion.grupo ?? null },
      { label: 'Inicia', value: formatFecha(edicion.inicia) },
      { label: 'Termina', value: formatFecha(edicion.termina) },
      { label: 'Sede', value: edicion.sede },
    ],
  },
  action: { label: 'Consultar y descargar su acuse', url },
  notes: [
    'La dirección incluye la clave del acuse: compártala solo con quien deba verlo.',
    ...(confirmacion && lookUp(DECIDIDO, estado.codigo) === undefined ? [confirmacion] : []),
  ],
  reason: 'Recibe este mensaje porque se inscribió en el portal.',
});
