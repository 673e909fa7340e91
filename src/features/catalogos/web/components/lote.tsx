import { useState } from 'react';
import { useOnHide } from '../../../../platform/web/keep-alive/index.ts';
import {
  type BulkAction,
  BulkDialog,
  type BulkSelection,
  filtersOfSelection,
} from '../../../../platform/web/table/index.ts';
import {
  formatNumber,
  IconDownload,
  IconEye,
  IconEyeOff,
} from '../../../../platform/web/ui/index.ts';
import { ExportDialog } from '../../../trabajos/web/components/export-dialog.tsx';
import { type Catalogo, hojaDe } from '../../definiciones/rules.ts';
import { useFiltros, useItemChanges } from '../hooks.ts';

type Asked = {
  accion: 'desactivar' | 'reactivar' | 'exportar';
  selection: BulkSelection;
  clear: () => void;
};

/** What can be done to the items chosen in the list: the actions, and the dialog of the one asked for. */
export const useLote = (catalogo: Catalogo) => {
  const [asked, setAsked] = useState<Asked | null>(null);
  useOnHide(() => setAsked(null));
  const ask =
    (accion: Asked['accion']): BulkAction['run'] =>
    (selection, clear) =>
      setAsked({ accion, selection, clear });
  const bulkActions: readonly BulkAction[] = [
    { label: 'Exportar', icon: IconDownload, run: ask('exportar') },
    { label: 'Reactivar', icon: IconEye, run: ask('reactivar') },
    { label: 'Desactivar', icon: IconEyeOff, run: ask('desactivar') },
  ];
  const dialog = asked && (
    <LoteDialog {...asked} catalogo={catalogo} onClose={() => setAsked(null)} />
  );
  return { bulkActions, dialog };
};

function LoteDialog({
  accion,
  selection,
  clear,
  catalogo,
  onClose,
}: Asked & { catalogo: Catalogo; onClose: () => void }) {
  const { setItemsActivo, refreshAll } = useItemChanges();
  const filtros = useFiltros();
  const items = (n: number) =>
    n === 1 ? `1 ${catalogo.singular}` : `${formatNumber(n)} ${catalogo.plural}`;
  const [none, inactive] = catalogo.femenino ? ['ninguna', 'inactiva'] : ['ningún', 'inactivo'];
  const what = items(selection.count);
  if (accion === 'exportar') {
    return (
      <ExportDialog
        opened
        hoja={hojaDe(catalogo.id)}
        filtros={filtersOfSelection(selection, filtros)}
        title={`Exportar ${what}`}
        text="Se exporta solo lo elegido."
        onClose={onClose}
      />
    );
  }
  const activo = accion === 'reactivar';
  const state = activo ? inactive.replace('in', '') : inactive;
  return (
    <BulkDialog
      title={`${activo ? 'Reactivar' : 'Desactivar'} ${what}`}
      submit={activo ? 'Reactivar' : 'Desactivar'}
      selection={selection}
      filtros={filtros}
      run={(parte) => setItemsActivo({ catalogo: catalogo.id, activo, parte })}
      done={(n) =>
        n === 0
          ? `No cambió ${none} ${catalogo.singular}.`
          : `Se ${activo ? 'react' : 'desact'}iv${n === 1 ? 'ó' : 'aron'} ${items(n)}.`
      }
      unchanged={(n) =>
        n === 1 ? `${items(n)} ya estaba ${state}.` : `${items(n)} ya estaban ${state}s.`
      }
      onChanged={() => void refreshAll()}
      onClose={(through) => {
        onClose();
        if (through) clear();
      }}
    >
      <p>
        {activo
          ? 'Volverán a ofrecerse donde se elige.'
          : 'Dejarán de ofrecerse donde se elige. Lo que ya los usa no cambia y se sigue leyendo igual. Puede reactivarlos cuando quiera.'}
      </p>
    </BulkDialog>
  );
}
