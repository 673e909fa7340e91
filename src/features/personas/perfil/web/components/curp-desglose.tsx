import { Folio, formatDate } from '../../../../../platform/web/ui/index.ts';
import { type CurpReading, nombreEntidad } from '../../../curp/rules.ts';
import styles from './perfil.module.css';

/** A CURP in its parts, each with what it says. */
export function CurpDesglose({
  curp,
  reading,
  sexo,
}: {
  curp: string;
  reading: CurpReading;
  sexo: string;
}) {
  const parts: readonly [from: number, to: number, says: string][] = [
    [0, 4, 'Letras de los apellidos y del nombre'],
    [4, 10, `Nacimiento: ${formatDate(reading.fechaNacimiento)}`],
    [10, 11, `Sexo: ${sexo.toLocaleLowerCase('es-MX')}`],
    [11, 13, `Lugar: ${nombreEntidad(reading.entidad) ?? reading.entidad}`],
    [13, 16, 'Consonantes internas de los apellidos y del nombre'],
    [16, 18, 'Homoclave y dígito verificador'],
  ];
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ol role="list" className={styles.parts}>
      {parts.map(([from, to, says]) => (
        <li key={from}>
          <Folio>{curp.slice(from, to)}</Folio>
          <span>{says}</span>
        </li>
      ))}
    </ol>
  );
}
