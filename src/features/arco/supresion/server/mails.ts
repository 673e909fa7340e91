import type { Env } from '../../../../platform/server/env.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import type { CategoriaSuprimida } from '../../contract.ts';

/** To whoever asked for it, before their address goes: what was erased, what is kept and why. Nothing remembers it after. */
export const supresionMail = (
  env: Env,
  to: string,
  { folio, categorias }: { folio: string; categorias: readonly CategoriaSuprimida[] },
): Message => {
  const kept = categorias.filter(({ conserva }) => conserva > 0);
  const gone = categorias.filter(({ borra }) => borra > 0);
  return {
    ...{ to, uid: null, clase: 'pedidos', enlace: null },
    forget: true,
    subject: 'Se suprimieron sus datos',
    paragraphs: [
      `Es sobre su solicitud de cancelación, con folio ${groupByFour(folio)}. Guarde este mensaje: después de enviarlo borramos también esta dirección.`,
      ...(gone.length === 0
        ? []
        : [`Se borró: ${gone.map(({ titulo }) => titulo.toLowerCase()).join('; ')}.`]),
      ...kept.map(
        ({ titulo, fundamento }) => `Se conserva: ${titulo.toLowerCase()}. ${fundamento}`,
      ),
      'Sus sesiones se cerraron y su cuenta ya no sirve para ingresar. Los acuses que tenga siguen siendo válidos y cualquiera puede comprobarlos con su folio y su clave.',
      'Si no está de acuerdo, puede interponer un recurso de revisión ante la autoridad garante.',
    ],
    action: { label: 'Aviso de privacidad', url: `${env.publicUrl}/privacy/aviso` },
    reason: 'Recibe este correo porque pidió que se cancelaran sus datos personales.',
  };
};
