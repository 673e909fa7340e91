import { useState } from 'react';
import { messageOf } from '../../../../platform/web/callables/client.ts';
import { notify } from '../../../../platform/web/feedback/index.ts';
import { useOnHide } from '../../../../platform/web/keep-alive/index.ts';
import {
  type BulkAction,
  BulkDialog,
  type BulkSelection,
  type RowAction,
} from '../../../../platform/web/table/index.ts';
import { Button, formatNumber, IconTrash, IconUndo } from '../../../../platform/web/ui/index.ts';
import type { ACCIONES, Correo } from '../../contract.ts';
import { type FiltrosCorreos, useApplyToCorreos } from '../hooks.ts';

type Accion = (typeof ACCIONES)[number];

const correos = (n: number) => (n === 1 ? '1 correo' : `${formatNumber(n)} correos`);

const TEXTS: Record<
  Accion,
  { title: string; submit: string; danger?: true; about: string; done: (n: number) => string }
> = {
  reenviar: {
    title: 'Enviar de nuevo',
    submit: 'Enviar de nuevo',
    about:
      'Se intenta entregar otra vez lo que espera o no se pudo, durante cinco días más. Lo que ya se envió no se repite: su texto se borró.',
    done: (n) =>
      n === 0 ? 'No se envió de nuevo ninguno.' : `Se intenta de nuevo con ${correos(n)}.`,
  },
  descartar: {
    title: 'Descartar',
    submit: 'Descartar',
    danger: true,
    about:
      'Se quitan de la lista, con su texto, los que no se pudieron entregar. No se puede deshacer; queda anotado en la auditoría.',
    done: (n) =>
      n === 0
        ? 'No se descartó ninguno.'
        : `${n === 1 ? 'Se descartó' : 'Se descartaron'} ${correos(n)}.`,
  },
};

type Asked = {
  accion: Accion;
  selection: BulkSelection;
  filtros: FiltrosCorreos;
  clear: () => void;
};

/** What can be done to mails: to one, to the chosen ones, to all that could not be delivered. */
export const useLote = (filtros: FiltrosCorreos) => {
  const { apply, refresh } = useApplyToCorreos();
  const [asked, setAsked] = useState<Asked | null>(null);
  useOnHide(() => setAsked(null));
  const ask =
    (accion: Accion): BulkAction['run'] =>
    (selection, clear) =>
      setAsked({ accion, selection, filtros, clear });

  const resend = async ({ id }: Correo) => {
    try {
      const { fallas } = await apply({ accion: 'reenviar', parte: { ids: [id] } });
      if (fallas[0]) notify.error(fallas[0].mensaje);
      else notify.success('Se intenta entregar de nuevo.');
    } catch (error) {
      notify.error(messageOf(error));
    }
    refresh();
  };

  return {
    bulkActions: [
      { label: 'Enviar de nuevo', icon: IconUndo, run: ask('reenviar') },
      { label: 'Descartar', icon: IconTrash, danger: true, run: ask('descartar') },
    ] satisfies BulkAction[],
    actionsOf: (correo: Correo): RowAction[] =>
      correo.estado === 'enviado' || correo.enCamino
        ? []
        : [
            {
              label: correo.estado === 'fallido' ? 'Enviar de nuevo' : 'Intentar ahora',
              icon: IconUndo,
              onSelect: () => void resend(correo),
            },
            ...(correo.estado === 'fallido'
              ? [
                  {
                    label: 'Descartar',
                    icon: IconTrash,
                    danger: true,
                    onSelect: () =>
                      ask('descartar')({ mode: 'some', ids: [correo.id], count: 1 }, () => {}),
                  },
                ]
              : []),
          ],
    /** For the heading: all that could not be delivered, at once. */
    resendFailed: (fallidos: number) =>
      fallidos > 0 && (
        <Button
          onClick={() =>
            setAsked({
              accion: 'reenviar',
              selection: { mode: 'filtered', except: [], count: fallidos },
              filtros: { estado: 'fallido' },
              clear: () => {},
            })
          }
        >
          Enviar de nuevo {formatNumber(fallidos)} sin entregar
        </Button>
      ),
    dialog: asked && (
      <BulkDialog
        title={`${TEXTS[asked.accion].title} ${correos(asked.selection.count)}`}
        submit={TEXTS[asked.accion].submit}
        {...(TEXTS[asked.accion].danger && { danger: true })}
        selection={asked.selection}
        filtros={asked.filtros}
        run={(parte) => apply({ accion: asked.accion, parte })}
        done={TEXTS[asked.accion].done}
        unchanged={(n) => `${correos(n)} sin cambio.`}
        onChanged={refresh}
        onClose={(through) => {
          setAsked(null);
          if (through) asked.clear();
        }}
      >
        <p>{TEXTS[asked.accion].about}</p>
      </BulkDialog>
    ),
  };
};
