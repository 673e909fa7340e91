import { registerNoCurpPath } from '../../routes.ts';
import { RegisterNoCurpForm } from '../components/register-no-curp-form.tsx';
import { RegisterPage } from '../components/register-page.tsx';

export default function RegisterNoCurpPage() {
  return (
    <RegisterPage
      path={registerNoCurpPath}
      title="Crear una cuenta sin CURP"
      lead="Para quien no tiene CURP, por ejemplo si es de otro país, o cuya CURP no se puede validar."
      help={
        <div>
          <h2>¿Qué cambia?</h2>
          <p>
            El portal le dará una clave propia, que empieza con SC, para identificar su expediente.
            Cuando tenga su CURP, la escuela podrá registrarla y conservará todo lo que haya hecho.
          </p>
        </div>
      }
      form={(onSent) => <RegisterNoCurpForm onSent={onSent} />}
    />
  );
}
