import { publicPage } from '../../../../../platform/web/public/page.ts';
import { PUBLICADAS } from '../../rules.ts';
import { TextoLegal } from '../components/texto-legal.tsx';
import { apartadosTerminos } from '../components/texto-terminos.tsx';

function TerminosPage() {
  return (
    <TextoLegal
      titulo="Términos de uso"
      resumen="Las reglas para usar este portal, en pocas palabras."
      publicadas={PUBLICADAS.terminos}
      apartados={apartadosTerminos()}
    />
  );
}

export default publicPage({
  description: 'Las reglas para usar el portal académico de la escuela.',
  Page: TerminosPage,
});
