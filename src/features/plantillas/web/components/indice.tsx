import { IconCheck } from '../../../../platform/web/ui/index.ts';
import type { Formulario, Respuestas } from '../../formulario/contract.ts';
import type { Validacion } from '../../formulario/rules.ts';
import styles from './formulario.module.css';
import { seccionesVisibles, seccionId } from './formulario.tsx';

const goTo = (id: string) => {
  const heading = document.getElementById(id);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
};

/** The sections of the form and what is missing in each. */
export function IndiceDeSecciones({
  definicion,
  respuestas,
  errores,
  prefijo,
}: {
  definicion: Formulario;
  respuestas: Respuestas;
  /** What is wrong with these answers, or missing. */
  errores: Validacion['errores'];
  prefijo: string;
}) {
  const wrong = new Set(errores.map(({ campo }) => campo));
  return (
    <nav className={styles.indice} aria-label="Secciones del formulario">
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
      <ol role="list">
        {seccionesVisibles(definicion, respuestas).map(({ clave, titulo, campos }) => {
          const missing = campos.filter((campo) => wrong.has(campo.clave)).length;
          const id = seccionId(prefijo, clave);
          return (
            <li key={clave} data-done={missing === 0 ? '' : undefined}>
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  goTo(id);
                }}
              >
                {titulo}
              </a>
              <span>
                {missing === 0 ? (
                  <>
                    <IconCheck width="1em" height="1em" /> Completa
                  </>
                ) : (
                  `${missing} por completar`
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
