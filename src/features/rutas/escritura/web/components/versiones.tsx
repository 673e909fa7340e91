import { useState } from 'react';
import { SelectField } from '../../../../../platform/web/form/index.ts';
import {
  EstadoBadge,
  formatDate,
  formatNumber,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import type { RutaEditable } from '../../../contract.ts';
import { VERSION_RUTA } from '../../../estados.ts';
import { compararRutas, type Nombres } from '../../../rules.ts';
import styles from '../../../web/components/ruta.module.css';

/** What one version says that the other does not. */
export function Diferencias({ diferencias }: { diferencias: readonly string[] }) {
  if (diferencias.length === 0) return <p>Las dos versiones dicen lo mismo.</p>;
  return (
    <ul className={styles.problemas}>
      {diferencias.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}

/** What each version said, and two of them compared. */
export function Versiones({ ruta, nombres }: { ruta: RutaEditable; nombres: Nombres }) {
  const { versiones } = ruta;
  const [pair, setPair] = useState([versiones[1]?.id ?? '', versiones[0]?.id ?? '']);
  const [antes, despues] = pair.map((id) => versiones.find((one) => one.id === id));
  const options = versiones.map(({ id, numero, estado }) => ({
    value: id,
    label: `Versión ${numero} (${VERSION_RUTA.palabra(estado).toLowerCase()})`,
  }));
  return (
    <Section title="Versiones">
      <ul className={styles.list}>
        {versiones.map((one) => (
          <li key={one.id} className={styles.parte}>
            <p className={styles.linea}>
              <strong>Versión {one.numero}</strong>
              <EstadoBadge tone={VERSION_RUTA.tono(one.estado)}>
                {VERSION_RUTA.palabra(one.estado)}
              </EstadoBadge>
              <span className={styles.quiet}>
                {one.publicadaEn && `Publicada el ${formatDate(one.publicadaEn)}. `}
                {one.personas === 1 ? '1 persona' : `${formatNumber(one.personas)} personas`}
              </span>
            </p>
            {one.nota !== '' && <p>{one.nota}</p>}
          </li>
        ))}
      </ul>
      {versiones.length > 1 && antes && despues && (
        <>
          <h3 className={styles.comparar}>Comparar</h3>
          <div className={styles.search}>
            <SelectField
              label="De la"
              value={antes.id}
              empty={null}
              options={options}
              onChange={(id) => setPair([id, despues.id])}
            />
            <SelectField
              label="A la"
              value={despues.id}
              empty={null}
              options={options}
              onChange={(id) => setPair([antes.id, id])}
            />
          </div>
          <Diferencias diferencias={compararRutas(antes.definicion, despues.definicion, nombres)} />
        </>
      )}
    </Section>
  );
}
