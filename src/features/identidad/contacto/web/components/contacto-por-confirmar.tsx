import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { Button } from '../../../../../platform/web/ui/index.ts';
import { useRequestContacto } from '../hooks.ts';

/** Says that an address waits to be confirmed, and sends the mail again. */
export function ContactoPorConfirmar({ email }: { email: string }) {
  const request = useRequestContacto();
  const again = async () => {
    try {
      await request.mutateAsync({ email });
      notify.success(`Se envió de nuevo el mensaje a ${email}.`);
    } catch (error) {
      notify.error(messageOf(error));
    }
  };
  return (
    <Notice
      tone="warning"
      title="Falta confirmar su correo de contacto"
      actions={
        <Button size="small" busy={request.isPending} onClick={() => void again()}>
          Enviar de nuevo el mensaje
        </Button>
      }
    >
      <p>
        Para recibir los avisos también en <strong>{email}</strong>, abra el mensaje de confirmación
        que le enviamos ahí y siga su enlace; entonces le reenviaremos además su acuse. Mientras
        tanto, los avisos llegan solo al correo de su cuenta.
      </p>
    </Notice>
  );
}
