import { useEffect, useRef, useState } from 'react';
import { VOLVER } from '../../../../platform/shared/volver.ts';
import { messageOf } from '../../../../platform/web/callables/client.ts';
import { Notice } from '../../../../platform/web/feedback/index.ts';
import { useErrorTitle } from '../../../../platform/web/keep-alive/index.ts';
import { useSearchParams } from '../../../../platform/web/router.tsx';
import { Button } from '../../../../platform/web/ui/index.ts';
import { MESSAGES } from '../../errors.ts';
import { resendVerification } from '../hooks.ts';
import { DemoMailbox } from './demo-mailbox.tsx';

/** The specification's refusal, to the letter, and the way forward: the mail once more. */
export function UnverifiedNotice({
  credentials,
}: {
  credentials: { email: string; password: string };
}) {
  const volver = useSearchParams()[0].get(VOLVER);
  const box = useRef<HTMLDivElement>(null);
  const [sending, setSending] = useState(false);
  const [answer, setAnswer] = useState<{ sent: boolean; text: string } | null>(null);
  useErrorTitle(!answer?.sent);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal takes the focus again
  useEffect(() => box.current?.focus(), [credentials]);

  const send = async () => {
    setSending(true);
    try {
      await resendVerification({ ...credentials, ...(volver && { volver }) });
      setAnswer({
        sent: true,
        text: 'Le enviamos de nuevo el correo de verificación. Abra el enlace del más reciente y después ingrese aquí; los anteriores ya no sirven.',
      });
    } catch (error) {
      setAnswer({ sent: false, text: messageOf(error) });
    } finally {
      setSending(false);
    }
  };

  return (
    <>
      <div ref={box} tabIndex={-1} role="alert">
        <Notice
          tone="warning"
          title={MESSAGES['correo-sin-verificar']}
          actions={
            !answer?.sent && (
              <Button size="small" busy={sending} onClick={() => void send()}>
                Enviar de nuevo el correo de verificación
              </Button>
            )
          }
        >
          {!answer && <p>Abra el enlace que le enviamos al registrarse. Sirve durante 24 horas.</p>}
          <div role="status">{answer && <p>{answer.text}</p>}</div>
        </Notice>
      </div>
      {answer?.sent && <DemoMailbox />}
    </>
  );
}
