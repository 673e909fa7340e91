import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { describePeriodo, sinRotulo } from '../../../cursos/rules.ts';
import type { Destino } from '../../pasos/server/mails.ts';
import { EDICIONES } from './textos.ts';

type Aviso = {
  curso: string;
  edicion: string;
  inicia: string;
  termina: string;
  sede: string | null;
};

const REASON = 'Recibe este mensaje porque se inscribió en esta edición en el portal.';

/** Says that an edition was cancelled, why, and where else one may enrol. */
export const edicionCanceladaMail = (
  { to, uid, nombre }: Destino,
  aviso: Aviso,
  {
    motivo,
    alternativa,
    matricula,
    publicUrl,
  }: {
    motivo: string;
    alternativa: { nombre: string; enlace: string } | null;
    matricula: string;
    publicUrl: string;
  },
): Message => ({
  ...{ to, uid, clase: 'ediciones' },
  ...EDICIONES.carta('edicion.cancelada', {
    ...{ curso: aviso.curso, motivo },
    alternativa: alternativa
      ? `Puede inscribirse en ${alternativa.nombre}. Su lugar no pasa a ella por sí solo: hay que enviar la inscripción.`
      : 'Puede inscribirse en cualquier otra edición abierta; esta baja no cuenta en su contra.',
  }),
  name: nombre,
  ficha: {
    kind: 'Edición cancelada',
    title: aviso.curso,
    fields: [
      { label: 'Edición', value: sinRotulo('Edición', aviso.edicion) },
      { label: 'Fechas', value: describePeriodo(aviso.inicia, aviso.termina) },
      { label: 'Sede', value: aviso.sede },
    ],
  },
  action: alternativa
    ? { label: 'Inscribirse en la otra edición', url: publicUrl + alternativa.enlace }
    : { label: 'Ver su matrícula', url: publicUrl + matricula },
  enlace: alternativa?.enlace ?? matricula,
  reason: REASON,
});

/** Says that an edition is given on other days, or elsewhere. */
export const edicionCambioMail = (
  { to, uid, nombre }: Destino,
  aviso: Aviso,
  {
    antes,
    enlace,
    publicUrl,
  }: {
    antes: { inicia: string; termina: string; sede: string | null };
    enlace: string;
    publicUrl: string;
  },
): Message => ({
  ...{ to, uid, clase: 'ediciones' },
  ...EDICIONES.carta('edicion.cambio', { curso: aviso.curso }),
  name: nombre,
  ficha: {
    kind: 'Edición',
    title: aviso.curso,
    fields: [
      { label: 'Edición', value: sinRotulo('Edición', aviso.edicion) },
      { label: 'Fechas', value: describePeriodo(aviso.inicia, aviso.termina) },
      { label: 'Sede', value: aviso.sede },
      {
        label: 'Antes',
        value: [describePeriodo(antes.inicia, antes.termina), antes.sede]
          .filter(Boolean)
          .join(', '),
      },
    ],
  },
  action: { label: 'Ver su inscripción', url: publicUrl + enlace },
  enlace,
  reason: REASON,
});
