import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { Button, IconEdit } from '../../../../../platform/web/ui/index.ts';
import type { EdicionListada } from '../../../ediciones/contract.ts';
import { canEditOferta } from '../../../policy.ts';
import { cursosPath, edicionesPath, edicionPath } from '../../../routes.ts';
import { Borrar, NoSeBorra } from '../../../web/components/borrar.tsx';
import type { CursoGuardado } from '../../contract.ts';
import { useCursoChanges } from '../hooks.ts';
import { CursoDialog } from './curso-dialog.tsx';

type Props = { curso: CursoGuardado; onClose: () => void };

/** What an Admin does to a course. */
export function CursoAcciones({
  curso,
  ediciones,
  cuantas,
}: {
  curso: CursoGuardado;
  ediciones: readonly EdicionListada[];
  cuantas: number;
}) {
  const user = useUser();
  const [editing, edit] = useDisclosure();
  const [retiring, retire] = useDisclosure();
  const [removing, remove] = useDisclosure();
  const { deleteCurso } = useCursoChanges();
  if (!canEditOferta(user)) return null;
  return (
    <>
      <Button variant="primary" icon={<IconEdit />} onClick={edit.open}>
        Editar
      </Button>
      <Button onClick={retire.open}>{curso.retirado ? 'Restituir' : 'Retirar'}</Button>
      <Button onClick={remove.open}>Borrar</Button>
      {editing && <CursoDialog curso={curso} onClose={edit.close} />}
      {retiring && <Retirar curso={curso} onClose={retire.close} />}
      {removing &&
        (cuantas > 0 ? (
          <EnUso {...{ curso, ediciones, cuantas }} onClose={remove.close} />
        ) : (
          <Borrar
            title="Borrar el curso"
            nombre={curso.datos.nombre}
            lista={cursosPath}
            borrar={() => deleteCurso({ id: curso.id, version: curso.version })}
            onClose={remove.close}
          >
            No tiene ediciones.
          </Borrar>
        ))}
    </>
  );
}

function Retirar({ curso, onClose }: Props) {
  const { setRetirado } = useCursoChanges();
  const { nombre } = curso.datos;
  const form = useForm({
    initial: {},
    submit: () => setRetirado({ id: curso.id, retirado: !curso.retirado }),
    onSuccess: () => {
      notify.success(curso.retirado ? `Se restituyó «${nombre}».` : `Se retiró «${nombre}».`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={curso.retirado ? 'Restituir el curso' : 'Retirar el curso'}
      form={form}
      submit={curso.retirado ? 'Restituir' : 'Retirar'}
      onClose={onClose}
    >
      <p>
        <strong>{nombre}</strong>
      </p>
      <p>
        {curso.retirado
          ? 'Volverá a la lista, y se podrán abrir ediciones de él.'
          : 'No se abrirán más ediciones de él. Las que hay siguen como están, y puede restituirlo cuando quiera.'}
      </p>
    </FormDialog>
  );
}

function EnUso({
  curso,
  ediciones,
  cuantas,
  onClose,
}: Props & { ediciones: readonly EdicionListada[]; cuantas: number }) {
  const some = ediciones.slice(0, 5);
  return (
    <NoSeBorra onClose={onClose}>
      <p>
        <strong>{curso.datos.nombre}</strong> tiene{' '}
        {cuantas === 1 ? '1 edición' : `${cuantas} ediciones`}:
      </p>
      <ul>
        {some.map(({ id, nombre }) => (
          <li key={id}>
            <Link to={edicionPath(id)} onClick={onClose}>
              {nombre}
            </Link>
          </li>
        ))}
        {cuantas > some.length && (
          <li>
            <Link
              to={`${edicionesPath}?${new URLSearchParams({ curso: curso.id })}`}
              onClick={onClose}
            >
              y {cuantas - some.length} más
            </Link>
          </li>
        )}
      </ul>
      {!curso.retirado && <p>Si ya no se impartirá, retírelo: lo anterior no cambia.</p>}
    </NoSeBorra>
  );
}
