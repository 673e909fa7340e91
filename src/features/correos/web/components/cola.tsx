import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../../platform/web/callables/client.ts';
import { Notice, notify } from '../../../../platform/web/feedback/index.ts';
import {
  Button,
  formatDateTime,
  formatNumber,
  formatRelative,
} from '../../../../platform/web/ui/index.ts';
import type { ColaCorreos } from '../../contract.ts';
import { useApplyToCorreos } from '../hooks.ts';

const esperan = (n: number) => (n === 1 ? 'Espera 1 correo' : `Esperan ${formatNumber(n)} correos`);

/** Whether mails and messages to telephones go out, and what to do when they do not. */
export function Cola({ cola }: { cola: ColaCorreos }) {
  const { esperan: mensajes, falla } = cola.telefonos;
  return (
    <>
      <ColaDeCorreos cola={cola} />
      {falla && (
        <Notice tone="danger" title="La pasarela de mensajes a teléfonos no los acepta">
          <p>
            Desde el {formatDateTime(falla.desde)} ({formatRelative(falla.desde, new Date())}).{' '}
            {falla.respuesta}
          </p>
          <p>
            Se intenta solo cada pocos minutos. {mensajes === 1 ? 'Espera' : 'Esperan'}{' '}
            {mensajes === 1 ? '1 mensaje' : `${formatNumber(mensajes)} mensajes`}; cada código vence
            a los 10 minutos.
          </p>
        </Notice>
      )}
    </>
  );
}

function ColaDeCorreos({ cola }: { cola: ColaCorreos }) {
  const waiting = cola.desde && (
    <p>
      {esperan(cola.esperan)}
      {cola.esperan === 1 ? ', desde el ' : ', el más antiguo desde el '}
      {formatDateTime(cola.desde)}.
    </p>
  );
  switch (cola.salida) {
    case 'buzonLocal':
      return (
        <Notice title="Demostración: los correos no salen a internet">
          <p>
            Se leen en el <a href="/dev/mail">buzón local</a>.
          </p>
        </Notice>
      );
    case 'sinServidor':
      return (
        <Notice tone="warning" title="No hay un servidor de correo configurado">
          <p>
            Los correos esperan hasta que quien opera el portal indique <code>SMTP_URL</code>.
          </p>
          {waiting}
        </Notice>
      );
    case 'falla':
      return <Falla cola={cola}>{waiting}</Falla>;
    case 'funciona':
      return null;
  }
}

function Falla({ cola, children }: { cola: ColaCorreos; children: ReactNode }) {
  const { apply, refresh } = useApplyToCorreos();
  const [busy, setBusy] = useState(false);
  const { falla, masAntiguo } = cola;
  if (!falla) return null;
  const tryNow = async (id: string) => {
    setBusy(true);
    try {
      await apply({ accion: 'reenviar', parte: { ids: [id] } });
      notify.success('Se intenta de nuevo con el servidor de correo.');
    } catch (error) {
      notify.error(messageOf(error));
    }
    setBusy(false);
    setTimeout(refresh, 2_000);
  };
  return (
    <Notice
      tone="danger"
      title="El servidor de correo no acepta mensajes"
      actions={
        masAntiguo && (
          <Button size="small" busy={busy} onClick={() => void tryNow(masAntiguo)}>
            Intentar ahora
          </Button>
        )
      }
    >
      <p>
        Desde el {formatDateTime(falla.desde)} ({formatRelative(falla.desde, new Date())}).{' '}
        {falla.respuesta}
      </p>
      {children}
      <p>
        Se intenta solo cada pocos minutos y, en cuanto funcione, salen todos. Lo que no salga en
        cinco días queda como «Sin entregar».
      </p>
    </Notice>
  );
}
