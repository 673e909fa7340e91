import { useLayoutEffect, useRef, useState } from 'react';
import { Fieldset, TextAreaField, TextField } from '../../../../../platform/web/form/index.ts';
import {
  Button,
  IconButton,
  IconPlus,
  IconSortDown,
  IconSortUp,
  IconTrash,
} from '../../../../../platform/web/ui/index.ts';
import type { Tema } from '../../../contract.ts';
import styles from './curso.module.css';

/** A unit while it is written: known by a key of its own wherever it goes. */
export type TemaEscrito = Tema & { llave: string };

export const escribeTemario = (temario: readonly Tema[]): TemaEscrito[] =>
  temario.map((tema) => ({ ...tema, llave: crypto.randomUUID() }));

type Foco = { llave: string; en: 'subir' | 'bajar' | 'titulo' };

/** The units of a course: written, put in order with buttons, taken away. */
export function TemarioField({
  id,
  value,
  onChange,
  error,
}: {
  id: string;
  value: readonly TemaEscrito[];
  onChange: (value: TemaEscrito[]) => void;
  error: string | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [foco, setFoco] = useState<Foco | null>(null);
  const [said, setSaid] = useState('');
  // What is pressed keeps the focus where its unit went.
  useLayoutEffect(() => {
    if (!foco) return;
    const unit = box.current?.querySelector(`[data-unidad="${foco.llave}"]`);
    const target =
      foco.en === 'titulo'
        ? 'input'
        : `[data-mover="${foco.en}"] button, button[data-mover="${foco.en}"]`;
    unit?.querySelector<HTMLElement>(target)?.focus();
    setFoco(null);
  }, [foco]);
  const change = (llave: string, part: Partial<Tema>) =>
    onChange(value.map((tema) => (tema.llave === llave ? { ...tema, ...part } : tema)));
  const move = (from: number, to: number) => {
    const tema = value[from];
    if (!tema || to < 0 || to >= value.length) return;
    const rest = value.filter((one) => one !== tema);
    onChange([...rest.slice(0, to), tema, ...rest.slice(to)]);
    setSaid(`${tema.titulo || 'Unidad sin título'}: lugar ${to + 1} de ${value.length}`);
    setFoco({ llave: tema.llave, en: to < from ? 'subir' : 'bajar' });
  };
  const add = () => {
    const llave = crypto.randomUUID();
    onChange([...value, { llave, titulo: '', contenido: '' }]);
    setFoco({ llave, en: 'titulo' });
  };
  const remove = (at: number) => {
    onChange(value.filter((_, i) => i !== at));
    const next = value[at + 1] ?? value[at - 1];
    if (next) setFoco({ llave: next.llave, en: 'titulo' });
    else document.getElementById(`${id}-agregar`)?.focus();
  };
  return (
    <Fieldset legend="Temario" lead="Las unidades, en el orden en que se ven.">
      <div ref={box} id={id} className={styles.unidades} tabIndex={-1}>
        <p className="sr-only" role="status">
          {said}
        </p>
        {error && <p className={styles.error}>{error}</p>}
        {value.map(({ llave, titulo, contenido }, i) => {
          const name = titulo || `unidad ${i + 1}`;
          return (
            <div key={llave} data-unidad={llave} className={styles.unidad}>
              <TextField
                id={`${id}-${llave}`}
                name="titulo"
                label={`Unidad ${i + 1}`}
                value={titulo}
                error={undefined}
                maxLength={250}
                onChange={(next) => change(llave, { titulo: next })}
              />
              <TextAreaField
                id={`${id}-${llave}-contenido`}
                name="contenido"
                label={`Contenido de la unidad ${i + 1}`}
                optional
                rows={2}
                value={contenido}
                error={undefined}
                onChange={(next) => change(llave, { contenido: next })}
              />
              <div className={styles.mover}>
                <span data-mover="subir">
                  <IconButton
                    label={`Subir ${name}`}
                    onClick={i === 0 ? null : () => move(i, i - 1)}
                  >
                    <IconSortUp />
                  </IconButton>
                </span>
                <span data-mover="bajar">
                  <IconButton
                    label={`Bajar ${name}`}
                    onClick={i === value.length - 1 ? null : () => move(i, i + 1)}
                  >
                    <IconSortDown />
                  </IconButton>
                </span>
                <IconButton label={`Quitar ${name}`} onClick={() => remove(i)}>
                  <IconTrash />
                </IconButton>
              </div>
            </div>
          );
        })}
        <Button id={`${id}-agregar`} size="small" icon={<IconPlus />} onClick={add}>
          Agregar una unidad
        </Button>
      </div>
    </Fieldset>
  );
}
