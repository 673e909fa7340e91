import { useId } from 'react';
import { formatFecha, formatMomento } from '../../../../platform/shared/dates.ts';
import { EmptyState, ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { Link } from '../../../../platform/web/router.tsx';
import { EstadoBadge, IconBook, LinkButton, Section } from '../../../../platform/web/ui/index.ts';
import { ESTADOS_EDICION } from '../../../cursos/contract.ts';
import { ofertaEdicionPath, ofertaPath } from '../../../cursos/routes.ts';
import { describeEdicion } from '../../../cursos/rules.ts';
import { INSCRIPCION } from '../../../inscripciones/estados.ts';
import { inscripcionPath } from '../../../inscripciones/routes.ts';
import type { Persona } from '../../../personas/perfil/contract.ts';
import type { Cursado } from '../../contract.ts';
import { ListaDeMateriales } from '../../materiales/web/components/lista.tsx';
import { isPasado } from '../../rules.ts';
import { useCursos } from '../hooks.ts';
import styles from './cursos.module.css';

/** What somebody takes and took, with how far it has come, what is next, and its material. */
export function Cursos({ persona: { clave, propia } }: { persona: Persona }) {
  const { data, error, isPending, refetch } = useCursos(clave, propia);
  if (isPending) return <Loading shape="list" />;
  if (!data) return <ErrorState error={error} retry={() => void refetch()} />;
  const { cursos, ahora } = data;
  if (cursos.length === 0) {
    return (
      <EmptyState
        title={
          propia ? 'Todavía no se inscribe a ningún curso' : 'No se ha inscrito a ningún curso'
        }
        icon={IconBook}
        action={propia && <LinkButton to={ofertaPath}>Ver la oferta</LinkButton>}
      >
        Aquí estarán sus cursos, con su avance, sus sesiones y su material.
      </EmptyState>
    );
  }
  const [van, pasados] = [cursos.filter((one) => !isPasado(one)), cursos.filter(isPasado)];
  const list = (some: readonly Cursado[]) => (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ul role="list" className={styles.cursos}>
      {some.map((one) => (
        <li key={one.inscripcionId}>
          <Curso cursado={one} propia={propia} ahora={new Date(ahora)} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <Section title="En curso y por comenzar">
        {van.length > 0 ? list(van) : <p>Por ahora, ninguno.</p>}
      </Section>
      {pasados.length > 0 && <Section title="Anteriores">{list(pasados)}</Section>}
    </>
  );
}

function Curso({ cursado, propia, ahora }: { cursado: Cursado; propia: boolean; ahora: Date }) {
  const { curso, edicion, estado, estadoEdicion, materiales, plantillaId } = cursado;
  const id = useId();
  const [palabra, tono] = ESTADOS_EDICION[estadoEdicion];
  return (
    <article className={styles.curso} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id}>
          <Link to={ofertaEdicionPath(edicion.id)}>{curso.nombre}</Link>
        </h3>
        <EstadoBadge tone={INSCRIPCION.tono(estado)}>{INSCRIPCION.palabra(estado)}</EstadoBadge>
        {!edicion.cancelada && estadoEdicion !== 'concluida' && (
          <EstadoBadge tone={tono}>{palabra}</EstadoBadge>
        )}
        {edicion.cancelada && <EstadoBadge tone="danger">Edición cancelada</EstadoBadge>}
      </div>
      <p className={styles.nota}>{describeEdicion(edicion)}</p>
      <Pendiente cursado={cursado} propia={propia} ahora={ahora} />
      <Avance cursado={cursado} />
      {propia && (
        <p>
          <Link to={inscripcionPath(curso.id, plantillaId, curso.tipo, edicion.id)}>
            {estado === 'borrador' && !edicion.porConvocatoria
              ? 'Continuar mi inscripción'
              : 'Ver mi inscripción'}
          </Link>
        </p>
      )}
      {materiales.length > 0 && (
        <details className={styles.material}>
          <summary>
            Material ({materiales.length})<span className="sr-only"> de {curso.nombre}</span>
          </summary>
          <ListaDeMateriales materiales={materiales} />
        </details>
      )}
    </article>
  );
}

/** What one is still to do, or waits for. */
function Pendiente({
  cursado: { estado, edicion, estadoEdicion, proxima },
  propia,
  ahora,
}: {
  cursado: Cursado;
  propia: boolean;
  ahora: Date;
}) {
  const cierra = new Date(edicion.inscripcionCierra);
  const said = (() => {
    if (edicion.cancelada) return null;
    if (estado === 'borrador' && ahora < cierra && !edicion.porConvocatoria) {
      return `${propia ? 'Termine su' : 'Falta enviar la'} inscripción antes del ${formatMomento(cierra)}.`;
    }
    if (estado !== 'inscrita') return null;
    if (estadoEdicion === 'concluida') return 'Falta que se publique el resultado.';
    if (proxima) {
      const { fecha, de, a, tema, lugar } = proxima;
      const more = [tema, lugar].filter(Boolean).join(', ');
      return `Próxima sesión: ${formatFecha(fecha)}, de ${de} a ${a}\u00a0h${more && `. ${more}`}.`;
    }
    return ahora < new Date(`${edicion.inicia}T00:00:00-06:00`)
      ? `Comienza el ${formatFecha(edicion.inicia)}.`
      : null;
  })();
  return said && <p className={styles.pendiente}>{said}</p>;
}

function Avance({ cursado: { estado, edicion, avance, resultados, curso } }: { cursado: Cursado }) {
  const { de, pasadas, total } = avance;
  const taken = ['inscrita', 'acreditada', 'noAcreditada'].includes(estado) && !edicion.cancelada;
  if (!taken) return null;
  const what =
    de === 'sesiones' ? `${pasadas} de ${total} sesiones` : `${pasadas} de ${total} días`;
  return (
    <dl className={styles.avance}>
      <div>
        <dt>Avance</dt>
        <dd>
          <progress value={pasadas} max={total} aria-label={`Avance de ${curso.nombre}`} /> {what}
        </dd>
      </div>
      {resultados.asistencia !== null && (
        <div>
          <dt>Asistencia</dt>
          <dd>{resultados.asistencia}&nbsp;%</dd>
        </div>
      )}
      {resultados.calificacion !== null && (
        <div>
          <dt>Calificación</dt>
          <dd>{resultados.calificacion}</dd>
        </div>
      )}
    </dl>
  );
}
