import { useId, useState } from 'react';
import { searchIn } from '../../../../../platform/shared/search.ts';
import { EmptyState, ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { TextField } from '../../../../../platform/web/form/index.ts';
import { Button, IconCalendar } from '../../../../../platform/web/ui/index.ts';
import type { Oferta as OfertaDeEdicion } from '../../contract.ts';
import { useOfertas } from '../hooks.ts';
import { Oferta } from './oferta.tsx';
import styles from './ofertas.module.css';

/** From here on a list is looked through by words rather than by eye. */
const SEARCH_FROM = 8;
const PAGE = 12;

/** The open offer: one row an edition, the one that closes soonest first. */
export function Ofertas() {
  const { data, error, isPending, refetch } = useOfertas();
  if (isPending) return <Loading shape="list" label="Cargando la oferta…" />;
  if (!data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data.ofertas.length === 0) {
    return (
      <EmptyState title="No hay inscripciones abiertas" icon={IconCalendar} level={3}>
        Aquí aparecerán los cursos, diplomados y posgrados que abran inscripción en los próximos
        treinta días. No hace falta que se registre en ningún otro lugar.
      </EmptyState>
    );
  }
  return <Lista ofertas={data.ofertas} ahora={new Date(data.ahora)} />;
}

const textOf = ({ curso, edicion }: OfertaDeEdicion): string =>
  [
    curso.nombre,
    curso.clave,
    curso.area,
    curso.tipo.nombre,
    curso.modalidad.nombre,
    edicion.nombre,
  ].join(' ');

const editions = (n: number): string => (n === 1 ? '1 edición' : `${n} ediciones`);
const like = (n: number): string =>
  n === 1
    ? 'Ninguna edición coincide. Se muestra la más parecida.'
    : `Ninguna edición coincide. Se muestran ${n}, las más parecidas.`;

function Lista({ ofertas, ahora }: { ofertas: readonly OfertaDeEdicion[]; ahora: Date }) {
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(PAGE);
  const listId = useId();
  const { filas: found, parecidas } = searchIn(ofertas, textOf, search);
  const rest = found.length - shown;
  return (
    <div className={styles.ofertas}>
      {ofertas.length >= SEARCH_FROM && (
        <div className={styles.search}>
          <TextField
            label="Buscar en la oferta"
            type="search"
            value={search}
            onChange={setSearch}
            autoComplete="off"
          />
          <p role="status">{parecidas ? like(found.length) : editions(found.length)}</p>
        </div>
      )}
      {found.length === 0 && (
        <p className={styles.none}>
          Ninguna edición abierta coincide con «{search.trim()}». Pruebe con otra palabra.
        </p>
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
      <ul role="list" className={styles.list} id={listId} hidden={found.length === 0}>
        {found.slice(0, shown).map((oferta) => (
          <li key={oferta.edicion.id}>
            <Oferta oferta={oferta} ahora={ahora} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className={styles.more}>
          <Button onClick={() => setShown((count) => count + PAGE)} aria-controls={listId}>
            Mostrar {Math.min(rest, PAGE)} más
          </Button>
        </p>
      )}
    </div>
  );
}
