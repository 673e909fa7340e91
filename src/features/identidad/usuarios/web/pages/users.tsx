import { useState } from 'react';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import type { Slots } from '../../../../../platform/web/feature.ts';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { useOnHide } from '../../../../../platform/web/keep-alive/index.ts';
import { ListDetail, useDetail } from '../../../../../platform/web/panel/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import {
  DataTable,
  type RowAction,
  type TableColumn,
} from '../../../../../platform/web/table/index.ts';
import {
  EstadoBadge,
  Folio,
  formatDateTime,
  formatRelative,
  formatShortDate,
  IconEdit,
  IconIdCard,
  IconInfo,
  IconLock,
  IconMail,
  IconPerson,
  IconSignOut,
  PageHeading,
} from '../../../../../platform/web/ui/index.ts';
import { ExportButton } from '../../../../trabajos/web/components/export-button.tsx';
import type { Usuario } from '../../contract.ts';
import { useLote } from '../components/lote.tsx';
import { PoliticaFactor } from '../components/politica-factor.tsx';
import { UsuarioDialog, type UsuarioDialogKind } from '../components/usuario-dialog.tsx';
import { EstadoCuenta, nameOf, UsuarioPanel } from '../components/usuario-panel.tsx';
import { useUsuarioChanges, useUsuarios } from '../hooks.ts';

const Quiet = ({ children }: { children: string }) => (
  <span style={{ color: 'var(--muted)' }}>{children}</span>
);

const COLUMNS: readonly TableColumn<Usuario>[] = [
  { id: 'displayName', header: 'Nombre', primary: true, width: 12, cell: nameOf },
  {
    id: 'email',
    header: 'Correo',
    cell: (u) =>
      u.rechazaCorreo ? (
        <>
          {u.email}
          <div>
            <EstadoBadge tone="danger">No acepta correo</EstadoBadge>
          </div>
        </>
      ) : (
        u.email
      ),
  },
  {
    id: 'role',
    header: 'Rol',
    nowrap: true,
    cell: (u) => (u.role ? <strong>{u.role}</strong> : <Quiet>Sin rol</Quiet>),
  },
  {
    id: 'estado',
    header: 'Estado',
    nowrap: true,
    beside: true,
    cell: (u) => <EstadoCuenta estado={u.estado} />,
  },
  {
    id: 'segundoFactor',
    header: 'Segundo factor',
    nowrap: true,
    cell: (u) => (u.segundoFactor ? 'Activo' : <Quiet>No</Quiet>),
  },
  {
    id: 'ultimoIngresoEn',
    header: 'Último ingreso',
    nowrap: true,
    descFirst: true,
    cell: (u) =>
      u.ultimoIngresoEn ? (
        <time dateTime={u.ultimoIngresoEn} title={formatDateTime(u.ultimoIngresoEn)}>
          {formatRelative(u.ultimoIngresoEn, new Date())}
        </time>
      ) : (
        <Quiet>Nunca</Quiet>
      ),
  },
  {
    id: 'clave',
    header: 'CURP o clave',
    nowrap: true,
    hidden: true,
    cell: (u) => (u.clave ? <Folio>{u.clave}</Folio> : <Quiet>Sin persona</Quiet>),
  },
  {
    id: 'creadoEn',
    header: 'Alta',
    nowrap: true,
    descFirst: true,
    hidden: true,
    cell: (u) => formatShortDate(u.creadoEn),
  },
];

export function UsersPage({ historial }: { historial: readonly Slots['historialDeRegistro'][] }) {
  const { state, query, filtros, countAll } = useUsuarios();
  const detail = useDetail('cuenta');
  const rows = query.data?.filas ?? [];
  const lote = useLote(filtros);
  const changes = useUsuarioChanges();
  const { uid: own } = useUser();
  const [asked, setAsked] = useState<{ kind: UsuarioDialogKind; usuario: Usuario } | null>(null);
  useOnHide(() => setAsked(null));

  const mail = async (send: () => Promise<unknown>, said: string) => {
    try {
      await send();
      notify.success(said);
    } catch (error) {
      notify.error(messageOf(error));
    }
  };

  const actionsOf = (u: Usuario): RowAction[] => {
    const ask = (kind: UsuarioDialogKind) => () => setAsked({ kind, usuario: u });
    const { uid } = u;
    // Of one's own account another Admin changes them: as the server says (noSobreUnoMismo).
    const another = uid !== own;
    return [
      ...(another
        ? [
            { label: 'Cambiar rol', icon: IconEdit, onSelect: ask('rol') },
            {
              label: u.clave ? 'Cambiar persona vinculada' : 'Vincular con una persona',
              icon: IconIdCard,
              onSelect: ask('vincular'),
            },
          ]
        : [{ label: 'Cambiar rol, persona o estado', icon: IconInfo, onSelect: ask('propia') }]),
      ...(u.estado === 'sinVerificar'
        ? [
            {
              label: 'Reenviar verificación',
              icon: IconMail,
              onSelect: () =>
                void mail(
                  () => changes.sendVerificationUsuario({ uid }),
                  `Se envió a ${u.email} el correo de verificación.`,
                ),
            },
          ]
        : []),
      ...(u.disabled
        ? []
        : [
            {
              label: 'Restablecer su contraseña',
              icon: IconMail,
              onSelect: () =>
                void mail(
                  () => changes.sendPasswordResetUsuario({ uid }),
                  `Se envió a ${u.email} el correo para restablecer su contraseña.`,
                ),
            },
            { label: 'Cerrar sus sesiones', icon: IconSignOut, onSelect: ask('sesiones') },
          ]),
      // Their own is taken off in their preferences, with password and code.
      ...(u.segundoFactor && another
        ? [
            {
              label: 'Quitar segundo factor',
              icon: IconLock,
              danger: true,
              onSelect: ask('factor'),
            },
          ]
        : []),
      ...(!another
        ? []
        : u.disabled
          ? [{ label: 'Habilitar cuenta', icon: IconPerson, onSelect: ask('habilitar') }]
          : [
              {
                label: 'Deshabilitar cuenta',
                icon: IconPerson,
                danger: true,
                onSelect: ask('deshabilitar'),
              },
            ]),
    ];
  };

  return (
    <>
      <ListDetail
        detail={detail}
        heading={
          <PageHeading
            title="Usuarios"
            lead="Las cuentas del portal: quién puede ingresar, con qué rol y en qué estado."
            action={
              <>
                <ExportButton hoja="usuarios" filtros={filtros} />
                <PoliticaFactor />
              </>
            }
          />
        }
        panel={
          detail.id && <UsuarioPanel uid={detail.id} {...{ detail, rows, actionsOf, historial }} />
        }
        list={
          <DataTable
            id="usuarios"
            caption="Cuentas del portal"
            noun={{ one: 'cuenta', many: 'cuentas', feminine: true }}
            columns={COLUMNS}
            query={query}
            state={state}
            rowId={(u) => u.uid}
            rowLabel={nameOf}
            detail={detail}
            rowActions={actionsOf}
            bulkActions={lote.bulkActions}
            countAll={countAll}
            search={{ label: 'Buscar por nombre, correo o CURP' }}
            empty={{
              title: 'Todavía no hay cuentas',
              text: 'Aquí aparecerá cada persona que se registre en el portal.',
            }}
          />
        }
      />
      {lote.dialog}
      {asked && (
        <UsuarioDialog {...asked} name={nameOf(asked.usuario)} onClose={() => setAsked(null)} />
      )}
    </>
  );
}
