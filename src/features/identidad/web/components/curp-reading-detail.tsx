import { IconWarning } from '../../../../platform/web/ui/icons.tsx';
import { formatDate } from '../../../../platform/web/ui/index.ts';
import {
  type CurpFailure,
  describeWarning,
  explainCurp,
  nombreEntidad,
  normalizeCurp,
  type CurpReading as Reading,
  type Sexo,
} from '../../../personas/curp/rules.ts';
import styles from './curp-reading.module.css';

const SEXO: Record<Sexo, string> = { H: 'Hombre', M: 'Mujer', X: 'No binario' };

export type ReadingProps = {
  readonly text: string;
  readonly reading: Reading | CurpFailure;
  /** The field itself already says what is wrong. */
  readonly explained: boolean;
};

/** What the CURP says of its bearer, or what is wrong with it. */
export function ReadingDetail({ text, reading, explained }: ReadingProps) {
  return (
    <div className={reading.ok ? styles.reading : styles.wrong}>
      <Ruler text={text} wrongAt={reading.ok ? undefined : reading.position} />
      {reading.ok ? (
        <>
          <p className={styles.title}>Esto dice su CURP. Confirme que es correcto:</p>
          <dl className={styles.data}>
            <div>
              <dt>Nacimiento</dt>
              <dd>{formatDate(reading.fechaNacimiento)}</dd>
            </div>
            <div>
              <dt>Sexo</dt>
              <dd>{SEXO[reading.sexo]}</dd>
            </div>
            <div>
              <dt>Entidad de nacimiento</dt>
              <dd>{nombreEntidad(reading.entidad)}</dd>
            </div>
          </dl>
          {reading.warnings.map((warning) => (
            <p key={warning} className={styles.warning}>
              <IconWarning />
              <span>{describeWarning(warning)}</span>
            </p>
          ))}
        </>
      ) : (
        !explained && (
          <p className={styles.problem}>
            <IconWarning />
            <span>
              {explainCurp(reading)}
              {reading.reason === 'longitud' && ` Escribió ${normalizeCurp(text).length}.`}
            </span>
          </p>
        )
      )}
    </div>
  );
}

/** Name, birth date, sex, state, consonants, and the two that RENAPO gives. */
const PARTS = [4, 10, 11, 13, 16, 18];

/** The CURP in its parts, so that it can be compared with the paper one; the wrong sign marked. */
function Ruler({ text, wrongAt }: { text: string; wrongAt: number | undefined }) {
  const signs = [...normalizeCurp(text)].slice(0, 24);
  const ends = [...PARTS, signs.length];
  return (
    <p className={styles.ruler} aria-hidden="true" translate="no">
      {ends.map((end, i) => {
        const start = ends[i - 1] ?? 0;
        const part = signs.slice(start, Math.max(start, end));
        return (
          part.length > 0 && (
            <span key={end + start}>
              {part.map((sign, at) =>
                start + at + 1 === wrongAt ? <mark key="wrong">{sign}</mark> : sign,
              )}
            </span>
          )
        );
      })}
    </p>
  );
}
