import type { Slots } from '../../../../../platform/web/feature.ts';
import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import {
  DetailActions,
  DetailHistory,
  DetailPanel,
  DetailSection,
  type DetailState,
} from '../../../../../platform/web/panel/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import type { RowAction } from '../../../../../platform/web/table/index.ts';
import {
  DataList,
  EstadoBadge,
  Folio,
  formatDateTime,
  formatRelative,
  properName,
  type Tone,
} from '../../../../../platform/web/ui/index.ts';
import { dispositivoOf } from '../../../sesiones/rules.ts';
import type { Usuario, UsuarioConSesiones } from '../../contract.ts';
import { useUsuario } from '../hooks.ts';
import styles from './usuario-panel.module.css';

/** What is as it should be is said in plain text: only what needs attention stands out. */
const ESTADOS: Record<Usuario['estado'], [Tone | null, string]> = {
  activa: [null, 'Activa'],
  sinVerificar: ['warning', 'Sin verificar'],
  deshabilitada: ['danger', 'Deshabilitada'],
};

export function EstadoCuenta({ estado }: Pick<Usuario, 'estado'>) {
  const [tone, word] = ESTADOS[estado];
  return tone ? <EstadoBadge tone={tone}>{word}</EstadoBadge> : word;
}

export const nameOf = (u: Usuario): string => properName(u.displayName) || u.email;

/** All of one account: its state, what can be done to it, its sessions and its history. */
export function UsuarioPanel({
  uid,
  detail,
  rows,
  actionsOf,
  historial,
}: {
  uid: string;
  detail: DetailState;
  /** The accounts in sight in the list: what is known of this one before it is asked for. */
  rows: readonly Usuario[];
  actionsOf: (usuario: Usuario) => readonly RowAction[];
  historial: readonly Slots['historialDeRegistro'][];
}) {
  const { data, error, refetch } = useUsuario(uid);
  const usuario: Usuario | undefined = data ?? rows.find((row) => row.uid === uid);
  return (
    <DetailPanel
      detail={detail}
      ids={rows.map((row) => row.uid)}
      noun="la cuenta"
      back="Usuarios"
      title={usuario ? nameOf(usuario) : error ? 'Cuenta' : 'Cargando…'}
      meta={
        usuario && (
          <>
            <span>{usuario.email}</span>
            <EstadoCuenta estado={usuario.estado} />
          </>
        )
      }
    >
      {usuario && <DetailActions actions={actionsOf(usuario)} />}
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {usuario && (
        <DetailSection title="Cuenta">
          <Cuenta {...usuario} />
        </DetailSection>
      )}
      {usuario && (
        <DetailSection title="Sesiones abiertas">
          {data ? <Sesiones sesiones={data.sesiones} /> : !error && <Loading shape="list" />}
        </DetailSection>
      )}
      {usuario && <DetailHistory pieces={historial} entidad="cuenta" id={uid} />}
    </DetailPanel>
  );
}

const Cuenta = (usuario: Usuario) => (
  <DataList
    items={[
      { label: 'Rol', value: usuario.role ?? 'Sin rol' },
      { label: 'Segundo factor', value: usuario.segundoFactor ? 'Activo' : 'No tiene' },
      {
        label: 'Expediente',
        value: usuario.clave ? (
          <Link to={`/person/${usuario.clave}`}>
            <Folio>{usuario.clave}</Folio>
          </Link>
        ) : (
          'Sin persona vinculada'
        ),
      },
      {
        label: 'Último ingreso',
        value: usuario.ultimoIngresoEn ? formatDateTime(usuario.ultimoIngresoEn) : 'Nunca',
      },
      { label: 'Alta', value: formatDateTime(usuario.creadoEn) },
      ...(usuario.rechazaCorreo
        ? [
            {
              label: 'Correo',
              value: `Su dirección no acepta correo desde el ${formatDateTime(usuario.rechazaCorreo)}`,
            },
          ]
        : []),
    ]}
  />
);

function Sesiones({ sesiones }: Pick<UsuarioConSesiones, 'sesiones'>) {
  if (sesiones.length === 0) return <p>Sin sesiones abiertas.</p>;
  const now = new Date();
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ul role="list" className={styles.sesiones}>
      {sesiones.map((sesion) => (
        <li key={sesion.sid}>
          <strong>{dispositivoOf(sesion.dispositivo).nombre}</strong>
          <p>
            Usada {formatRelative(sesion.ultimoUso, now)}, desde el {formatDateTime(sesion.desde)},
            dirección {sesion.direccion}
          </p>
        </li>
      ))}
    </ul>
  );
}
