import { useId, useState } from 'react';
import { messageOf } from '../../../../platform/web/callables/client.ts';
import { focusOn } from '../../../../platform/web/focus/keeper.ts';
import { FieldSet, useFieldIds } from '../../../../platform/web/form/field.tsx';
import { SelectField, TextField } from '../../../../platform/web/form/index.ts';
import type { FieldProps } from '../../../../platform/web/form/use-form.ts';
import { Button } from '../../../../platform/web/ui/index.ts';
import type { Item } from '../../contract.ts';
import { type CatalogoId, catalogoOf, MAX_BUSQUEDA } from '../../definiciones/rules.ts';
import { rutaOf } from '../../rules.ts';
import { useElegibles, useOpciones, useSettled } from '../hooks.ts';
import styles from './item-field.module.css';

/** The item that a record points to, as it is called today. */
export type Elegido = {
  readonly id: string;
  readonly nombre: string;
  readonly activo: boolean;
  readonly ruta: readonly string[];
};

type Props = FieldProps<string> & {
  label: string;
  hint?: string | undefined;
  optional: boolean;
  catalogo: CatalogoId;
  /** What the record points to now, which may be inactive. */
  actual: Elegido | undefined;
  /** What was chosen, whole; undefined: nothing is any more. */
  onItem?: (item: Item | undefined) => void;
};

/** Chooses an item of a catalog: from a list, or by looking for it where it is a tree or longer than a list. */
export function ItemField(props: Props) {
  return catalogoOf(props.catalogo).padres ? (
    <ItemBuscado {...props} />
  ) : (
    <ItemDeLista {...props} />
  );
}

function ItemDeLista(props: Props) {
  const { catalogo, actual, onItem, ...field } = props;
  const { data, isPending } = useOpciones(catalogo);
  if (data && data.total > data.filas.length) return <ItemBuscado {...props} />;
  const options = (data?.filas ?? []).map(({ id, nombre }) => ({ value: id, label: nombre }));
  if (actual && !options.some(({ value }) => value === actual.id)) {
    options.unshift({
      value: actual.id,
      label: actual.activo ? actual.nombre : `${actual.nombre} (ya no se ofrece)`,
    });
  }
  const { singular, femenino } = catalogoOf(catalogo);
  return (
    <SelectField
      {...field}
      onChange={(id) => {
        field.onChange(id);
        onItem?.(data?.filas.find((one) => one.id === id));
      }}
      options={options}
      empty={isPending ? 'Cargando…' : `Elija ${femenino ? 'una' : 'un'} ${singular}`}
    />
  );
}

function ItemBuscado({ id: given, value, onChange, onItem, actual, catalogo, ...field }: Props) {
  const { label, hint, error, optional } = field;
  const ids = useFieldIds(given, hint, error);
  const [found, setFound] = useState<Elegido | null>(null);
  const chosen = [found, actual].find((one) => one?.id === value && value !== '');
  /** After what was pressed has gone, the focus is on what came in its place. */
  const goOn = () =>
    requestAnimationFrame(() => {
      const next = document.getElementById(ids.id);
      if (next) focusOn(next);
    });
  return (
    <FieldSet ids={ids} label={label} optional={optional} hint={hint} error={error}>
      {chosen ? (
        <div className={styles.chosen}>
          <p>
            {chosen.nombre}
            <span className={styles.where}>
              {chosen.activo ? chosen.ruta.join(' › ') : 'Ya no se ofrece'}
            </span>
          </p>
          <Button
            id={ids.id}
            size="small"
            onClick={() => {
              onChange('');
              onItem?.(undefined);
              goOn();
            }}
          >
            {catalogoOf(catalogo).femenino ? 'Elegir otra' : 'Elegir otro'}
            <span className="sr-only"> en «{label}»</span>
          </Button>
        </div>
      ) : (
        <Buscador
          id={ids.id}
          catalogo={catalogo}
          onElegir={(item) => {
            const { id, nombre, activo, ruta } = item;
            setFound({ id, nombre, activo, ruta: ruta.map((one) => one.nombre) });
            onChange(id);
            onItem?.(item);
            goOn();
          }}
        />
      )}
    </FieldSet>
  );
}

function Buscador({
  id,
  catalogo,
  onElegir,
}: {
  id: string;
  catalogo: CatalogoId;
  onElegir: (item: Item) => void;
}) {
  const statusId = useId();
  const [texto, setTexto] = useState('');
  const busqueda = useSettled(texto.trim());
  const { data, error, isFetching, isPlaceholderData, refetch } = useElegibles(catalogo, busqueda);
  const { singular, plural, padres } = catalogoOf(catalogo);
  const filas = busqueda === '' ? [] : (data?.filas ?? []);
  /** What is shown is of words that are no longer there. */
  const isOld = isPlaceholderData || texto.trim() !== busqueda;
  const say = (): string => {
    if (busqueda === '') return '';
    if (error) return isFetching ? 'Buscando…' : `No se pudo buscar. ${messageOf(error)}`;
    if (!data || isPlaceholderData) return 'Buscando…';
    if (data.total === 0) return `No hay ${plural} con esas palabras. Pruebe con menos.`;
    if (data.parecidas) return `Ninguno tiene todas esas palabras; estos se parecen.`;
    if (data.total === 1) return `1 ${singular}.`;
    return data.total > filas.length
      ? `${data.total} ${plural}: se muestran ${filas.length}. Escriba más palabras.`
      : `${data.total} ${plural}.`;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter looks for it, and does not send the whole form
    <div
      className={styles.seek}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target as Element).matches('input')) return;
        event.preventDefault();
        const [only] = filas;
        if (only && filas.length === 1 && !isOld) onElegir(only);
      }}
    >
      <TextField
        id={id}
        label={padres ? 'Busque por nombre, ciudad o circuito' : 'Busque por nombre o clave'}
        type="search"
        value={texto}
        onChange={setTexto}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_BUSQUEDA}
      />
      <p id={statusId} className={styles.status} role="status">
        {say()}
      </p>
      {error && busqueda !== '' && (
        <Button size="small" busy={isFetching} onClick={() => void refetch()}>
          Buscar de nuevo
        </Button>
      )}
      {filas.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
        <ul role="list" className={styles.found} aria-labelledby={statusId}>
          {filas.map((item) => (
            <li key={item.id}>
              <button type="button" onClick={() => onElegir(item)}>
                {item.nombre}
                <span className={styles.where}>{rutaOf(item)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
