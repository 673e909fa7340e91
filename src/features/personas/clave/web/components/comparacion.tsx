import { useId } from 'react';
import { ComparisonTable } from '../../../../../platform/web/ui/comparison.tsx';
import { Folio, formatDate } from '../../../../../platform/web/ui/index.ts';
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
  const group = useId();
  const choosing = onTomar !== undefined && datos.some((dato) => canChoose(tipo, dato));
  return (
    <section>
      <h3>Datos personales</h3>
      {choosing && (
        <p>Elija qué nombres se conservan. Los demás datos son los del expediente que queda.</p>
      )}
      <ComparisonTable
        caption="Datos de cada expediente y los que se conservan"
        heads={
          tipo === 'fusionar'
            ? [
                <Cabeza key="anterior" clave={anterior.clave} />,
                <Cabeza key="actual" clave={actual?.clave ?? ''} queda />,
              ]
            : ['Su expediente', 'La CURP']
        }
        rows={datos.map((dato) => {
          const kept =
            tipo === 'fusionar' && isNombre(dato.campo)
              ? tomar.includes(dato.campo)
                ? 'anterior'
                : 'actual'
              : dato.queda;
          const onKeep =
            onTomar && canChoose(tipo, dato) && isNombre(dato.campo)
              ? keepOf(dato.campo, tomar, onTomar)
              : null;
          const cell = (side: Side) => (
            <Dicho key={side} {...{ dato, side, kept, onKeep, group }} names={tipo === 'asignar'} />
          );
          return {
            label: ETIQUETAS[dato.campo],
            cells: [cell('anterior'), cell('actual')],
            differs: dato.difiere,
            kept: kept === 'anterior' ? 0 : 1,
          };
        })}
      />
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
  (side: Side) =>
    onTomar([...tomar.filter((one) => one !== campo), ...(side === 'anterior' ? [campo] : [])]);

type Side = 'anterior' | 'actual';

const SIDES = {
  anterior: 'del expediente que se fusiona',
  actual: 'del expediente que queda',
} as const;

const Cabeza = ({ clave, queda = false }: { clave: string; queda?: boolean }) => (
  <>
    Expediente <Folio>{clave}</Folio>
    {queda && ', que queda'}
  </>
);

/** What one of the two says of a datum; of a name that differs, the choice of it. */
function Dicho({
  dato: { campo, ...dato },
  side,
  kept,
  onKeep,
  group,
  names,
}: {
  dato: Dato;
  side: Side;
  kept: Side;
  onKeep: ((side: Side) => void) | null;
  group: string;
  /** The other side is only a CURP, which says no names. */
  names: boolean;
}) {
  if (side === 'actual' && names && isNombre(campo)) return <span aria-hidden="true">—</span>;
  const text = shown(campo, dato[side]);
  if (!onKeep) return text;
  return (
    <label className={styles.choice}>
      <input
        type="radio"
        name={`${group}${campo}`}
        checked={kept === side}
        onChange={() => onKeep(side)}
        aria-label={`${ETIQUETAS[campo]}: ${text}, ${SIDES[side]}`}
      />
      <span>{text}</span>
    </label>
  );
}
