import { lazy, Suspense, useId, useState } from 'react';
import type { Vista } from '../../shared/vistas.ts';
import { messageOf } from '../callables/client.ts';
import { notify } from '../feedback/notifications.ts';
import { useOnHide } from '../keep-alive/index.ts';
import { Button } from '../ui/button.tsx';
import { IconSettings } from '../ui/icons.tsx';
import { Floating, useFloating } from './floating.tsx';
import { type Density, useDensity } from './preferences.ts';
import type { SavedViews } from './saved-views.ts';
import styles from './table.module.css';
import type { TableColumn } from './types.ts';

const SavedViewDialog = lazy(async () => ({
  default: (await import('./saved-view-dialog.tsx')).SavedViewDialog,
}));

const DENSITIES: readonly [Density, string][] = [
  ['compacta', 'Compactas'],
  ['comoda', 'Cómodas'],
];

/** The views that somebody saved of the list, which columns, and how close together. */
export function ViewMenu<T>({
  views,
  columns,
}: {
  views: SavedViews;
  columns: readonly TableColumn<T>[];
}) {
  const menu = useFloating();
  const name = useId();
  const [density, setDensity] = useDensity();
  // Null: a new one.
  const [naming, setNaming] = useState<{ view: Vista | null } | null>(null);
  useOnHide(() => setNaming(null));
  const { hidden, setHidden, shown } = views;
  const edit = (view: Vista | null) => {
    // The focus goes back to the button first, and to it again when the dialog closes.
    menu.close();
    setNaming({ view });
  };
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={<IconSettings />}
        className={shown ? styles.viewing : undefined}
        {...menu.button()}
      >
        <span className={styles.viewWord}>
          {shown ? (
            <>
              <span className="sr-only">Vista: </span>
              {shown.nombre}
            </>
          ) : (
            'Vista'
          )}
        </span>
      </Button>
      <Floating handle={menu} label="Vista de la tabla">
        <Saved views={views} onEdit={edit} onDone={menu.close} />
        <fieldset className={styles.viewGroup}>
          <legend>Filas</legend>
          {DENSITIES.map(([value, label]) => (
            <label key={value}>
              <input
                type="radio"
                name={name}
                checked={density === value}
                onChange={() => setDensity(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
        {groupsOf(columns).map(([group, some]) => (
          <fieldset key={group} className={styles.viewGroup}>
            <legend>{group}</legend>
            {some.map((column) => (
              <label key={column.id}>
                <input
                  type="checkbox"
                  checked={!hidden.includes(column.id)}
                  onChange={({ target }) =>
                    setHidden(
                      target.checked
                        ? hidden.filter((one) => one !== column.id)
                        : [...hidden, column.id],
                    )
                  }
                />
                <span>{column.header}</span>
              </label>
            ))}
          </fieldset>
        ))}
        <Button
          flush
          size="small"
          variant="quiet"
          className={styles.viewReset}
          onClick={() => setHidden(null)}
        >
          Volver a las columnas iniciales
        </Button>
      </Floating>
      {naming && (
        <Suspense>
          <SavedViewDialog views={views} view={naming.view} onClose={() => setNaming(null)} />
        </Suspense>
      )}
    </>
  );
}

/** The columns that may be left out, by their group, in the order in which groups first appear. */
const groupsOf = <T,>(columns: readonly TableColumn<T>[]): [string, TableColumn<T>[]][] => {
  const groups = new Map<string, TableColumn<T>[]>();
  for (const column of columns) {
    if (column.primary) continue;
    const { group = 'Columnas' } = column;
    groups.set(group, [...(groups.get(group) ?? []), column]);
  }
  return [...groups];
};

function Saved({
  views,
  onEdit,
  onDone,
}: {
  views: SavedViews;
  onEdit: (view: Vista | null) => void;
  onDone: () => void;
}) {
  const name = useId();
  const { views: all, shown, base, isInitial } = views;
  const changed = base !== null && shown === null ? base : null;
  const overwrite = (view: Vista) => {
    onDone();
    views.save(views.draft(view)).then(
      () => notify.success(`Se guardaron los cambios en «${view.nombre}».`),
      (error) => notify.error(messageOf(error)),
    );
  };
  return (
    <fieldset className={styles.viewGroup}>
      <legend>Vistas guardadas</legend>
      {all.length > 0 && (
        <>
          <Choice name={name} checked={isInitial && !shown} onPick={() => views.pick(null)}>
            Lista inicial
          </Choice>
          {all.map((view) => (
            <Choice
              key={view.id}
              name={name}
              checked={view.id === shown?.id}
              onPick={() => views.pick(view)}
            >
              {view.nombre}
              {view.predeterminada && <small>Se abre así</small>}
            </Choice>
          ))}
        </>
      )}
      {all.length === 0 && isInitial && (
        <p className={styles.viewHint}>
          Filtre, busque, ordene o cambie las columnas, y guárdelo aquí con un nombre.
        </p>
      )}
      <div className={styles.viewActs}>
        {changed && (
          <Button flush size="small" variant="quiet" onClick={() => overwrite(changed)}>
            Guardar los cambios en «{changed.nombre}»
          </Button>
        )}
        {!shown && !isInitial && (
          <Button flush size="small" variant="quiet" onClick={() => onEdit(null)}>
            Guardar esta vista
          </Button>
        )}
        {shown && (
          <Button flush size="small" variant="quiet" onClick={() => onEdit(shown)}>
            Cambiar o borrar «{shown.nombre}»
          </Button>
        )}
      </div>
    </fieldset>
  );
}

function Choice({
  name,
  checked,
  onPick,
  children,
}: {
  name: string;
  checked: boolean;
  onPick: () => void;
  children: React.ReactNode;
}) {
  return (
    <label>
      <input type="radio" name={name} checked={checked} onChange={onPick} />
      <span>{children}</span>
    </label>
  );
}
