import { useState } from 'react';
import { checkDate, DateField } from '../../../../../platform/web/form/index.ts';
import { ElegirClave } from '../../../redaccion/web/components/buscador.tsx';

const EDICIONES = { acervo: 'ediciones' };
const NINGUNA = { valor: '', etiqueta: '' };

/** The edition (uuid) and the day (YYYY-MM-DD) for which rules are tried; null: none, and today. */
export type EdicionYFecha = { readonly edicionId: string | null; readonly fecha: string | null };

/** What `EdicionYFechaFields` shows, and what was chosen there: null when the day is none, which its field then says. */
export const useEdicionYFecha = () => {
  const [edicion, setEdicion] = useState(NINGUNA);
  const [fecha, setFecha] = useState('');
  const [wrong, setWrong] = useState<string | undefined>();
  const read = (): EdicionYFecha | null => {
    const bad = fecha === '' ? undefined : (checkDate(fecha, 'la fecha') ?? undefined);
    setWrong(bad);
    return bad ? null : { edicionId: edicion.valor || null, fecha: fecha || null };
  };
  return { read, fields: { edicion, setEdicion, fecha, setFecha, wrong } };
};

/** In which edition and on which day rules are tried. `hint`: when the edition is needed. */
export function EdicionYFechaFields({
  hint,
  fields: { edicion, setEdicion, fecha, setFecha, wrong },
}: {
  hint?: string;
  fields: ReturnType<typeof useEdicionYFecha>['fields'];
}) {
  return (
    <>
      <ElegirClave
        label="Edición"
        hint={hint}
        fuente={EDICIONES}
        alBuscar
        valor={edicion.valor}
        etiqueta={edicion.etiqueta}
        onElegir={setEdicion}
      />
      <DateField
        label="En otra fecha"
        optional
        hint="Sin fecha, se evalúa hoy. Por ejemplo, 27 3 2027"
        value={fecha}
        error={wrong}
        onChange={setFecha}
      />
    </>
  );
}
