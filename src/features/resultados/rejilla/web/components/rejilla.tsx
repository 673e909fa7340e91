import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classes } from '../../../../../platform/web/ui/index.ts';
import {
  type Bloque,
  bloqueEntre,
  escribirBloque,
  estaEn,
  type Lugar,
  leerBloque,
  lugarTras,
  repartir,
  siguiente,
} from '../../rules.ts';
import type { Celdas } from '../hooks.ts';
import { type ColumnaDeRejilla, type Editando, Fila, type FilaDeRejilla } from './fila.tsx';
import styles from './rejilla.module.css';

const AYUDA =
  'Muévase con las flechas. Escriba para cambiar una celda, o pulse Enter o F2 para editar lo que dice. Enter y Tab guardan y siguen; Escape deja la celda como estaba. Control C copia, Control V pega y Control Z deshace. Para salir de la tabla pulse Escape y después Tab.';

/**
 * A grid that is used as a spreadsheet: arrows, Tab, Enter, F2, Escape, typing replaces, blocks are copied and pasted, undone and done
 * again. What its cells say, and saving it, are `celdas`'.
 */
export function Rejilla({
  label,
  filas,
  columnas,
  celdas,
  soloLectura = false,
  onActiva,
  onSobran,
}: {
  label: string;
  filas: readonly FilaDeRejilla[];
  columnas: readonly ColumnaDeRejilla[];
  celdas: Celdas;
  soloLectura?: boolean;
  /** The column where one is now. */
  onActiva?: (columna: string) => void;
  /** What was pasted did not fit, or fell on what is not written: how many cells. */
  onSobran: (cuantas: number) => void;
}) {
  const ayuda = useId();
  const table = useRef<HTMLTableElement>(null);
  const [activa, setActiva] = useState<Lugar>({ f: 0, c: 0 });
  const [ancla, setAncla] = useState<Lugar>({ f: 0, c: 0 });
  const [editando, showEditando] = useState<Editando | null>(null);
  /** The same, as it is in this very moment: leaving a cell blurs it. */
  const edita = useRef<Editando | null>(null);
  const setEditando = (next: Editando | null) => {
    edita.current = next;
    showEditando(next);
  };
  /** Escape was pressed where nothing is edited: the next Tab leaves. */
  const sale = useRef(false);
  const arrastra = useRef(false);
  const medida = { filas: filas.length, columnas: columnas.length };
  const elegido = bloqueEntre(activa, ancla);

  const llaveDe = ({ f, c }: Lugar): string | null => {
    const fila = filas[f];
    if (!fila || fila.fija !== null || soloLectura) return null;
    return columnas[c]?.llave?.(fila.id) ?? null;
  };
  const celdaEn = ({ f, c }: Lugar) =>
    table.current?.querySelector<HTMLElement>(`[data-lugar="${f}-${c}"]`);
  const ir = (lugar: Lugar, { extiende = false } = {}) => {
    setActiva(lugar);
    if (!extiende) setAncla(lugar);
    const columna = columnas[lugar.c];
    if (columna) onActiva?.(columna.id);
    const celda = celdaEn(lugar);
    celda?.focus({ preventScroll: true });
    celda?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const editar = (lugar: Lugar, texto: string, todo: boolean) => {
    if (llaveDe(lugar) !== null) setEditando({ lugar, texto, todo });
  };
  /** What is being edited is written, if it is another thing. */
  const dejar = (texto: string | null) => {
    const left = edita.current;
    if (!left) return;
    const llave = llaveDe(left.lugar);
    setEditando(null);
    if (llave !== null && texto !== null) celdas.escribir([{ llave, texto }]);
  };
  useEffect(() => {
    const input = editando && table.current?.querySelector('input');
    if (!input) return;
    input.focus();
    if (editando.todo) input.select();
    else input.setSelectionRange(input.value.length, input.value.length);
  }, [editando]);

  const escribirEn = (bloque: Bloque, texto: string) => {
    const cambios: { llave: string; texto: string }[] = [];
    for (let f = bloque.desde.f; f <= bloque.hasta.f; f += 1) {
      for (let c = bloque.desde.c; c <= bloque.hasta.c; c += 1) {
        const llave = llaveDe({ f, c });
        if (llave !== null) cambios.push({ llave, texto });
      }
    }
    celdas.escribir(cambios);
  };
  /** To the first of some cells, after undoing or doing again. */
  const mostrar = (llaves: readonly string[]) => {
    const [first] = llaves;
    for (let f = 0; first !== undefined && f < filas.length; f += 1) {
      for (let c = 0; c < columnas.length; c += 1) {
        if (columnas[c]?.llave?.(filas[f]!.id) === first) {
          ir({ f, c });
          return;
        }
      }
    }
  };

  const onEditKey = (event: KeyboardEvent<HTMLElement>, texto: string): void => {
    if (!editando) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      dejar(null);
      ir(editando.lugar);
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      const next =
        event.key === 'Enter'
          ? lugarTras(
              editando.lugar,
              { key: event.shiftKey ? 'ArrowUp' : 'ArrowDown', ctrlKey: false, metaKey: false },
              medida,
            )
          : siguiente(editando.lugar, medida, event.shiftKey);
      dejar(texto);
      if (next === null) {
        ir(editando.lugar);
        return;
      }
      event.preventDefault();
      ir(next);
    }
    event.stopPropagation();
  };

  const onCommand = (event: KeyboardEvent<HTMLElement>): boolean => {
    const tecla = event.key.toLowerCase();
    if (tecla === 'z' && !event.shiftKey) mostrar(celdas.deshacer());
    else if (tecla === 'y' || (tecla === 'z' && event.shiftKey)) mostrar(celdas.rehacer());
    else if (tecla === 'a') {
      setAncla({ f: 0, c: 0 });
      setActiva({ f: medida.filas - 1, c: medida.columnas - 1 });
    } else return false;
    return true;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (editando) return;
    const { key } = event;
    if (key === 'Tab') {
      if (sale.current) return;
      const next = siguiente(activa, medida, event.shiftKey);
      if (next === null) return;
      event.preventDefault();
      ir(next);
      return;
    }
    if (key === 'Escape') {
      sale.current = true;
      setAncla(activa);
      return;
    }
    if (!['Shift', 'Control', 'Alt', 'Meta'].includes(key)) sale.current = false;
    const lugar = lugarTras(activa, event, medida);
    if (lugar) {
      event.preventDefault();
      ir(lugar, { extiende: event.shiftKey });
      return;
    }
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      if (onCommand(event)) event.preventDefault();
      return;
    }
    if (key === 'Enter' || key === 'F2') {
      event.preventDefault();
      const llave = llaveDe(activa);
      if (llave !== null) editar(activa, celdas.vistaDe(llave).texto, false);
      else if (key === 'Enter') ir({ f: Math.min(activa.f + 1, medida.filas - 1), c: activa.c });
    } else if (key === 'Delete' || key === 'Backspace') {
      event.preventDefault();
      escribirEn(elegido, '');
    } else if ([...key].length === 1 && !event.altKey) {
      event.preventDefault();
      const llave = llaveDe(activa);
      if (llave === null) return;
      if (columnas[activa.c]?.deUnaLetra && key !== ' ') {
        celdas.escribir([{ llave, texto: key }]);
        ir({ f: Math.min(activa.f + 1, medida.filas - 1), c: activa.c });
      } else editar(activa, key === ' ' ? '' : key, false);
    }
  };

  const onCopy = (event: ClipboardEvent) => {
    if (editando) return;
    event.preventDefault();
    const texto = (lugar: Lugar): string => {
      const columna = columnas[lugar.c]!;
      const { id } = filas[lugar.f]!;
      const llave = columna.llave?.(id) ?? null;
      return columna.lee?.(id) ?? (llave === null ? '' : celdas.vistaDe(llave).texto);
    };
    const lineas: string[][] = [];
    for (let f = elegido.desde.f; f <= elegido.hasta.f; f += 1) {
      const linea: string[] = [];
      for (let c = elegido.desde.c; c <= elegido.hasta.c; c += 1) linea.push(texto({ f, c }));
      lineas.push(linea);
    }
    event.clipboardData.setData('text/plain', escribirBloque(lineas));
  };
  const onPaste = (event: ClipboardEvent) => {
    if (editando) return;
    event.preventDefault();
    const bloque = leerBloque(event.clipboardData.getData('text/plain'));
    const { celdas: puestas, sobran } = repartir(bloque, elegido, medida);
    const cambios = puestas.flatMap(({ lugar, texto }) => {
      const llave = llaveDe(lugar);
      return llave === null ? [] : [{ llave, texto }];
    });
    celdas.escribir(cambios);
    const last = puestas.at(-1)?.lugar;
    if (last) {
      setAncla(elegido.desde);
      ir(last, { extiende: true });
      ir(elegido.desde, { extiende: true });
      setAncla(last);
    }
    const fijas = puestas.filter(({ lugar, texto }) => texto !== '' && llaveDe(lugar) === null);
    const perdidas = sobran + fijas.length;
    if (perdidas > 0) onSobran(perdidas);
  };

  return (
    <div className={styles.caja}>
      <p id={ayuda} className="sr-only">
        {AYUDA}
      </p>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's grid is made of a table
        role="grid"
        aria-label={label}
        aria-describedby={ayuda}
        aria-rowcount={filas.length + 1}
        aria-multiselectable="true"
        aria-readonly={soloLectura || undefined}
        className={styles.tabla}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onPaste={onPaste}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) sale.current = false;
        }}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={styles.nombre}>
              Nombre
            </th>
            {columnas.map(({ id, titulo, detalle, ancha }) => (
              <th key={id} scope="col" className={classes(ancha && styles.ancha)}>
                {titulo}
                {detalle && <span className={styles.detalle}>{detalle}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {filas.map((fila, f) => (
            <Fila
              key={fila.id}
              {...{ fila, f, columnas, celdas, soloLectura }}
              activaEn={activa.f === f ? activa.c : null}
              elegidas={
                f >= elegido.desde.f && f <= elegido.hasta.f
                  ? columnas.map((_, c) => (estaEn(elegido, { f, c }) ? '1' : '0')).join('')
                  : ''
              }
              editando={editando?.lugar.f === f ? editando : null}
              acts={{
                begin: (c, extiende) => {
                  arrastra.current = true;
                  ir({ f, c }, { extiende });
                },
                over: (c, pressed) => {
                  if (pressed && arrastra.current && !edita.current)
                    ir({ f, c }, { extiende: true });
                  else if (!pressed) arrastra.current = false;
                },
                open: (c) => {
                  const llave = llaveDe({ f, c });
                  if (llave !== null) editar({ f, c }, celdas.vistaDe(llave).texto, true);
                },
                key: onEditKey,
                leave: dejar,
              }}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
