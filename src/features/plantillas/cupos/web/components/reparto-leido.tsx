import { Section } from '../../../../../platform/web/ui/index.ts';
import type { Definicion } from '../../../contract.ts';
import { describeCondicion } from '../../../frases/rules.ts';
import { OPCIONES_AL_LLENARSE } from '../../../redaccion/rules.ts';
import type { HechoDeclarado } from '../../../reglas/contract.ts';
import type { Cupo } from '../../contract.ts';
import { hasEspera, repartoDe } from '../../rules.ts';
import styles from './reparto.module.css';

const liberaEnPalabras = ({ liberaDias }: Cupo): string => {
  if (liberaDias === null) return 'Los que nadie tome no pasan a otras personas.';
  if (liberaDias === 0) return 'Los que nadie tome son de todos al cerrar la inscripción.';
  return `Los que nadie tome son de todos ${liberaDias === 1 ? '1 día' : `${liberaDias} días`} antes de que cierre la inscripción.`;
};

/** How the seats of a version are given out, in words. */
export function RepartoLeido({
  definicion,
  hechos,
}: {
  definicion: Definicion;
  hechos: readonly HechoDeclarado[];
}) {
  const reparto = repartoDe(definicion);
  const al = OPCIONES_AL_LLENARSE.find(({ value }) => value === reparto.alLlenarse)?.label;
  return (
    <Section title="Lugares">
      <p>
        Cuando ya no hay lugares: {al?.toLocaleLowerCase('es-MX')}.
        {hasEspera(reparto) &&
          ` Quien sigue tiene ${reparto.horasParaAceptar === 1 ? '1 hora' : `${reparto.horasParaAceptar} horas`} para aceptar el lugar que se le ofrece.`}
      </p>
      {reparto.cupos.length > 0 && (
        <ul className={styles.cupos}>
          {reparto.cupos.map((cupo) => (
            <li key={cupo.clave} className={styles.cupo}>
              <strong>{cupo.nombre}</strong>: {cupo.lugares}{' '}
              {cupo.lugares === 1 ? 'lugar' : 'lugares'}. {liberaEnPalabras(cupo)}{' '}
              <small>Para tomarlos se exige {describeCondicion(cupo.condicion, hechos)}.</small>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
