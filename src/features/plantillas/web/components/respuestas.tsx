import { IconLock, properName } from '../../../../platform/web/ui/index.ts';
import type { Campo, Formulario, Respuestas } from '../../formulario/contract.ts';
import { answerOf } from '../../formulario/respuestas/rules.ts';
import { datoOf, describeRespuesta, normaliseRespuestas } from '../../formulario/rules.ts';
import styles from './formulario.module.css';
import { seccionesVisibles } from './formulario.tsx';

/** The file keeps full names in capitals; in a text they are read as names. */
const shown = (campo: Campo, valor: string): string =>
  datoOf(campo)?.dato === 'nombreCompleto' ? properName(valor) : valor;

/** The answers as people read them, section by section; with `onCambiar`, each can be gone back to. */
export function RespuestasDescritas({
  definicion,
  respuestas,
  level = 2,
  onCambiar,
}: {
  definicion: Formulario;
  respuestas: Respuestas;
  level?: 2 | 3;
  onCambiar?: (clave: string) => void;
}) {
  const Heading = `h${level}` as const;
  const normalised = normaliseRespuestas(definicion, respuestas);
  return seccionesVisibles(definicion, respuestas).map((seccion) => (
    <section key={seccion.clave} className={styles.descritas}>
      <Heading>{seccion.titulo}</Heading>
      <dl>
        {seccion.campos.map((campo) => {
          const fijo = datoOf(campo)?.fijo ?? false;
          const { valor, aceptado } = describeRespuesta(campo, answerOf(normalised, campo.clave));
          return (
            <div key={campo.clave}>
              <dt>{campo.etiqueta}</dt>
              <dd>
                {shown(campo, valor)}
                {aceptado && <span className={styles.aceptado}>«{aceptado}»</span>}
                {campo.sensible && (
                  <span className={styles.reservado}>
                    <IconLock width="1em" height="1em" /> No aparece en su acuse
                  </span>
                )}
              </dd>
              {onCambiar && !fijo && (
                <dd className={styles.cambiar}>
                  <button type="button" onClick={() => onCambiar(campo.clave)}>
                    Cambiar<span className="sr-only"> {campo.etiqueta}</span>
                  </button>
                </dd>
              )}
            </div>
          );
        })}
      </dl>
    </section>
  ));
}
