import type { Ref } from 'react';
import { Notice } from '../../../../platform/web/feedback/index.ts';
import { compareCurp, parseCurp } from '../../../personas/curp/rules.ts';
import { cleanNombre, type Nombres } from '../../rules.ts';
import styles from './difference-notice.module.css';

export type NombreField = keyof Nombres;

const LABELS: Record<NombreField, string> = {
  nombre: 'su nombre',
  apellidoPaterno: 'su primer apellido',
  apellidoMaterno: 'su segundo apellido',
};

const list = new Intl.ListFormat('es-MX');

/** The names that disagree with the letters of a CURP that is right in itself. */
export const differencesOf = (datos: Nombres & { curp: string }): NombreField[] => {
  const reading = parseCurp(datos.curp);
  const surnames = cleanNombre(datos.apellidoPaterno) + cleanNombre(datos.apellidoMaterno);
  if (!reading.ok || cleanNombre(datos.nombre) === '' || surnames === '') return [];
  const { nombre, apellidoPaterno, apellidoMaterno } = datos;
  const names = { nombre, apellidoPaterno, apellidoMaterno };
  return compareCurp(reading.curp, names).filter((field): field is NombreField => field in names);
};

/** Says which datum differs and lets go on: names legitimately differ. */
export function DifferenceNotice({
  ref,
  fields,
}: {
  ref: Ref<HTMLDivElement>;
  fields: readonly NombreField[];
}) {
  const names = list.format(fields.map((field) => LABELS[field]));
  return (
    <div ref={ref} role="status" tabIndex={-1} className={styles.status}>
      {fields.length > 0 && (
        <Notice tone="warning" title={`Revise ${names}`}>
          <p>
            {fields.length === 1 ? 'No coincide' : 'No coinciden'} con las letras de su CURP. Si así
            es correcto, puede continuar: su registro sigue igual y la escuela lo revisará.
          </p>
        </Notice>
      )}
    </div>
  );
}
