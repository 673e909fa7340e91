import { Component, type ReactNode } from 'react';
import { preguntarPath } from '../../shared/ayuda.ts';
import { CallError } from '../../shared/errors.ts';
import { Preguntar } from '../ayuda.tsx';
import { isOffline, messageOf } from '../callables/client.ts';
import { Button } from '../ui/button.tsx';
import styles from './feedback.module.css';
import { Notice } from './notice.tsx';

const titleOf = (error: unknown): string => {
  if (isOffline(error)) return 'No hay conexión';
  if (error instanceof CallError) {
    if (error.status === 'NOT_FOUND') return 'No se encontró';
    if (error.status === 'PERMISSION_DENIED') return 'No tiene permiso';
  }
  return 'No se pudo cargar';
};

/** Something could not be shown, and how to go on: `retry` here, or a link of the page's own. */
export function ErrorState({
  error,
  retry,
  action,
}: {
  error: unknown;
  retry?: () => void;
  action?: ReactNode;
}) {
  // The number of a request that failed in the server: Control Escolar finds it in the log.
  const peticion = error instanceof CallError ? error.details?.peticion : undefined;
  return (
    <div role="alert">
      <Notice
        tone="danger"
        title={titleOf(error)}
        actions={
          <>
            {retry ? (
              <Button size="small" onClick={retry}>
                Intentar de nuevo
              </Button>
            ) : (
              action
            )}
            {!isOffline(error) && <Preguntar sobre="error" id={peticion as string | undefined} />}
          </>
        }
      >
        <p>{messageOf(error)}</p>
      </Notice>
    </div>
  );
}

/** A lazy screen whose file could not be fetched: offline, or a newer version was installed. */
const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported|module script|preload/i.test(error.message);

type BoundaryState = { readonly error: unknown; readonly failed: boolean };

/** Keeps a failure inside its screen: the rest of the portal goes on. */
export class ErrorBoundary extends Component<
  {
    children: ReactNode;
    /** What is drawn in place of a part that its screen can do without. */
    instead?: ReactNode;
  },
  BoundaryState
> {
  override state: BoundaryState = { error: null, failed: false };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error, failed: true };
  }

  override render() {
    const { error, failed } = this.state;
    if (!failed) return this.props.children;
    if (this.props.instead !== undefined) return this.props.instead;
    if (isMissingFile(error)) {
      return (
        <Failure
          title="No se pudo abrir esta pantalla"
          text="Puede que no haya conexión o que el portal se haya actualizado."
          action="Cargar de nuevo"
          onAction={() => location.reload()}
        />
      );
    }
    return (
      <Failure
        title="Esta pantalla tuvo un problema"
        text="El resto del portal sigue funcionando. Puede intentar abrirla de nuevo."
        action="Abrir de nuevo"
        onAction={() => this.setState({ error: null, failed: false })}
      />
    );
  }
}

function Failure(props: { title: string; text: string; action: string; onAction: () => void }) {
  return (
    <div role="alert">
      <h1 className={styles.failureTitle}>{props.title}</h1>
      <Notice
        tone="danger"
        actions={
          <Button size="small" onClick={props.onAction}>
            {props.action}
          </Button>
        }
      >
        <p>
          {props.text} <a href={preguntarPath()}>Preguntar a Control Escolar</a>
        </p>
      </Notice>
    </div>
  );
}
