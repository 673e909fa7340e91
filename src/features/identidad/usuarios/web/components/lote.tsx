import { useState } from 'react';
import { useOnHide } from '../../../../../platform/web/keep-alive/index.ts';
import {
  type BulkAction,
  BulkDialog,
  type BulkSelection,
  filtersOfSelection,
} from '../../../../../platform/web/table/index.ts';
import {
  formatNumber,
  IconDownload,
  IconMail,
  IconPerson,
  IconSignOut,
  nameOrAddress,
} from '../../../../../platform/web/ui/index.ts';
import { ExportDialog } from '../../../../trabajos/web/components/export-dialog.tsx';
import type { ACCIONES } from '../../lote/contract.ts';
import { type FiltrosUsuarios, useLoteUsuarios } from '../hooks.ts';

type Accion = (typeof ACCIONES)[number];

const cuentas = (n: number) => (n === 1 ? '1 cuenta' : `${formatNumber(n)} cuentas`);
/** «Se deshabilitó 1 cuenta», «Se deshabilitaron 3 cuentas». */
const said = (one: string, many: string, what: string) => (n: number) =>
  n === 0 ? 'No cambió ninguna cuenta.' : `Se ${n === 1 ? one : many} ${what}${cuentas(n)}.`;
const already = (one: string, many: string) => (n: number) =>
  `${cuentas(n)} ya ${n === 1 ? one : many}.`;

const TEXTS: Record<
  Accion,
  {
    title: (n: number) => string;
    submit: string;
    danger?: true;
    about: string;
    done: (n: number) => string;
    unchanged: (n: number) => string;
  }
> = {
  deshabilitar: {
    title: (n) => `Deshabilitar ${cuentas(n)}`,
    submit: 'Deshabilitar',
    danger: true,
    about:
      'Sus sesiones se cierran ahora mismo y no podrán volver a ingresar. Sus expedientes, inscripciones y documentos no cambian. Puede habilitarlas de nuevo cuando quiera.',
    done: said('deshabilitó', 'deshabilitaron', ''),
    unchanged: already('estaba deshabilitada', 'estaban deshabilitadas'),
  },
  habilitar: {
    title: (n) => `Habilitar ${cuentas(n)}`,
    submit: 'Habilitar',
    about: 'Podrán ingresar con su correo y la contraseña que tenían, con el rol que tengan.',
    done: said('habilitó', 'habilitaron', ''),
    unchanged: already('estaba habilitada', 'estaban habilitadas'),
  },
  terminarSesiones: {
    title: (n) => `Cerrar las sesiones de ${cuentas(n)}`,
    submit: 'Cerrar sesiones',
    danger: true,
    about:
      'Saldrán del portal en todos sus equipos y tendrán que ingresar de nuevo. Lo que estén escribiendo sin guardar puede perderse.',
    done: said('cerraron', 'cerraron', 'las sesiones de '),
    unchanged: (n) => `${cuentas(n)} no ${n === 1 ? 'tenía' : 'tenían'} sesiones abiertas.`,
  },
  reenviarVerificacion: {
    title: (n) => `Reenviar la verificación a ${cuentas(n)}`,
    submit: 'Reenviar',
    about:
      'Recibirán de nuevo el correo con que se verifica la dirección. A las ya verificadas no se les envía.',
    done: said('envió el correo a', 'envió el correo a', ''),
    unchanged: already('estaba verificada', 'estaban verificadas'),
  },
};

type Asked = { accion: Accion | 'exportar'; selection: BulkSelection; clear: () => void };

/** What can be done to the accounts chosen in the table: the actions, and the dialog of the one asked for. */
export const useLote = (filtros: FiltrosUsuarios) => {
  const [asked, setAsked] = useState<Asked | null>(null);
  useOnHide(() => setAsked(null));
  const ask =
    (accion: Asked['accion']): BulkAction['run'] =>
    (selection, clear) =>
      setAsked({ accion, selection, clear });
  const bulkActions: readonly BulkAction[] = [
    { label: 'Exportar', icon: IconDownload, run: ask('exportar') },
    { label: 'Reenviar verificación', icon: IconMail, run: ask('reenviarVerificacion') },
    { label: 'Cerrar sesiones', icon: IconSignOut, run: ask('terminarSesiones') },
    { label: 'Habilitar', icon: IconPerson, run: ask('habilitar') },
    { label: 'Deshabilitar', icon: IconPerson, danger: true, run: ask('deshabilitar') },
  ];
  const dialog = asked && (
    <LoteDialog {...asked} filtros={filtros} onClose={() => setAsked(null)} />
  );
  return { bulkActions, dialog };
};

function LoteDialog({
  accion,
  selection,
  clear,
  filtros,
  onClose,
}: Asked & { filtros: FiltrosUsuarios; onClose: () => void }) {
  const { apply, refresh } = useLoteUsuarios();
  const { count } = selection;
  if (accion === 'exportar') {
    return (
      <ExportDialog
        opened
        hoja="usuarios"
        filtros={filtersOfSelection(selection, filtros)}
        title={`Exportar ${cuentas(count)}`}
        text={
          count === 1 ? 'Se exporta la cuenta elegida.' : 'Se exportan solo las cuentas elegidas.'
        }
        onClose={onClose}
      />
    );
  }
  const { title, submit, danger, about, done, unchanged } = TEXTS[accion];
  return (
    <BulkDialog
      title={title(count)}
      submit={submit}
      {...(danger && { danger })}
      selection={selection}
      filtros={filtros}
      run={(parte) => apply({ accion, parte })}
      done={done}
      unchanged={unchanged}
      rowName={nameOrAddress}
      onChanged={refresh}
      onClose={(through) => {
        onClose();
        if (through) clear();
      }}
    >
      <p>{about}</p>
      <p>La cuenta de usted, si está entre ellas, se deja como está.</p>
    </BulkDialog>
  );
}
