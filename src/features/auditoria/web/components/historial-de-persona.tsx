import { useState } from 'react';
import type { Vocabulario } from '../../../../platform/shared/historial.ts';
import { ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { SelectField } from '../../../../platform/web/form/index.ts';
import { useHistorialPersona } from '../hooks.ts';
import { decirAnotacion } from './anotaciones.tsx';
import styles from './partes.module.css';
import { PorMeses } from './por-meses.tsx';

/** All that was done with somebody's file and with what is theirs, for staff: by month, of one kind or of all. */
export function HistorialDePersona({
  clave,
  vocabulario,
}: {
  clave: string;
  vocabulario: Vocabulario;
}) {
  const [registro, setRegistro] = useState('');
  const historial = useHistorialPersona(clave, registro);
  if (historial.isPending) return <Loading shape="list" />;
  if (!historial.data) {
    return <ErrorState error={historial.error} retry={() => void historial.refetch()} />;
  }
  const { pages } = historial.data;
  const filas = pages.flatMap((page) => page.filas);
  const kinds = (pages[0]?.registros ?? [])
    .map((value) => ({ value, label: vocabulario.describeEntidad(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'es'));
  return (
    <>
      <div className={styles.kinds}>
        <SelectField
          label="Qué se muestra"
          value={registro}
          onChange={setRegistro}
          empty={null}
          options={[{ value: '', label: 'Todo' }, ...kinds]}
        />
      </div>
      {filas.length === 0 ? (
        <p>Todavía no hay nada anotado.</p>
      ) : (
        <PorMeses
          label="Historial del expediente"
          paginas={historial}
          events={filas.map((one) => decirAnotacion(vocabulario, one, one.entidad !== 'persona'))}
        />
      )}
    </>
  );
}
