import { useState } from 'react';
import { useOnHide } from '../../../../platform/web/keep-alive/index.ts';
import type { BulkAction } from '../../../../platform/web/table/index.ts';
import { IconDownload, IconEye, IconEyeOff } from '../../../../platform/web/ui/index.ts';
import { useLazyDialog } from '../../../../platform/web/ui/lazy-dialog.ts';
import type { Catalogo } from '../../definiciones/rules.ts';
import type { Asked } from './lote-dialog.tsx';

const load = async () => (await import('./lote-dialog.tsx')).LoteDialog;

/** What can be done to the items chosen in the list: the actions, and the dialog of the one asked for. */
export const useLote = (catalogo: Catalogo) => {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  useOnHide(close);
  const LoteDialog = useLazyDialog(load, asked !== null, close);
  const ask =
    (accion: Asked['accion']): BulkAction['run'] =>
    (selection, clear) =>
      setAsked({ accion, selection, clear });
  const bulkActions: readonly BulkAction[] = [
    { label: 'Exportar', icon: IconDownload, run: ask('exportar') },
    { label: 'Reactivar', icon: IconEye, run: ask('reactivar') },
    { label: 'Desactivar', icon: IconEyeOff, run: ask('desactivar') },
  ];
  const dialog = asked && LoteDialog && (
    <LoteDialog {...asked} catalogo={catalogo} onClose={close} />
  );
  return { bulkActions, dialog };
};
