import { useLocation } from 'react-router';
import { useSearchParams } from '../../../../platform/web/router.tsx';
import { CorreoNuevo } from '../../acceso/web/components/correo-nuevo.tsx';
import { ContactoConfirmado } from '../../contacto/web/components/contacto-confirmado.tsx';
import { restablecerPath } from '../../routes.ts';
import { CodeProblem } from '../components/code-problem.tsx';
import { NewPassword, PasswordChanged } from '../components/new-password.tsx';
import { VerifiedEmail } from '../components/verified-email.tsx';

/** Where the links of the mails lead: `?mode=verifyEmail|resetPassword|verifyAndChangeEmail|verifyContact&oobCode=…`. */
export default function AccionPage() {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const mode = params.get('mode');
  const oobCode = params.get('oobCode') ?? '';
  if ((state as { done?: boolean } | null)?.done) return <PasswordChanged />;
  if (oobCode !== '' && mode === 'verifyEmail') {
    return <VerifiedEmail key={oobCode} oobCode={oobCode} />;
  }
  if (oobCode !== '' && mode === 'resetPassword') {
    return <NewPassword key={oobCode} oobCode={oobCode} />;
  }
  if (oobCode !== '' && mode === 'verifyAndChangeEmail') {
    return <CorreoNuevo key={oobCode} oobCode={oobCode} />;
  }
  if (oobCode !== '' && mode === 'verifyContact') {
    return <ContactoConfirmado key={oobCode} oobCode={oobCode} />;
  }
  return (
    <CodeProblem
      title="El enlace no está completo"
      message="Puede que el programa de correo lo haya cortado. Ábralo de nuevo desde el mensaje o cópielo entero en la barra de direcciones."
      next={{ to: restablecerPath, label: 'Pedir otro enlace para la contraseña' }}
    />
  );
}
