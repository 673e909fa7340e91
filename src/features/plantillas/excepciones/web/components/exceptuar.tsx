import { quoted } from '../../../../../platform/shared/quotation.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { Button } from '../../../../../platform/web/ui/index.ts';
import { reglasPath } from '../../../routes.ts';
import { isPedida } from '../../rules.ts';
import { useExcepciones } from '../hooks.ts';
import { ExceptuarDialog } from './exceptuar-dialog.tsx';

/** Beside a rule that somebody does not meet: to ask for it, or that it is asked for already. */
export function Exceptuar({
  plantillaId,
  ...props
}: {
  plantillaId: string;
  versionId: string;
  regla: { clave: string; descripcion: string };
  persona: { clave: string; nombre: string };
}) {
  const [asking, ask] = useDisclosure();
  const { data, isPending } = useExcepciones({ clave: props.persona.clave });
  const { clave, descripcion } = props.regla;
  const pedida = data?.excepciones.some((one) => isPedida(one, plantillaId, clave));
  // Nothing is offered that would be taken back at once. What cannot be known, the server says.
  if (isPending) return null;
  if (pedida) {
    return (
      <p>
        Ya se pidió exceptuarla de {quoted(descripcion)}: espera a que alguien la apruebe.{' '}
        <Link to={`${reglasPath(plantillaId, props.versionId)}?ver=excepciones`}>
          Ver la excepción por aprobar
        </Link>
      </p>
    );
  }
  return (
    <>
      <Button size="small" onClick={ask.open}>
        Exceptuar de {quoted(descripcion)}…
      </Button>
      {asking && <ExceptuarDialog {...props} onClose={ask.close} />}
    </>
  );
}
