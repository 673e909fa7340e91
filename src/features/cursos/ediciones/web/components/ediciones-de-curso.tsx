import { useNavigate } from 'react-router';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { Button, formatNumber, IconPlus, Section } from '../../../../../platform/web/ui/index.ts';
import { canEditOferta } from '../../../policy.ts';
import { edicionesPath, edicionPath } from '../../../routes.ts';
import type { EdicionListada } from '../../contract.ts';
import { EstadoDeEdicion, lugaresDe, periodoDe } from './columnas.tsx';
import styles from './edicion.module.css';
import { EdicionDialog } from './edicion-dialog.tsx';

/** The latest editions of a course, and the way to all of them. */
export function EdicionesDeCurso({
  curso,
  ediciones,
  cuantas,
}: {
  curso: { id: string; retirado: boolean };
  ediciones: readonly EdicionListada[];
  cuantas: number;
}) {
  const all = `${edicionesPath}?${new URLSearchParams({ curso: curso.id })}`;
  const edits = canEditOferta(useUser()) && !curso.retirado;
  const navigate = useNavigate();
  const [adding, add] = useDisclosure();
  return (
    <Section
      title="Ediciones"
      action={
        edits && (
          <Button size="small" icon={<IconPlus />} onClick={add.open}>
            Abrir una edición
          </Button>
        )
      }
    >
      {ediciones.length === 0 ? (
        <p className={styles.quiet}>Todavía no hay ediciones de este curso.</p>
      ) : (
        <ul className={styles.lista}>
          {ediciones.map((edicion) => (
            <li key={edicion.id}>
              <Link to={edicionPath(edicion.id)}>{edicion.nombre}</Link>
              <EstadoDeEdicion estado={edicion.estado} />
              <span>{periodoDe(edicion)}</span>
              <span className={styles.quiet}>{lugaresDe(edicion)} lugares</span>
            </li>
          ))}
        </ul>
      )}
      {cuantas > ediciones.length && (
        <p>
          <Link to={all}>Ver las {formatNumber(cuantas)} ediciones</Link>
        </p>
      )}
      {adding && (
        <EdicionDialog
          edicion={null}
          cursoId={curso.id}
          onClose={add.close}
          onSaved={({ id }) => void navigate(edicionPath(id))}
        />
      )}
    </Section>
  );
}
