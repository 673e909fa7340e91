import { useState } from 'react';
import { OCULTAS } from '../../../../platform/shared/hojas.ts';
import { fold } from '../../../../platform/shared/search.ts';
import { RadioGroupField } from '../../../../platform/web/form/index.ts';
import { Button, formatNumber } from '../../../../platform/web/ui/index.ts';
import type { DudaImportacion, HojaDescrita } from '../../contract.ts';
import type { Elecciones, Importacion } from '../../hojas/web/hooks.ts';
import styles from './importacion.module.css';

const keyOf = ({ columna, valor }: DudaImportacion) => `${columna} ${fold(valor)}`;
const hiddenRows = (n: number) =>
  `${n === 1 ? '1 fila oculta' : `${formatNumber(n)} filas ocultas`} en el archivo, por un filtro o a mano. ¿Se importan?`;
/** What no key or value is: blanks are not kept. */
const NONE = ' ';

/** «¿Quiso decir…?»: what rows say and is not known, answered once for all that say so. */
export function Dudas({ importacion, hoja }: { importacion: Importacion; hoja: HojaDescrita }) {
  const { vista, elecciones, review, busy } = importacion;
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const given = Object.values(elecciones).flatMap(Object.keys).length;
  const dudas = vista?.dudas ?? [];
  const headers = new Map(hoja.columnas.map((column) => [column.key, column.header]));
  const answered = dudas.filter((duda) => (answers[keyOf(duda)] ?? NONE) !== NONE);
  const apply = () => {
    const all: Elecciones = { ...elecciones };
    for (const duda of answered) {
      all[duda.columna] = { ...all[duda.columna], [fold(duda.valor)]: answers[keyOf(duda)]! };
    }
    void review(all);
  };
  return (
    <>
      {given > 0 && (
        <p className={styles.given}>
          {given === 1
            ? 'Se usa la respuesta que dio.'
            : `Se usan las ${given} respuestas que dio.`}{' '}
          <Button size="small" variant="quiet" busy={busy} onClick={() => void review({})}>
            Volver a preguntar
          </Button>
        </p>
      )}
      {dudas.length > 0 && (
        <form
          noValidate
          className={styles.doubts}
          onSubmit={(event) => {
            event.preventDefault();
            apply();
          }}
        >
          {dudas.map((duda) => {
            const hidden = duda.columna === OCULTAS.columna;
            const where = `${headers.get(duda.columna) ?? duda.columna}: «${duda.valor}»`;
            const rows =
              duda.filas === 1
                ? `En la fila ${formatNumber(duda.primera)}.`
                : `En ${formatNumber(duda.filas)} filas, desde la ${formatNumber(duda.primera)}; la respuesta sirve para todas.`;
            return (
              <RadioGroupField
                key={keyOf(duda)}
                label={hidden ? hiddenRows(duda.filas) : `${where}. ¿Quiso decir…?`}
                hint={rows}
                value={answers[keyOf(duda)] ?? ''}
                onChange={(value) => setAnswers((old) => ({ ...old, [keyOf(duda)]: value }))}
                options={[
                  ...duda.opciones.map(({ valor, texto }) => ({ value: valor, label: texto })),
                  {
                    value: NONE,
                    label: hidden
                      ? 'Lo corregiré en el archivo'
                      : 'Nada de esto: lo corregiré en el archivo',
                  },
                ]}
              />
            );
          })}
          <div>
            <Button type="submit" variant="primary" busy={busy} disabled={answered.length === 0}>
              Usar mis respuestas y revisar otra vez
            </Button>
          </div>
        </form>
      )}
    </>
  );
}
