import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { LinkButton, PageHeading } from '../../../../../platform/web/ui/index.ts';
import { MESSAGES } from '../../../errors.ts';
import auth from '../../../web/components/auth-page.module.css';
import { CodeProblem } from '../../../web/components/code-problem.tsx';
import { OwnSession } from '../../../web/components/own-session.tsx';
import { codeOf } from '../../../web/hooks.ts';
import { useConfirmContacto } from '../hooks.ts';

const INICIO = { to: '/', label: 'Ir a mi portal' };

/** Where the link of a contact address leads. */
export function ContactoConfirmado({ oobCode }: { oobCode: string }) {
  return (
    <OwnSession
      title="Confirme su correo de contacto"
      lead="Para terminar, ingrese con su cuenta: así sabemos que quien lee ese correo es usted."
    >
      {(uid) => <Confirmado key={uid} oobCode={oobCode} uid={uid} />}
    </OwnSession>
  );
}

function Confirmado({ oobCode, uid }: { oobCode: string; uid: string }) {
  const codigo = useConfirmContacto(oobCode, uid);
  if (codigo.estado === 'esperando') {
    return (
      <>
        <PageHeading title="Confirmando su correo" />
        <Loading shape="line" label="Confirmando su correo…" />
      </>
    );
  }
  if (codigo.estado === 'listo') {
    return (
      <div role="status">
        <PageHeading
          title="Su correo de contacto quedó confirmado"
          lead={
            <>
              Desde ahora <strong>{codigo.resultado.email}</strong> recibe los avisos de las
              inscripciones en las que lo escriba, además del correo de su cuenta. Le enviamos ahí
              los acuses que ya lo tenían. Cuando quiera puede cambiarlo o quitarlo en sus
              preferencias.
            </>
          }
        />
        <div className={auth.actions}>
          <LinkButton to="/" variant="primary">
            Ir a mi portal
          </LinkButton>
        </div>
      </div>
    );
  }
  switch (codeOf(codigo.error)) {
    case 'codigo-vencido':
      return (
        <CodeProblem
          title="El enlace venció"
          message="Los enlaces para confirmar un correo de contacto sirven durante 7 días. Pida otro en sus preferencias, en Correos de contacto."
          next={INICIO}
        />
      );
    case 'codigo-invalido':
      return (
        <CodeProblem
          title="El enlace ya no sirve"
          message="Ya se usó, o pidió otro después. Si ya lo había abierto, ese correo está confirmado."
          next={INICIO}
        />
      );
    case 'contacto-de-otra-cuenta':
      return (
        <CodeProblem
          title="El enlace es de otra cuenta"
          message={MESSAGES['contacto-de-otra-cuenta']}
          next={INICIO}
        />
      );
    default:
      return (
        <>
          <PageHeading title="No se pudo confirmar su correo" />
          <ErrorState error={codigo.error} retry={codigo.reintentar} />
        </>
      );
  }
}
