import { useId } from 'react';
import { ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { Link } from '../../../../platform/web/router.tsx';
import {
  formatDate,
  formatNumber,
  IconClock,
  LinkButton,
  Section,
} from '../../../../platform/web/ui/index.ts';
import type { Pendiente } from '../../contract.ts';
import { describePlazo, haceDias } from '../../rules.ts';
import { usePendientes } from '../hooks.ts';
import styles from './pendientes.module.css';

/** What there is to do: the school's work for who does it, then what is one's own. */
export function Pendientes() {
  const { data, error, isPending, refetch } = usePendientes();
  if (isPending) {
    return (
      <Section title="Pendiente de usted">
        <Loading shape="list" />
      </Section>
    );
  }
  if (!data) {
    return (
      <Section title="Pendiente de usted">
        <ErrorState error={error} retry={() => void refetch()} />
      </Section>
    );
  }
  const ahora = new Date(data.ahora);
  const { propios, personal } = data;
  return (
    <>
      {personal && (
        <Section title="Pendientes">
          <Lista
            items={personal}
            ahora={ahora}
            vacio="No hay trabajo en espera: todo está atendido."
            first
          />
        </Section>
      )}
      {(propios.length > 0 || !personal) && (
        <Section title="Pendiente de usted">
          <Lista
            items={propios}
            ahora={ahora}
            vacio="No tiene nada pendiente."
            first={!personal || personal.length === 0}
          />
        </Section>
      )}
    </>
  );
}

function Lista({
  items,
  ahora,
  vacio,
  first,
}: {
  items: readonly Pendiente[];
  ahora: Date;
  vacio: string;
  /** Its first entry is the screen's main action. */
  first: boolean;
}) {
  if (items.length === 0) return <p className={styles.none}>{vacio}</p>;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ul role="list" className={styles.list}>
      {items.map((item, i) => (
        <li key={item.enlace + item.titulo}>
          <Uno item={item} ahora={ahora} main={first && i === 0} />
        </li>
      ))}
    </ul>
  );
}

function Uno({ item, ahora, main }: { item: Pendiente; ahora: Date; main: boolean }) {
  const { titulo, detalle, cuantos, enlace, accion, venceEn, empieza, partes } = item;
  const id = useId();
  const plazo = describePlazo(item, ahora);
  const dia = venceEn ?? empieza;
  return (
    <article className={styles.one} aria-labelledby={id}>
      <div>
        <h3 id={id}>
          {cuantos !== null && `${formatNumber(cuantos)} `}
          {cuantos === null ? titulo : titulo.charAt(0).toLowerCase() + titulo.slice(1)}
        </h3>
        {detalle && <p className={styles.detail}>{detalle}</p>}
        {partes.length > 0 && (
          <details className={styles.detail}>
            <summary>Ver por edición</summary>
            {partes.map((parte) => (
              <p key={parte.enlace}>
                <Link to={parte.enlace}>{parte.titulo}</Link>
                {` · ${parte.cuantos} ${haceDias(new Date(parte.espera), ahora)}`}
              </p>
            ))}
          </details>
        )}
      </div>
      {plazo && (
        <p className={plazo.urge ? styles.soon : styles.when}>
          {plazo.urge && <IconClock width="1em" height="1em" />}
          <span>
            {plazo.texto}
            {dia && (
              <span className={styles.day}>
                , {venceEn ? 'hasta el' : 'el'} {formatDate(dia)}
              </span>
            )}
          </span>
        </p>
      )}
      <LinkButton
        to={enlace}
        size="small"
        variant={main ? 'primary' : 'secondary'}
        aria-describedby={id}
        className={styles.action}
      >
        {accion}
      </LinkButton>
    </article>
  );
}
