import { useState } from 'react';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import {
  Button,
  IconButton,
  IconEdit,
  IconPlus,
  IconSortDown,
  IconSortUp,
  IconTrash,
} from '../../../../../platform/web/ui/index.ts';
import type { Material } from '../../contract.ts';
import { useReorderMateriales } from '../hooks.ts';
import { ListaDeMateriales } from './lista.tsx';
import { MaterialDialog, QuitarMaterial } from './material-dialog.tsx';

/** Adding, ordering, publishing and removing. */
export function Editor({
  edicionId,
  materiales,
}: {
  edicionId: string;
  materiales: readonly Material[];
}) {
  const [editing, editor] = useDisclosure();
  const [removing, remover] = useDisclosure();
  const [one, setOne] = useState<Material | null>(null);
  const reorder = useReorderMateriales();
  const move = async (from: number, to: number) => {
    const ids = materiales.map(({ id }) => id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    await reorder.mutateAsync({ edicionId, ids }).catch((error) => notify.error(messageOf(error)));
  };
  const edit = (material: Material | null) => {
    setOne(material);
    editor.open();
  };
  return (
    <>
      <p>
        {materiales.length === 0 && 'Todavía no hay material. '}
        Lo publicado lo ven quienes tienen lugar en esta edición.
      </p>
      <ListaDeMateriales
        materiales={materiales}
        acts={(material, at) => (
          <>
            <IconButton
              label={`Subir ${material.titulo}`}
              onClick={at > 0 ? () => void move(at, at - 1) : null}
            >
              <IconSortUp />
            </IconButton>
            <IconButton
              label={`Bajar ${material.titulo}`}
              onClick={at < materiales.length - 1 ? () => void move(at, at + 1) : null}
            >
              <IconSortDown />
            </IconButton>
            <IconButton label={`Editar ${material.titulo}`} onClick={() => edit(material)}>
              <IconEdit />
            </IconButton>
            <IconButton
              label={`Quitar ${material.titulo}`}
              onClick={() => {
                setOne(material);
                remover.open();
              }}
            >
              <IconTrash />
            </IconButton>
          </>
        )}
      />
      <p>
        <Button size="small" icon={<IconPlus />} onClick={() => edit(null)}>
          Agregar material
        </Button>
      </p>
      {editing && <MaterialDialog edicionId={edicionId} material={one} onClose={editor.close} />}
      {removing && one && <QuitarMaterial material={one} onClose={remover.close} />}
    </>
  );
}
