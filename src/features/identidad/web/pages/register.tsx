import { registerPath } from '../../routes.ts';
import { RegisterForm } from '../components/register-form.tsx';
import { RegisterPage } from '../components/register-page.tsx';

export default function RegisterCurpPage() {
  return (
    <RegisterPage
      path={registerPath}
      title="Crear una cuenta"
      lead="Con su cuenta se inscribe a los cursos de la escuela y guarda su expediente."
      help={
        <div>
          <h2>Tenga a la mano</h2>
          <p>Su CURP, o una foto de su credencial para votar: el portal la lee de ella.</p>
        </div>
      }
      form={(onSent) => <RegisterForm onSent={onSent} />}
    />
  );
}
