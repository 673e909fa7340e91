import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { focusOn } from '../../../../../platform/web/focus/keeper.ts';
import { TextField } from '../../../../../platform/web/form/index.ts';
import { Button } from '../../../../../platform/web/ui/index.ts';
import type { FuenteDeClaves } from '../../../reglas/contract.ts';
import type { OpcionDeRegla } from '../../contract.ts';
import { MOSTRADAS, useOpciones } from '../hooks.ts';
import styles from './reglas.module.css';

/** What there is to choose from, under a search: each a button; Enter in the search takes the only one. */
export function Encontrados({
  label,
  hint,
  optional,
  texto,
  onTexto,
  opciones,
  said,
  onElegir,
  takesFocus = false,
}: {
  label: string;
  hint?: string | undefined;
  optional?: boolean | undefined;
  texto: string;
  onTexto: (texto: string) => void;
  opciones: readonly (OpcionDeRegla & { grupo?: string })[];
  /** How many there are, for who does not see them. */
  said: string;
  onElegir: (opcion: OpcionDeRegla) => void;
  /** It came in the place of what was pressed. */
  takesFocus?: boolean;
}) {
  const statusId = useId();
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes
  useEffect(() => {
    if (takesFocus) document.getElementById(id)?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target as Element).matches('input')) return;
    event.preventDefault();
    const [only] = opciones;
    if (only && opciones.length === 1) onElegir(only);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter takes what was found
    <div className={styles.buscador} onKeyDown={onKeyDown}>
      <TextField
        label={label}
        {...{ hint, optional }}
        type="search"
        value={texto}
        onChange={onTexto}
        autoComplete="off"
        spellCheck={false}
        id={id}
      />
      <p id={statusId} className={styles.dicho} role="status">
        {said}
      </p>
      {opciones.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
        <ul role="list" className={styles.encontrados} aria-labelledby={statusId}>
          {opciones.map((opcion, i) => (
            <li key={opcion.valor}>
              {opcion.grupo !== undefined && opcion.grupo !== opciones[i - 1]?.grupo && (
                <span className={styles.grupoDeDatos}>{opcion.grupo}</span>
              )}
              <button type="button" onClick={() => onElegir(opcion)}>
                {opcion.etiqueta}
                {opcion.detalle && <small>{opcion.detalle}</small>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A search gives its first results (`MOSTRADAS`): when there are that many, there may be more. */
const describeCuantos = (cuantos: number, isPending: boolean): string => {
  if (isPending) return 'Buscando…';
  if (cuantos === 0) return 'No hay ninguno con esas palabras. Pruebe con menos.';
  if (cuantos >= MOSTRADAS) return `Los primeros ${MOSTRADAS}. Escriba más palabras para acotar.`;
  return cuantos === 1 ? '1 encontrado.' : `${cuantos} encontrados.`;
};

/** After what was pressed has gone, the focus is on what came in its place. */
export const goOnTo = (id: string) =>
  requestAnimationFrame(() => {
    const next = document.getElementById(id);
    if (next) focusOn(next);
  });

/** Chooses one key of where it comes from: shown by its name, and changed on request. */
export function ElegirClave({
  label,
  fuente,
  valor,
  etiqueta,
  hint,
  alBuscar = false,
  onElegir,
}: {
  label: string;
  hint?: string | undefined;
  fuente: FuenteDeClaves;
  /** Empty: none was chosen yet. */
  valor: string;
  etiqueta: string;
  /** It may be left out: nothing is offered until something is looked for. */
  alBuscar?: boolean;
  onElegir: (opcion: OpcionDeRegla) => void;
}) {
  const id = useId();
  const [changing, setChanging] = useState(false);
  const [texto, setTexto] = useState('');
  const open = valor === '' || changing;
  const waits = alBuscar && texto.trim() === '';
  const { opciones, isPending } = useOpciones(fuente, texto, open && !waits);
  if (!open) {
    return (
      <div className={styles.elegido}>
        <span>
          <small>{label}</small> {etiqueta}
        </span>
        <Button id={id} size="small" variant="quiet" flush onClick={() => setChanging(true)}>
          Cambiar<span className="sr-only"> «{label}»</span>
        </Button>
      </div>
    );
  }
  return (
    <Encontrados
      label={`Buscar ${label.toLowerCase()}`}
      {...{ hint, optional: alBuscar }}
      texto={texto}
      onTexto={setTexto}
      opciones={waits ? [] : opciones}
      said={waits ? '' : describeCuantos(opciones.length, isPending)}
      takesFocus={changing}
      onElegir={(opcion) => {
        setTexto('');
        setChanging(false);
        onElegir(opcion);
        goOnTo(id);
      }}
    />
  );
}
