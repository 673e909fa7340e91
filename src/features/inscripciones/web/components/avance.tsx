import { memo } from 'react';
import { AutosaveStatus } from '../../../../platform/web/autosave/index.ts';
import type { Formulario, Respuestas } from '../../../plantillas/formulario/contract.ts';
import type { Validacion } from '../../../plantillas/formulario/rules.ts';
import { IndiceDeSecciones } from '../../../plantillas/web/components/indice.tsx';
import type { Borrador } from '../hooks.ts';
import styles from './formulario-inscripcion.module.css';

const sayMissing = (missing: number): string => {
  if (missing === 0) return 'No falta ninguna respuesta.';
  return missing === 1 ? 'Falta 1 respuesta.' : `Faltan ${missing} respuestas.`;
};

/** How far one is: what each section lacks, and whether the draft is saved. */
export const Avance = memo(function Avance({
  definicion,
  respuestas,
  errores,
  prefijo,
  autosave,
  guardadoEn,
}: {
  definicion: Formulario;
  respuestas: Respuestas;
  errores: Validacion['errores'];
  prefijo: string;
} & Pick<Borrador, 'autosave' | 'guardadoEn'>) {
  return (
    <div className={styles.avance}>
      <h2>Su avance</h2>
      <p>{sayMissing(errores.length)}</p>
      <IndiceDeSecciones {...{ definicion, respuestas, errores, prefijo }} />
      <div className={styles.guardado}>
        <AutosaveStatus noun="borrador" autosave={autosave} guardadoEn={guardadoEn} />
      </div>
    </div>
  );
});
