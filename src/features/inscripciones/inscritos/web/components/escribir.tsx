import { useState } from 'react';
import { useOnHide } from '../../../../../platform/web/keep-alive/index.ts';
import type {
  BulkAction,
  BulkSelection,
  RowAction,
} from '../../../../../platform/web/table/index.ts';
import { IconMail, properName } from '../../../../../platform/web/ui/index.ts';
import type { Inscrito } from '../../contract.ts';
import { MensajeDialog } from '../../mensajes/web/components/mensaje-dialog.tsx';
import type { Filtros } from '../hooks.ts';

type Asked = { selection: BulkSelection; filtros: Filtros; clear: () => void };

/** Writing to one, to the chosen ones, or to all that the filters show. */
export const useEscribir = (plantillaId: string, filtros: Filtros) => {
  const [asked, setAsked] = useState<Asked | null>(null);
  useOnHide(() => setAsked(null));
  const ask: BulkAction['run'] = (selection, clear) => setAsked({ selection, filtros, clear });
  return {
    bulkAction: { label: 'Escribirles', icon: IconMail, run: ask } satisfies BulkAction,
    actionOf: ({ id, persona }: Inscrito): RowAction => ({
      label: 'Escribirle',
      icon: IconMail,
      onSelect: () =>
        ask({ mode: 'some', ids: [id], count: 1, names: [properName(persona.nombre)] }, () => {}),
    }),
    dialog: asked && (
      <MensajeDialog
        plantillaId={plantillaId}
        selection={asked.selection}
        filtros={asked.filtros}
        onClose={(sent) => {
          setAsked(null);
          if (sent) asked.clear();
        }}
      />
    ),
  };
};
