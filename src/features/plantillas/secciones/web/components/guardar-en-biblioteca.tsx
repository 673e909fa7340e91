import { useState } from 'react';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button } from '../../../../../platform/web/ui/index.ts';
import { describeSinCondicion, type Seccion, standAlone } from '../../rules.ts';
import { useSaveSeccion } from '../hooks.ts';
import { checkNombre, NombreDeSeccionDialog } from './nombre.tsx';
import { ReemplazarDialog } from './reemplazar.tsx';

/** Keeps a section of a draft in the library, as it is now: as another one, or in place of what one of it said. */
export function GuardarEnBiblioteca({ seccion }: { seccion: Seccion }) {
  const [opened, { open, close }] = useDisclosure();
  const [replaces, setReplaces] = useState(false);
  const onClose = () => {
    close();
    setReplaces(false);
  };
  return (
    <>
      <Button variant="quiet" flush onClick={open}>
        Guardar en la biblioteca…
        <span className="sr-only"> «{seccion.titulo}»</span>
      </Button>
      {opened &&
        (replaces ? (
          <ReemplazarDialog seccion={seccion} onClose={onClose} />
        ) : (
          <GuardarDialog seccion={seccion} onClose={onClose} onReplace={() => setReplaces(true)} />
        ))}
    </>
  );
}

function GuardarDialog({
  seccion,
  onClose,
  onReplace,
}: {
  seccion: Seccion;
  onClose: () => void;
  onReplace: () => void;
}) {
  const save = useSaveSeccion();
  const pierde = describeSinCondicion(standAlone(seccion).sinCondicion);
  const form = useForm({
    initial: { nombre: seccion.titulo, descripcion: '' },
    validate: checkNombre,
    submit: (values) => save.mutateAsync({ ...values, seccion }),
    onSuccess: () => {
      notify.success('Se guardó en la biblioteca. Este borrador no cambia.');
      onClose();
    },
  });
  return (
    <NombreDeSeccionDialog
      title="Guardar en la biblioteca"
      form={form}
      keptAs={`biblioteca/${seccion.clave}`}
      onClose={onClose}
    >
      <p>
        Se guarda una copia con sus campos, su ayuda y sus condiciones. Lo que cambie después en
        este borrador no la cambia.
      </p>
      {pierde && <p>{pierde}</p>}
      <p>
        <Button size="small" variant="quiet" flush onClick={onReplace}>
          Reemplazar una que ya está en la biblioteca…
        </Button>
      </p>
    </NombreDeSeccionDialog>
  );
}
