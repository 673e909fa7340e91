import { publicPage } from '../../../../../platform/web/public/page.ts';
import { PUBLICADAS } from '../../rules.ts';
import { apartadosAviso } from '../components/texto-aviso.tsx';
import { TextoLegal } from '../components/texto-legal.tsx';

function AvisoPage() {
  return (
    <TextoLegal
      titulo="Aviso de privacidad"
      resumen="Qué datos suyos trata la escuela en este portal, para qué, y cómo puede decidir sobre ellos."
      publicadas={PUBLICADAS.aviso}
      apartados={apartadosAviso()}
    />
  );
}

export default publicPage({
  description:
    'Qué datos personales trata la escuela en este portal, para qué, y cómo ejercer sus derechos sobre ellos.',
  Page: AvisoPage,
});
