import { displayNameOf } from '../../../identidad/rules.ts';
import { type CurpReading, describeWarning } from '../../curp/rules.ts';
import type { Ensayo } from '../contract.ts';
import { compareDatos, type DatosDePersona } from '../rules.ts';
import type { PersonaRow } from './data.ts';

/** A person's row as the data that are compared. */
export const datosOf = (row: PersonaRow): DatosDePersona & { nombre: string } => ({
  ...nombresOf(row),
  fechaNacimiento: row.fecha_nacimiento,
  sexo: row.sexo,
  entidad: row.entidad_nacimiento,
});

/** A person's row as their three names. */
export const nombresOf = (row: PersonaRow) => ({
  nombre: row.nombre,
  apellidoPaterno: row.apellido_paterno,
  apellidoMaterno: row.apellido_materno,
});

/** Three names as columns, with the display name that goes with them. */
export const nombresRow = (nombres: ReturnType<typeof nombresOf>) => ({
  nombre: nombres.nombre,
  apellido_paterno: nombres.apellidoPaterno,
  apellido_materno: nombres.apellidoMaterno,
  nombre_completo: displayNameOf(nombres),
});

const DECLARADA =
  'No es la CURP que la persona declaró al registrarse. Compárela con su constancia.';

const dosCurps = (queda: string, otra: string): string =>
  `Cada expediente tiene su CURP: queda ${queda}, y ${otra} solo llevará a él. Compruebe en la consulta oficial de la CURP cuál está vigente.`;

/** What deserves a second look in the CURPs. */
const avisosDe = (
  reading: CurpReading | null,
  { curp, curp_declarada }: PersonaRow,
): readonly string[] => {
  if (reading === null) return [];
  return [
    ...reading.warnings.map(describeWarning),
    ...(curp === null ? [] : [dosCurps(reading.curp, curp)]),
    ...(curp === null && curp_declarada && curp_declarada !== reading.curp ? [DECLARADA] : []),
  ];
};

/** The rehearsal as staff read it. */
export const presentEnsayo = ({
  reading,
  anterior,
  actual,
  correos,
  ...rest
}: Pick<
  Ensayo,
  'siguen' | 'descartados' | 'impedimentos' | 'segundaPersona' | 'propuesta' | 'huella'
> & {
  reading: CurpReading | null;
  anterior: PersonaRow;
  actual: PersonaRow | undefined;
  correos: ReadonlyMap<string, string>;
}): Ensayo => {
  const said: DatosDePersona = actual
    ? datosOf(actual)
    : { ...reading!, nombre: null, apellidoPaterno: null, apellidoMaterno: null };
  return {
    ...rest,
    tipo: actual ? 'fusionar' : 'asignar',
    curp: reading?.curp ?? actual!.clave,
    avisos: [...avisosDe(reading, anterior)],
    anterior: expediente(anterior, correos),
    actual: actual ? expediente(actual, correos) : null,
    datos: compareDatos(datosOf(anterior), said),
  };
};

const expediente = (row: PersonaRow, correos: ReadonlyMap<string, string>) => ({
  clave: row.clave,
  nombreCompleto: row.nombre_completo,
  correo: correos.get(row.id) ?? null,
});
