import { useEffect, useId } from 'react';
import { RadioGroupField, TextAreaField } from '../../../../../platform/web/form/index.ts';
import { classes } from '../../../../../platform/web/ui/classes.ts';
import type { Criterio } from '../../../convocatorias/contract.ts';
import type { Dictamen } from '../../contract.ts';
import { largoDe, PUNTOS_MAXIMOS } from '../../rules.ts';
import styles from './dictamen.module.css';

type Respuesta = Dictamen['criterios'][string];
const VACIA: Respuesta = { puntos: null, comentario: '' };

export const respuestaDe = (dictamen: Dictamen, criterioId: string): Respuesta =>
  dictamen.criterios[criterioId] ?? VACIA;

/** Ids of the controls of a criterion, for the summary of what is missing. */
export const idsDeCriterio = (base: string, criterioId: string) => ({
  puntos: `${base}-${criterioId}-puntos`,
  comentario: `${base}-${criterioId}-comentario`,
});

/** Where letters are written, a digit is one. */
const WRITING = 'textarea, select, [contenteditable], input:not([type="radio"])';

/** A digit from 0 to 4 scores, unless somebody writes or a dialog is open. */
export const usePuntosConTeclas = (score: (puntos: number) => void, active: boolean): void => {
  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.repeat || !/^\d$/.test(event.key) || Number(event.key) > PUNTOS_MAXIMOS) return;
      if (document.querySelector('dialog[open]')) return;
      if ((event.target as Element).closest(WRITING)) return;
      event.preventDefault();
      score(Number(event.key));
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [score, active]);
};

/** A criterion with what each of its points means, the points and the comment. */
export function CriterioDeRubrica({
  base,
  criterio,
  peso,
  valor,
  minimoComentario,
  errores,
  activo = false,
  onActivo,
  onChange,
}: {
  base: string;
  criterio: Criterio;
  /** Per cent of the rubric. */
  peso: number;
  valor: Respuesta;
  minimoComentario: number;
  errores: { readonly puntos?: string | undefined; readonly comentario?: string | undefined };
  activo?: boolean;
  onActivo?: () => void;
  onChange: (valor: Respuesta) => void;
}) {
  const ids = idsDeCriterio(base, criterio.id);
  const title = useId();
  const largo = largoDe(valor.comentario);
  return (
    <section
      className={classes(styles.criterio, activo && styles.activo)}
      aria-labelledby={title}
      onFocus={onActivo}
    >
      <div className={styles.cabeza}>
        <h3 id={title}>{criterio.nombre}</h3>
        <span className={styles.quiet}>{peso} %</span>
      </div>
      {criterio.descripcion && <p className={styles.quiet}>{criterio.descripcion}</p>}
      <RadioGroupField
        id={ids.puntos}
        name={ids.puntos}
        label="Puntos"
        value={valor.puntos === null ? '' : String(valor.puntos)}
        onChange={(puntos) => onChange({ ...valor, puntos: Number(puntos) })}
        options={Array.from({ length: PUNTOS_MAXIMOS + 1 }, (_, puntos) => ({
          value: String(puntos),
          label: `${puntos} · ${criterio.anclas[puntos] ?? ''}`,
        }))}
        error={errores.puntos}
      />
      <TextAreaField
        id={ids.comentario}
        name={ids.comentario}
        label="Comentario"
        value={valor.comentario}
        onChange={(comentario) => onChange({ ...valor, comentario })}
        hint={
          minimoComentario > 0 && largo < minimoComentario
            ? `${minimoComentario} caracteres como mínimo; lleva ${largo}.`
            : undefined
        }
        error={errores.comentario}
        optional={minimoComentario === 0}
        maxLength={3000}
        rows={3}
      />
    </section>
  );
}

/** A criterion as it was scored, to be read. */
export function CriterioDictaminado({
  criterio,
  peso,
  valor,
}: {
  criterio: Criterio;
  peso: number;
  valor: Respuesta;
}) {
  const title = useId();
  return (
    <section className={styles.criterio} aria-labelledby={title}>
      <div className={styles.cabeza}>
        <h3 id={title}>{criterio.nombre}</h3>
        <span className={styles.quiet}>{peso} %</span>
      </div>
      <p className={styles.dado}>
        {valor.puntos === null
          ? 'Sin puntos'
          : `${valor.puntos} · ${criterio.anclas[valor.puntos] ?? ''}`}
      </p>
      {valor.comentario && <p className={styles.comentario}>{valor.comentario}</p>}
    </section>
  );
}

/** The weight of each criterion as per cent of all, by its id. */
export const pesosDe = (criterios: readonly Criterio[]): ReadonlyMap<string, number> => {
  const all = criterios.reduce((sum, { peso }) => sum + peso, 0);
  return new Map(criterios.map(({ id, peso }) => [id, Math.round((peso * 100) / all)]));
};
