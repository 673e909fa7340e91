import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { OutputOf } from '../../../../../platform/shared/callable.ts';
import { EmptyState, ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { focusOn } from '../../../../../platform/web/focus/keeper.ts';
import { SelectField, TextField } from '../../../../../platform/web/form/index.ts';
import { useSearchParams } from '../../../../../platform/web/router.tsx';
import { Button, IconCalendar } from '../../../../../platform/web/ui/index.ts';
import { describeLugares, isPresencial } from '../../../../cursos/rules.ts';
import type { listOfertas, Oferta as OfertaDeEdicion } from '../../contract.ts';
import { FILTROS_DE_OFERTA, libresPara, opcionesDe, selectOfertas } from '../../rules.ts';
import { useOfertas } from '../hooks.ts';
import { Faltas, Oferta } from './oferta.tsx';
import styles from './ofertas.module.css';

/** From here on a list is looked through by words rather than by eye. */
const SEARCH_FROM = 8;
const PAGE = 12;

/** The open offer: one row an edition, first what one can take, the full ones last. */
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
  return <Lista ofertas={data.ofertas} ahora={new Date(data.ahora)} faltas={data.faltas} />;
}

const editions = (n: number): string => (n === 1 ? '1 edición' : `${n} ediciones`);
const like = (n: number): string =>
  n === 1
    ? 'Ninguna edición coincide. Se muestra la más parecida.'
    : `Ninguna edición coincide. Se muestran ${n}, las más parecidas.`;

const LABELS = { tipo: 'Tipo', modalidad: 'Modalidad', sede: 'Sede' } as const;

/** Search and filters stand in the address: a narrowed offer can be shared, and returned to. */
const useFiltros = () => {
  const [params, setParams] = useSearchParams();
  const filtros = {
    buscar: params.get('buscar') ?? '',
    tipo: params.get('tipo') ?? '',
    modalidad: params.get('modalidad') ?? '',
    sede: params.get('sede') ?? '',
  };
  const put = (name: keyof typeof filtros, value: string) =>
    setParams(
      (now) => {
        if (value === '') now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true },
    );
  const clear = () => setParams({}, { replace: true });
  return { filtros, put, clear };
};

function Lista({
  ofertas,
  ahora,
  faltas,
}: {
  ofertas: readonly OfertaDeEdicion[];
  ahora: Date;
  faltas: OutputOf<typeof listOfertas>['faltas'];
}) {
  const { filtros, put, clear } = useFiltros();
  const [shown, setShown] = useState(PAGE);
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const showMore = () => {
    flushSync(() => setShown(shown + PAGE));
    // Reading goes on from the first of those that came; the button may be gone with them.
    const next = list.current?.children[shown]?.querySelector('h3');
    if (next) focusOn(next);
  };
  const { filas: found, parecidas } = selectOfertas(ofertas, filtros);
  const rest = found.length - shown;
  return (
    <div className={styles.ofertas}>
      {ofertas.length >= SEARCH_FROM && (
        <div className={styles.search}>
          <TextField
            label="Buscar en la oferta"
            type="search"
            value={filtros.buscar}
            onChange={(value) => put('buscar', value)}
            autoComplete="off"
          />
          {FILTROS_DE_OFERTA.map((name) => (
            <SelectField
              key={name}
              label={LABELS[name]}
              value={filtros[name]}
              onChange={(value) => put(name, value)}
              empty={name === 'tipo' ? 'Todos' : 'Todas'}
              options={optionsOf(opcionesDe(ofertas, name), filtros[name])}
            />
          ))}
          <p role="status">{parecidas ? like(found.length) : editions(found.length)}</p>
        </div>
      )}
      {found.length === 0 && (
        <div className={styles.none}>
          <p>Ninguna edición abierta coincide con lo que eligió.</p>
          <Button size="small" onClick={clear}>
            Ver toda la oferta
          </Button>
        </div>
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
      <ul ref={list} role="list" className={styles.list} id={listId} hidden={found.length === 0}>
        {found.slice(0, shown).map((oferta) => (
          <li key={oferta.edicion.id}>
            <Oferta
              oferta={oferta}
              ahora={ahora}
              cabida={describeLugares({ libres: libresPara(oferta) })}
            >
              <Faltas
                oferta={oferta}
                faltas={isPresencial(oferta.curso) ? faltas.presencial : faltas.enLinea}
              />
            </Oferta>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className={styles.more}>
          <Button onClick={showMore} aria-controls={listId}>
            Mostrar {Math.min(rest, PAGE)} más
          </Button>
        </p>
      )}
    </div>
  );
}

/** What an address brings and nobody offers any more can still be seen, and taken away. */
const optionsOf = (names: readonly string[], chosen: string) =>
  (chosen === '' || names.includes(chosen) ? names : [chosen, ...names]).map((name) => ({
    value: name,
    label: name,
  }));
