import {
  BulkDialog,
  type BulkSelection,
  filtersOfSelection,
} from '../../../../platform/web/table/index.ts';
import { formatNumber } from '../../../../platform/web/ui/index.ts';
import { ExportDialog } from '../../../trabajos/web/components/export-dialog.tsx';
import { type Catalogo, hojaDe } from '../../definiciones/rules.ts';
import { useFiltros, useItemChanges } from '../hooks.ts';

const ITEMS = {
  desactivar: {
    submit: 'Desactivar',
    changed: ['Se desactivó', 'Se desactivaron'],
    state: { femenino: ['inactiva', 'inactivas'], masculino: ['inactivo', 'inactivos'] },
    about:
      'Dejarán de ofrecerse donde se elige. Lo que ya los usa no cambia y se sigue leyendo igual. Puede reactivarlos cuando quiera.',
  },
  reactivar: {
    submit: 'Reactivar',
    changed: ['Se reactivó', 'Se reactivaron'],
    state: { femenino: ['activa', 'activas'], masculino: ['activo', 'activos'] },
    about: 'Volverán a ofrecerse donde se elige.',
  },
} as const;

/** What is to be done to the chosen ones. */
export type Asked = {
  accion: 'desactivar' | 'reactivar' | 'exportar';
  selection: BulkSelection;
  clear: () => void;
};

/** Asks about what is to be done to the chosen ones, and does it. */
export function LoteDialog({
  accion,
  selection,
  clear,
  catalogo,
  onClose,
}: Asked & { catalogo: Catalogo; onClose: () => void }) {
  const { setActivoItemsCatalogo, refreshAll } = useItemChanges();
  const filtros = useFiltros();
  const items = (n: number) =>
    n === 1 ? `1 ${catalogo.singular}` : `${formatNumber(n)} ${catalogo.plural}`;
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
  const { submit, changed, state, about } = ITEMS[accion];
  const [inState, allInState] = state[catalogo.femenino ? 'femenino' : 'masculino'];
  return (
    <BulkDialog
      title={`${submit} ${what}`}
      submit={submit}
      selection={selection}
      filtros={filtros}
      run={(parte) =>
        setActivoItemsCatalogo({ catalogo: catalogo.id, activo: accion === 'reactivar', parte })
      }
      done={(n) =>
        n === 0
          ? `No cambió ${catalogo.femenino ? 'ninguna' : 'ningún'} ${catalogo.singular}.`
          : `${changed[n === 1 ? 0 : 1]} ${items(n)}.`
      }
      unchanged={(n) =>
        n === 1 ? `${items(n)} ya estaba ${inState}.` : `${items(n)} ya estaban ${allInState}.`
      }
      onChanged={() => void refreshAll()}
      onClose={(through) => {
        onClose();
        if (through) clear();
      }}
    >
      <p>{about}</p>
    </BulkDialog>
  );
}
