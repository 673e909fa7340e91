import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { ErrorState, Loading, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import {
  Button,
  EstadoBadge,
  formatDateTime,
  formatRelative,
  IconMonitor,
  IconPhone,
} from '../../../../../platform/web/ui/index.ts';
import { dispositivoOf } from '../../rules.ts';
import { useEndOtherSesiones, useEndSesion, useSesiones } from '../hooks.ts';
import styles from './sesiones.module.css';

/** Where the person is signed in, and how to be signed out from there. */
export function Sesiones() {
  const sesiones = useSesiones();
  const end = useEndSesion();
  const [opened, { open, close }] = useDisclosure();
  if (sesiones.isPending) return <Loading shape="list" />;
  if (sesiones.isError) {
    return <ErrorState error={sesiones.error} retry={() => void sesiones.refetch()} />;
  }
  const now = new Date();
  const list = [...sesiones.data].sort(
    (a, b) => Number(b.actual) - Number(a.actual) || b.ultimoUso.localeCompare(a.ultimoUso),
  );
  const others = list.filter(({ actual }) => !actual).length;
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
      <ul role="list" className={styles.list}>
        {list.map((sesion) => {
          const { nombre, movil } = dispositivoOf(sesion.dispositivo);
          const Icon = movil ? IconPhone : IconMonitor;
          return (
            <li key={sesion.sid} className={styles.item}>
              <Icon />
              <div className={styles.words}>
                <p className={styles.name}>
                  {nombre}
                  {sesion.actual && <EstadoBadge tone="success">Esta sesión</EstadoBadge>}
                </p>
                <p className={styles.detail}>
                  {sesion.actual ? 'En uso' : `Usada ${formatRelative(sesion.ultimoUso, now)}`}
                  {' · '}
                  <span>desde el {formatDateTime(sesion.desde)}</span>
                  {' · '}
                  <span>dirección {sesion.direccion}</span>
                </p>
              </div>
              {!sesion.actual && (
                <Button
                  size="small"
                  busy={end.isPending && end.variables.sid === sesion.sid}
                  onClick={() =>
                    end.mutate(
                      { sid: sesion.sid },
                      {
                        onSuccess: () => notify.success(`Se cerró la sesión de ${nombre}.`),
                        onError: (error) => notify.error(messageOf(error)),
                      },
                    )
                  }
                >
                  Cerrar
                  <span className="sr-only">
                    {' '}
                    la sesión de {nombre}, desde el {formatDateTime(sesion.desde)}
                  </span>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {others > 0 ? (
        <Button onClick={open}>Cerrar las demás sesiones</Button>
      ) : (
        <p className={styles.detail}>No tiene sesiones abiertas en otros equipos.</p>
      )}
      {opened && <EndOthers count={others} onClose={close} />}
    </>
  );
}

function EndOthers({ count, onClose }: { count: number; onClose: () => void }) {
  const end = useEndOtherSesiones();
  const form = useForm({
    initial: {},
    submit: () => end.mutateAsync(null),
    onSuccess: ({ terminadas }) => {
      notify.success(
        terminadas === 1 ? 'Se cerró la otra sesión.' : `Se cerraron ${terminadas} sesiones.`,
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title="Cerrar las demás sesiones"
      form={form}
      submit="Cerrar las demás sesiones"
      busy="Cerrando…"
      onClose={onClose}
    >
      <p>
        {count === 1
          ? 'Saldrá del portal en el otro equipo; aquí sigue dentro.'
          : `Saldrá del portal en los otros ${count} equipos; aquí sigue dentro.`}{' '}
        Si no reconoce alguno, cambie también su contraseña.
      </p>
    </FormDialog>
  );
}
