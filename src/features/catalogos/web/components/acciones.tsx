import type { Item } from '../../contract.ts';
import type { Catalogo } from '../../definiciones/rules.ts';
import { BorrarDialog } from './borrar-dialog.tsx';
import { DesactivarDialog, ReactivarDialog } from './estado-dialogs.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { OrdenDialog } from './orden-dialog.tsx';

/** What the person is doing to a catalog: one thing at a time, in a dialog. */
export type Asunto =
  | { kind: 'editar'; catalogo: Catalogo; item: Item | null; padre?: Item }
  | { kind: 'desactivar' | 'reactivar' | 'borrar'; catalogo: Catalogo; item: Item }
  | { kind: 'ordenar'; catalogo: Catalogo; padre: Item | null };

export function Acciones({
  asunto,
  onClose,
  onAsunto,
}: {
  asunto: Asunto;
  onClose: () => void;
  onAsunto: (asunto: Asunto) => void;
}) {
  switch (asunto.kind) {
    case 'editar':
      return <ItemDialog {...asunto} onClose={onClose} />;
    case 'desactivar':
      return <DesactivarDialog {...asunto} onClose={onClose} />;
    case 'reactivar':
      return <ReactivarDialog {...asunto} onClose={onClose} />;
    case 'borrar':
      return (
        <BorrarDialog
          {...asunto}
          onClose={onClose}
          onDesactivar={() => onAsunto({ ...asunto, kind: 'desactivar' })}
        />
      );
    case 'ordenar':
      return <OrdenDialog {...asunto} onClose={onClose} />;
  }
}
