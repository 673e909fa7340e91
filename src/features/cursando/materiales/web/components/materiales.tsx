import { useState } from 'react';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import {
  Button,
  IconButton,
  IconEdit,
  IconPlus,
  IconSortDown,
  IconSortUp,
  IconTrash,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { canSaveMateriales } from '../../../policy.ts';
import type { Material } from '../../contract.ts';
import { useMateriales, useReorderMateriales } from '../hooks.ts';
import { ListaDeMateriales } from './lista.tsx';
import { MaterialDialog, QuitarMaterial } from './material-dialog.tsx';

/** The material of an edition: seen by those who take it; added, ordered, published and removed by staff. */
export function Materiales({ edicionId }: { edicionId: string }) {
  const { data } = useMateriales(edicionId);
  const staff = canSaveMateriales(useUser());
  if (!data || (!staff && data.materiales.length === 0)) return null;
  return staff ? (
    <DePersonal edicionId={edicionId} materiales={data.materiales} />
  ) : (
    <Section title="Material">
      <ListaDeMateriales materiales={data.materiales} />
    </Section>
  );
}

function DePersonal({
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
    <Section
      title="Material"
      lead="Lo publicado lo ven quienes tienen lugar en esta edición."
      action={
        <Button size="small" icon={<IconPlus />} onClick={() => edit(null)}>
          Agregar material
        </Button>
      }
    >
      {materiales.length === 0 && <p>Todavía no hay material.</p>}
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
      {editing && <MaterialDialog edicionId={edicionId} material={one} onClose={editor.close} />}
      {removing && one && <QuitarMaterial material={one} onClose={remover.close} />}
    </Section>
  );
}
