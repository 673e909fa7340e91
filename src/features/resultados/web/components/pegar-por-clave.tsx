import { useState } from 'react';
import { notify } from '../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../platform/web/form/index.ts';
import styles from '../../actas/web/components/acta.module.css';
import type { Fila } from '../../contract.ts';
import { emparejar } from '../../importacion/rules.ts';
import { leerBloque } from '../../rejilla/rules.ts';
import { formatCalificacion } from '../../rules.ts';

/** Grades pasted from a spreadsheet in whatever order, found by CURP or key: shown before anything is written, all of it or nothing. */
export function PegarPorClave({
  filas,
  onAplicar,
  onClose,
}: {
  filas: readonly Fila[];
  onAplicar: (
    cambios: readonly { inscripcionId: string; calificacion: string; observacion: string | null }[],
  ) => void;
  onClose: () => void;
}) {
  const [revisado, setRevisado] = useState<string | null>(null);
  const form = useForm({
    initial: { texto: '' },
    validate: ({ texto }) => ({
      texto: texto.trim() === '' ? 'Pegue las filas de su hoja de cálculo.' : undefined,
    }),
    submit: ({ texto }) => {
      const { cambios, errores } = emparejar(leerBloque(texto), filas);
      if (revisado !== texto || errores.length > 0) {
        setRevisado(texto);
        return;
      }
      onAplicar(cambios);
      notify.success(
        cambios.length === 1
          ? 'Se escribió 1 fila. Puede deshacerlo.'
          : `Se escribieron ${cambios.length} filas. Puede deshacerlo.`,
      );
      onClose();
    },
  });
  const { texto } = form.values;
  const vista =
    revisado === texto && texto.trim() !== '' ? emparejar(leerBloque(texto), filas) : null;
  const listo = vista !== null && vista.errores.length === 0;
  return (
    <FormDialog
      title="Pegar calificaciones por CURP"
      form={form}
      submit={listo ? 'Escribir en la tabla' : 'Revisar'}
      onClose={onClose}
    >
      <TextAreaField
        label="Filas de su hoja de cálculo"
        hint="Copie tres columnas: CURP o clave, calificación y, si quiere, observación. El orden de las filas no importa."
        rows={6}
        {...form.field('texto')}
      />
      {vista && vista.errores.length > 0 && (
        <div role="alert">
          <p>
            <strong>No se escribió nada.</strong> Corrija estas filas y revise de nuevo:
          </p>
          <ul>
            {vista.errores.map(({ fila, mensaje }) => (
              <li key={fila}>
                Fila {fila}: {mensaje}
              </li>
            ))}
          </ul>
        </div>
      )}
      {listo && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        <section className={styles.caja} aria-label="Cambios por guardar" tabIndex={0}>
          <table className={styles.tabla}>
            <thead>
              <tr>
                <th scope="col">Nombre</th>
                <th scope="col">Ahora</th>
                <th scope="col">Quedaría</th>
              </tr>
            </thead>
            <tbody>
              {vista.cambios.map(({ inscripcionId, nombre, antes, calificacion }) => (
                <tr key={inscripcionId}>
                  <th scope="row">{nombre}</th>
                  <td>{formatCalificacion(antes) || '–'}</td>
                  <td>{calificacion || '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </FormDialog>
  );
}
