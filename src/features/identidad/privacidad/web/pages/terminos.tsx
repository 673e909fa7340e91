import { PUBLICADAS } from '../../rules.ts';
import { TextoLegal } from '../components/texto-legal.tsx';
import { apartadosTerminos } from '../components/texto-terminos.tsx';

export default function TerminosPage() {
  return (
    <TextoLegal
      titulo="Términos de uso"
      resumen="Las reglas para usar este portal, en pocas palabras."
      publicadas={PUBLICADAS.terminos}
      apartados={apartadosTerminos()}
    />
  );
}
