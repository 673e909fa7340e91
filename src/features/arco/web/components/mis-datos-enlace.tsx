import { LinkButton } from '../../../../platform/web/ui/index.ts';
import { misDatosPath } from '../../copias/routes.ts';

/** In «Preferencias»: where one's data are asked for. */
export function MisDatosEnlace() {
  return (
    <LinkButton to={misDatosPath} variant="secondary">
      Ir a mis datos
    </LinkButton>
  );
}
