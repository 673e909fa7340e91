import { useMomento } from '../../../../../platform/web/clock.ts';
import { Folio, IconCalendar, LinkButton, Section } from '../../../../../platform/web/ui/index.ts';
import { RecordList, RecordRow } from '../../../../../platform/web/ui/record-list.tsx';
import { panelIcsPath } from '../../routes.ts';
import { isEnLinea } from '../../rules.ts';
import { useEntrevistasPanel } from '../hooks.ts';
import { Cuando } from './cuando.tsx';
import styles from './entrevistas.module.css';

/** The interviews that are still to come of the panels one is in. Draws nothing while there are none. */
export function EntrevistasDePanel() {
  const { data, dataUpdatedAt } = useEntrevistasPanel();
  const todas = data?.entrevistas ?? [];
  const momento = useMomento(
    data?.ahora ?? new Date(0).toISOString(),
    dataUpdatedAt,
    todas.map(({ termina }) => termina),
  );
  const porVenir = todas.filter(({ termina }) => new Date(termina) > momento);
  if (!data || porVenir.length === 0) return null;
  return (
    <Section
      title="Entrevistas de sus paneles"
      action={
        <LinkButton to={panelIcsPath} reloadDocument size="small" icon={<IconCalendar />}>
          Agregar a mi calendario
        </LinkButton>
      }
    >
      <RecordList>
        {porVenir.map(({ id, folio, curso, etapa, lugar, ...horario }) => (
          <RecordRow
            key={id}
            name={<Cuando {...horario} />}
            note={
              <span className={styles.aspirante}>
                <Folio>{folio}</Folio>
                <span>
                  {curso}, {etapa}
                </span>
                {isEnLinea(lugar) ? (
                  <a href={lugar} target="_blank" rel="noreferrer" className={styles.enlace}>
                    {lugar}
                  </a>
                ) : (
                  <span>{lugar}</span>
                )}
              </span>
            }
          />
        ))}
      </RecordList>
    </Section>
  );
}
