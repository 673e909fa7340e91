import { useEffect } from 'react';
import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { useSessionControl } from '../../../../../platform/web/session/react.tsx';
import { LinkButton, PageHeading } from '../../../../../platform/web/ui/index.ts';
import { preferenciasPath } from '../../../../personas/routes.ts';
import { MESSAGES } from '../../../errors.ts';
import auth from '../../../web/components/auth-page.module.css';
import { CodeProblem } from '../../../web/components/code-problem.tsx';
import { OwnSession } from '../../../web/components/own-session.tsx';
import { codeOf } from '../../../web/hooks.ts';
import { useConfirmEmailChange } from '../hooks.ts';

const PREFERENCIAS = { to: preferenciasPath, label: 'Ir a mis preferencias' };

/** Where the link of a change of address leads. */
export function CorreoNuevo({ oobCode }: { oobCode: string }) {
  return (
    <OwnSession
      title="Confirme su nuevo correo"
      lead="Para terminar, ingrese con su correo anterior y su contraseña: así sabemos que es usted."
    >
      {(uid) => <Confirmado key={uid} oobCode={oobCode} uid={uid} />}
    </OwnSession>
  );
}

function Confirmado({ oobCode, uid }: { oobCode: string; uid: string }) {
  const session = useSessionControl();
  const codigo = useConfirmEmailChange(oobCode, uid);
  const done = codigo.estado === 'listo';
  useEffect(() => {
    if (done) void session.reload();
  }, [done, session]);
  if (codigo.estado === 'esperando') {
    return (
      <>
        <PageHeading title="Cambiando su correo" />
        <Loading shape="line" label="Cambiando su correo…" />
      </>
    );
  }
  if (codigo.estado === 'listo') {
    return (
      <div role="status">
        <PageHeading
          title="Su correo cambió"
          lead={
            <>
              Desde ahora ingrese con <strong>{codigo.resultado.email}</strong>; ahí llegarán los
              avisos. Se cerraron sus demás sesiones; esta sigue abierta.
            </>
          }
        />
        <div className={auth.actions}>
          <LinkButton to={preferenciasPath} variant="primary">
            Ir a mis preferencias
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
          message="Los enlaces para cambiar el correo sirven durante 24 horas. Pida el cambio de nuevo en sus preferencias."
          next={PREFERENCIAS}
        />
      );
    case 'codigo-invalido':
      return (
        <CodeProblem
          title="El enlace ya no sirve"
          message="Ya se usó, se canceló el cambio, o pidió otro después. En sus preferencias puede ver cuál es su correo."
          next={PREFERENCIAS}
        />
      );
    case 'codigo-de-otra-cuenta':
      return (
        <CodeProblem
          title="El enlace es de otra cuenta"
          message={MESSAGES['codigo-de-otra-cuenta']}
          next={PREFERENCIAS}
        />
      );
    case 'correo-con-cuenta':
      return (
        <CodeProblem
          title="Ese correo ya tiene una cuenta"
          message={MESSAGES['correo-con-cuenta']}
          next={PREFERENCIAS}
        />
      );
    default:
      return (
        <>
          <PageHeading title="No se pudo cambiar su correo" />
          <ErrorState error={codigo.error} retry={codigo.reintentar} />
        </>
      );
  }
}
