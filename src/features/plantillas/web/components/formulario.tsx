import {
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { classes, IconLock } from '../../../../platform/web/ui/index.ts';
import type {
  Campo as CampoDef,
  Formulario as FormularioDef,
  Respuesta,
  Respuestas,
} from '../../formulario/contract.ts';
import { datoOf, visibleCampos } from '../../formulario/rules.ts';
import { Campo } from './campo.tsx';
import { type CampoDelExpediente, DatosDelExpediente } from './datos-del-expediente.tsx';
import styles from './formulario.module.css';

/** Id of a field's control: what the error summary and the review link to. */
export const campoId = (prefijo: string, clave: string): string => `${prefijo}-${clave}`;
/** Id of a section's heading. */
export const seccionId = (prefijo: string, clave: string): string => `${prefijo}-seccion-${clave}`;

/** The sections that have something to ask, with the fields that are asked. */
export const seccionesVisibles = (definicion: FormularioDef, respuestas: Respuestas) => {
  const visibles = new Set(visibleCampos(definicion, respuestas).map(({ clave }) => clave));
  return definicion.secciones.flatMap((seccion) => {
    const campos = seccion.campos.filter(({ clave }) => visibles.has(clave));
    return campos.length > 0 ? [{ ...seccion, campos }] : [];
  });
};

type Seccion = ReturnType<typeof seccionesVisibles>[number];

/** What each section takes of the form: all of it, of which it looks at what is about its fields. */
type Common = {
  respuestas: Respuestas;
  /** Messages by field key. */
  errores: Readonly<Record<string, string>>;
  /** Of the screen's `useId`, so that a kept copy of the form never shares an id. */
  prefijo: string;
  /** What goes below a field, by its key. */
  debajo?: Readonly<Record<string, ReactNode>>;
};

type FormularioProps = Common & {
  definicion: FormularioDef;
  onCambio: (clave: string, valor: Respuesta) => void;
};

/**
 * The form of a plantilla's version: sections, and in each the fields that apply. What one types is drawn at once, and
 * draws one section; which fields an answer shows or hides follows.
 */
export const Formulario = memo(function Formulario({
  definicion,
  onCambio,
  ...common
}: FormularioProps) {
  const settled = useDeferredValue(common.respuestas);
  const secciones = useMemo(() => seccionesVisibles(definicion, settled), [definicion, settled]);
  const newest = useRef(onCambio);
  useLayoutEffect(() => {
    newest.current = onCambio;
  });
  const change = useCallback((clave: string, valor: Respuesta) => newest.current(clave, valor), []);
  return (
    <div className={styles.formulario}>
      {secciones.map((seccion) => (
        <SeccionDe key={seccion.clave} {...common} seccion={seccion} onCambio={change} />
      ))}
    </div>
  );
});

type SeccionProps = Common & {
  seccion: Seccion;
  onCambio: (clave: string, valor: Respuesta) => void;
};

const isAlike = (was: SeccionProps, is: SeccionProps): boolean =>
  was.prefijo === is.prefijo &&
  was.seccion.titulo === is.seccion.titulo &&
  was.seccion.texto === is.seccion.texto &&
  was.seccion.campos.length === is.seccion.campos.length &&
  is.seccion.campos.every(
    (campo, i) =>
      campo === was.seccion.campos[i] &&
      was.respuestas[campo.clave] === is.respuestas[campo.clave] &&
      was.errores[campo.clave] === is.errores[campo.clave] &&
      was.debajo?.[campo.clave] === is.debajo?.[campo.clave],
  );

/** One section: drawn again when something of its own fields is otherwise. */
const SeccionDe = memo(function SeccionDe({
  seccion: { clave, titulo, texto, campos },
  respuestas,
  errores,
  prefijo,
  debajo,
  onCambio,
}: SeccionProps) {
  const id = seccionId(prefijo, clave);
  return (
    <section className={styles.seccion} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {titulo}
      </h2>
      {texto && <p className={styles.texto}>{texto}</p>}
      <div className={styles.campos}>
        {agrupar(campos).map((grupo) => {
          if (grupo.clase === 'expediente') {
            return (
              <DatosDelExpediente
                key={grupo.campos[0].clave}
                campos={grupo.campos}
                respuestas={respuestas}
                errores={errores}
                idDe={(one) => campoId(prefijo, one)}
              />
            );
          }
          const controles = grupo.campos.map((campo) => (
            <div key={campo.clave} className={classes(campo.visibleSi && styles.dependiente)}>
              <Campo
                campo={campo}
                id={campoId(prefijo, campo.clave)}
                valor={respuestas[campo.clave]}
                error={errores[campo.clave]}
                onCambio={onCambio}
              />
              {debajo?.[campo.clave]}
            </div>
          ));
          if (grupo.clase === 'suelto') return controles;
          return <Sensibles key={grupo.campos[0].clave}>{controles}</Sensibles>;
        })}
      </div>
    </section>
  );
}, isAlike);

/** Questions whose answers are kept apart; it is said before they are answered. */
function Sensibles({ children }: { children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would repeat each field's own
    <div role="group" aria-labelledby={id} className={styles.sensibles}>
      <p id={id} className={styles.expedienteNota}>
        <IconLock width="1em" height="1em" />
        <span>
          Datos sensibles: se guardan aparte y cifrados, no aparecen en su acuse y solo los consulta
          el personal que debe atenderlos. Usted puede ver quién lo hizo.
        </span>
      </p>
      {children}
    </div>
  );
}

type Grupo =
  | { clase: 'suelto' | 'sensibles'; campos: [CampoDef, ...CampoDef[]] }
  | { clase: 'expediente'; campos: [CampoDelExpediente, ...CampoDelExpediente[]] };

/**
 * What the file says and cannot be changed here goes together, as one block; and so does what is
 * kept apart.
 */
const agrupar = (campos: readonly CampoDef[]): Grupo[] => {
  const grupos: Grupo[] = [];
  for (const campo of campos) {
    const last = grupos.at(-1);
    const bound = datoOf(campo);
    if (bound?.fijo) {
      const shown = { ...campo, dato: bound.dato };
      if (last?.clase === 'expediente') last.campos.push(shown);
      else grupos.push({ clase: 'expediente', campos: [shown] });
    } else if (campo.sensible) {
      if (last?.clase === 'sensibles') last.campos.push(campo);
      else grupos.push({ clase: 'sensibles', campos: [campo] });
    } else grupos.push({ clase: 'suelto', campos: [campo] });
  }
  return grupos;
};
