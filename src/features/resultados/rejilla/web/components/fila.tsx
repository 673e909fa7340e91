import { type KeyboardEvent, memo, useSyncExternalStore } from 'react';
import { classes } from '../../../../../platform/web/ui/index.ts';
import type { Lugar } from '../../rules.ts';
import type { Celdas } from '../hooks.ts';
import styles from './rejilla.module.css';

export type FilaDeRejilla = {
  readonly id: string;
  readonly nombre: string;
  readonly detalle: string | null;
  /** Why nothing is written in it; null: it is. */
  readonly fija: string | null;
};

export type ColumnaDeRejilla = {
  readonly id: string;
  readonly titulo: string;
  readonly detalle?: string;
  /** Shown and not written: what it says of a row. */
  readonly lee?: (filaId: string) => string;
  /** The key of a row's cell; null: that row has none in it. */
  readonly llave?: (filaId: string) => string | null;
  /** One letter is all that is typed: it is taken at once. */
  readonly deUnaLetra?: boolean;
  readonly ancha?: boolean;
};

/** The cell that is being written in. `todo`: all it says is selected. */
export type Editando = { readonly lugar: Lugar; readonly texto: string; readonly todo: boolean };

type Acts = {
  readonly begin: (c: number, extiende: boolean) => void;
  readonly over: (c: number, pressed: boolean) => void;
  readonly open: (c: number) => void;
  readonly key: (event: KeyboardEvent<HTMLElement>, texto: string) => void;
  readonly leave: (texto: string | null) => void;
};

type FilaProps = {
  fila: FilaDeRejilla;
  f: number;
  columnas: readonly ColumnaDeRejilla[];
  celdas: Celdas;
  soloLectura: boolean;
  activaEn: number | null;
  /** A digit a column: 1, it is chosen. */
  elegidas: string;
  editando: Editando | null;
  acts: Acts;
};

// Its acts are others at each drawing and do the same: what they look at is the row's own.
export const Fila = memo(
  FilaAhora,
  (a, b) =>
    a.fila === b.fila &&
    a.columnas === b.columnas &&
    a.celdas === b.celdas &&
    a.soloLectura === b.soloLectura &&
    a.activaEn === b.activaEn &&
    a.elegidas === b.elegidas &&
    a.editando === b.editando &&
    a.editando === null &&
    a.activaEn === null &&
    a.elegidas === '',
);

function FilaAhora({
  fila,
  f,
  columnas,
  celdas,
  soloLectura,
  activaEn,
  elegidas,
  editando,
  acts,
}: FilaProps) {
  return (
    <tr aria-rowindex={f + 2}>
      <th scope="row" className={styles.nombre}>
        {fila.nombre}
        {fila.detalle && <span className={styles.detalle}>{fila.detalle}</span>}
        {fila.fija !== null && <span className={styles.detalle}>{fila.fija}</span>}
      </th>
      {columnas.map((columna, c) => {
        const llave = columna.llave?.(fila.id) ?? null;
        const activa = activaEn === c;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the table's
          <td
            key={columna.id}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's grid is made of a table
            role="gridcell"
            data-lugar={`${f}-${c}`}
            tabIndex={activa ? 0 : -1}
            aria-selected={elegidas[c] === '1'}
            aria-readonly={llave === null || fila.fija !== null || soloLectura || undefined}
            className={classes(
              styles.celda,
              columna.ancha && styles.ancha,
              elegidas[c] === '1' && styles.elegida,
              activa && styles.activa,
              (llave === null || fila.fija !== null || soloLectura) && styles.fija,
            )}
            onPointerDown={(event) => {
              if (event.pointerType !== 'mouse' || editando?.lugar.c === c) return;
              event.preventDefault();
              acts.begin(c, event.shiftKey);
            }}
            onPointerEnter={(event) =>
              acts.over(c, event.pointerType === 'mouse' && event.buttons === 1)
            }
            onDoubleClick={() => acts.open(c)}
            onClick={(event) => {
              const { pointerType } = event.nativeEvent as PointerEvent;
              if (pointerType === 'mouse' || editando?.lugar.c === c) return;
              // Under a finger: the first press goes there, the second opens it.
              if (activa) acts.open(c);
              else acts.begin(c, false);
            }}
          >
            {editando?.lugar.c === c ? (
              <Editor
                texto={editando.texto}
                label={`${columna.titulo} de ${fila.nombre}`}
                decimal={!columna.ancha && !columna.deUnaLetra}
                acts={acts}
              />
            ) : llave === null ? (
              (columna.lee?.(fila.id) ?? <span className="sr-only">No es de su grupo</span>)
            ) : (
              <Celda llave={llave} celdas={celdas} />
            )}
          </td>
        );
      })}
    </tr>
  );
}

function Editor({
  texto,
  label,
  decimal,
  acts,
}: {
  texto: string;
  label: string;
  decimal: boolean;
  acts: Acts;
}) {
  return (
    <input
      className={styles.editor}
      defaultValue={texto}
      aria-label={label}
      inputMode={decimal ? 'decimal' : 'text'}
      autoComplete="off"
      maxLength={300}
      onKeyDown={(event) => acts.key(event, event.currentTarget.value)}
      onBlur={(event) => acts.leave(event.currentTarget.value)}
    />
  );
}

function Celda({ llave, celdas }: { llave: string; celdas: Celdas }) {
  const vista = useSyncExternalStore(celdas.subscribe, () => celdas.vistaDe(llave));
  return (
    <>
      <span className={classes(vista.estado === 'pendiente' && styles.pendiente)}>
        {vista.texto}
      </span>
      {vista.mensaje !== null && <span className={styles.mensaje}>{vista.mensaje}</span>}
    </>
  );
}
