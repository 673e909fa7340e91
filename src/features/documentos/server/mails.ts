import type { Env } from '../../../platform/server/env.ts';
import type { Message } from '../../../platform/server/notificaciones/index.ts';
import { joinCuerpo } from '../../../platform/shared/cartas.ts';
import { formatFecha } from '../../../platform/shared/dates.ts';
import { nameInItsCase } from '../../../platform/shared/names.ts';
import { propioPath, tabPath } from '../../personas/routes.ts';
import { PESTANA } from '../routes.ts';
import { ultimoDia } from '../rules.ts';
import { DOCUMENTOS } from './textos.ts';

/** Whom a mail about the vault is to. */
export type Titular = { uid: string; email: string; nombre: string; clave: string };

const REASON = 'Recibe este mensaje porque guarda documentos en su expediente del portal.';

const action = (env: Env, { clave }: Titular) => ({
  label: 'Ver mis documentos',
  url: `${env.publicUrl}${tabPath(clave, PESTANA)}`,
});

const a = ({ uid, email }: Titular) => ({ to: email, uid, enlace: propioPath(PESTANA) });

type Decidido = {
  estado: string;
  tipo: string;
  motivo: string | null;
  nota: string | null;
  vence_en: Date | null;
};

const sayValidado = ({ tipo, vence_en }: Decidido): string =>
  `${tipo}: validado${vence_en ? `, vigente hasta el ${formatFecha(ultimoDia(vence_en))}` : ''}.`;

const sayRechazado = ({ tipo, motivo, nota }: Decidido): string =>
  `${tipo}: no se pudo validar. ${motivo ?? ''}${nota ? `${/[.!?]$/.test(motivo ?? '') ? '' : '.'} ${nota}` : ''}`.trim();

/** What was decided of somebody's documents, together. */
export const decididosMail = (env: Env, to: Titular, decididos: readonly Decidido[]): Message => {
  const rechazados = decididos.filter(({ estado }) => estado === 'rechazado');
  const validados = decididos.filter(({ estado }) => estado !== 'rechazado');
  return {
    ...a(to),
    clase: 'documentosRevisados',
    ...DOCUMENTOS.carta(
      rechazados.length > 0
        ? 'documento.rechazado'
        : decididos.length === 1
          ? 'documento.validado'
          : 'documento.variosValidados',
      {
        revisados: joinCuerpo([...rechazados.map(sayRechazado), ...validados.map(sayValidado)]),
      },
    ),
    name: nameInItsCase(to.nombre),
    action: action(env, to),
    reason: REASON,
  };
};

/** Staff put a document in somebody's file, as when it is handed in at the window. */
export const enviadoMail = (env: Env, to: Titular, tipo: string): Message => ({
  ...a(to),
  clase: 'expediente',
  ...DOCUMENTOS.carta('documento.agregado', { documento: tipo }),
  name: nameInItsCase(to.nombre),
  action: action(env, to),
  reason: 'Recibe este mensaje porque se agregó un documento a su expediente del portal.',
});

/** Documents that end soon. */
export const porVencerMail = (
  env: Env,
  to: Titular,
  documentos: readonly { tipo: string; vence_en: Date | null }[],
): Message => ({
  ...a(to),
  clase: 'documentosPorVencer',
  ...DOCUMENTOS.carta(
    documentos.length === 1 ? 'documento.porVencer' : 'documento.variosPorVencer',
    {
      documentos: documentos
        .map(
          ({ tipo, vence_en }) => `${tipo}: vigente hasta el ${formatFecha(ultimoDia(vence_en!))}.`,
        )
        .join('\n'),
    },
  ),
  name: nameInItsCase(to.nombre),
  action: action(env, to),
  reason: REASON,
});
