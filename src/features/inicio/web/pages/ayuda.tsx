import { publicPage } from '../../../../platform/web/public/page.ts';
import { Link } from '../../../../platform/web/router.tsx';
import { PageHeading, Section } from '../../../../platform/web/ui/page.tsx';
import {
  loginPath,
  registerNoCurpPath,
  registerPath,
  restablecerPath,
} from '../../../identidad/routes.ts';
import { acusePagePath } from '../../../inscripciones/routes.ts';
import { Contacto } from '../components/contacto.tsx';

function AyudaPage() {
  return (
    <article>
      <PageHeading title="Ayuda" lead="Preguntas frecuentes." />
      <Section title="Entrar">
        <ul>
          <li>
            Si es su primera vez, <Link to={registerPath}>cree una cuenta</Link> con su correo y su
            CURP; si no tiene CURP, <Link to={registerNoCurpPath}>regístrese sin ella</Link>.
          </li>
          <li>
            Si olvidó su contraseña, <Link to={restablecerPath}>reciba un enlace</Link> para elegir
            otra.
          </li>
          <li>
            Si no le llega el correo de verificación, espere unos minutos, búsquelo en la carpeta de
            correo no deseado e <Link to={loginPath}>intente ingresar</Link>: ahí puede pedir que se
            le envíe de nuevo.
          </li>
          <li>
            Si perdió el teléfono de su segundo factor, escriba uno de sus códigos de recuperación
            donde se le pide el código.
          </li>
        </ul>
      </Section>
      <Section title="Inscribirse">
        <ul>
          <li>Lo que escribe en un formulario se guarda solo: puede seguir otro día.</li>
          <li>
            Al enviarlo recibe un acuse con un folio. Quien tenga el folio puede{' '}
            <Link to={acusePagePath}>comprobar que es auténtico</Link>, sin ver sus datos.
          </li>
          <li>Lo enviado ya no se puede cambiar. Si hay un error, avise a control escolar.</li>
        </ul>
      </Section>
      <Section title="Sus datos">
        <p>
          Sus nombres y su CURP están en «Mi expediente». Si algo no es correcto, pida ahí mismo que
          se corrija. Los documentos ya emitidos conservan lo que decían. En «Mis datos» puede
          descargar todo lo que el portal guarda de usted y ejercer sus derechos ARCO.
        </p>
      </Section>
      <Section title="Otra cosa">
        <Contacto para="Para lo que no encuentre aquí," />
      </Section>
    </article>
  );
}

export default publicPage({
  description:
    'Cómo entrar al portal académico, inscribirse y consultar un acuse, y a quién preguntar.',
  Page: AyudaPage,
});
