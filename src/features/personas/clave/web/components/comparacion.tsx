import { useId } from 'react';
import { formatDate } from '../../../../../platform/web/ui/index.ts';
import { nombreEntidad } from '../../../curp/rules.ts';
import { SEXO } from '../../../perfil/web/components/discrepancias.tsx';
import type { Dato, Ensayo } from '../../contract.ts';
import { type CampoNombre, NOMBRES } from '../../rules.ts';
import styles from './clave.module.css';

const ETIQUETAS: Record<Dato['campo'], string> = {
  nombre: 'Nombre o nombres',
  apellidoPaterno: 'Primer apellido',
  apellidoMaterno: 'Segundo apellido',
  fechaNacimiento: 'Fecha de nacimiento',
  sexo: 'Sexo',
  entidad: 'Lugar de nacimiento',
};

const shown = (campo: Dato['campo'], value: string | null): string => {
  if (value === null) return 'Sin dato';
  if (campo === 'fechaNacimiento') return formatDate(value);
  if (campo === 'sexo') return SEXO[value as keyof typeof SEXO] ?? value;
  if (campo === 'entidad') return nombreEntidad(value) ?? value;
  return value;
};

const isNombre = (campo: string): campo is CampoNombre => NOMBRES.some((name) => name === campo);

/**
 * Datum by datum, what each file says and which is kept; of the names that differ, staff choose, unless
 * somebody already did (no `onTomar`).
 */
export function Comparacion({
  ensayo,
  tomar,
  onTomar,
}: {
  ensayo: Ensayo;
  tomar: readonly CampoNombre[];
  onTomar?: (tomar: readonly CampoNombre[]) => void;
}) {
  const { tipo, datos, anterior, actual } = ensayo;
  const choosing = onTomar !== undefined && datos.some((dato) => canChoose(tipo, dato));
  return (
    <section>
      <h3>Datos personales</h3>
      {choosing && (
        <p>Elija qué nombres se conservan. Los demás datos son los del expediente que queda.</p>
      )}
      <table className={styles.table}>
        <caption className="sr-only">Lo que dice cada expediente y lo que se conserva</caption>
        <thead>
          <tr>
            <th scope="col">Dato</th>
            <th scope="col">
              {tipo === 'fusionar' ? `Expediente ${anterior.clave}` : 'Su expediente'}
            </th>
            <th scope="col">
              {tipo === 'fusionar' ? `Expediente ${actual?.clave}, que queda` : 'La CURP'}
            </th>
          </tr>
        </thead>
        <tbody>
          {datos.map((dato) => (
            <Row
              key={dato.campo}
              dato={dato}
              kept={
                tipo === 'fusionar' && isNombre(dato.campo)
                  ? tomar.includes(dato.campo)
                    ? 'anterior'
                    : 'actual'
                  : dato.queda
              }
              onKeep={
                onTomar && canChoose(tipo, dato) && isNombre(dato.campo)
                  ? keepOf(dato.campo, tomar, onTomar)
                  : null
              }
              names={tipo === 'asignar'}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const canChoose = (tipo: Ensayo['tipo'], dato: Dato) =>
  tipo === 'fusionar' && isNombre(dato.campo) && dato.anterior !== dato.actual;

const keepOf =
  (
    campo: CampoNombre,
    tomar: readonly CampoNombre[],
    onTomar: (t: readonly CampoNombre[]) => void,
  ) =>
  (side: 'anterior' | 'actual') =>
    onTomar([...tomar.filter((one) => one !== campo), ...(side === 'anterior' ? [campo] : [])]);

const SIDES = {
  anterior: 'del expediente que se reúne',
  actual: 'del expediente que queda',
} as const;

function Row({
  dato,
  kept,
  onKeep,
  names,
}: {
  dato: Dato;
  kept: 'anterior' | 'actual';
  onKeep: ((side: 'anterior' | 'actual') => void) | null;
  /** The other side is only a CURP, which says no names. */
  names: boolean;
}) {
  const group = useId();
  const { campo } = dato;
  const etiqueta = ETIQUETAS[campo];
  const cell = (side: 'anterior' | 'actual') => {
    if (side === 'actual' && names && isNombre(campo)) return <span aria-hidden="true">—</span>;
    const text = shown(campo, dato[side]);
    if (!onKeep) return text;
    return (
      <label className={styles.choice}>
        <input
          type="radio"
          name={group}
          checked={kept === side}
          onChange={() => onKeep(side)}
          aria-label={`${etiqueta}: ${text}, ${SIDES[side]}`}
        />
        <span>{text}</span>
      </label>
    );
  };
  return (
    <tr className={dato.difiere ? styles.differs : undefined}>
      <th scope="row">{etiqueta}</th>
      {(['anterior', 'actual'] as const).map((side) => (
        <td key={side} className={kept === side ? styles.kept : undefined}>
          {cell(side)}
        </td>
      ))}
    </tr>
  );
}
