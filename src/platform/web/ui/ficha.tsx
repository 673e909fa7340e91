import { type ReactNode, useId } from 'react';
import { config } from '../config.ts';
import { classes } from './classes.ts';
import { Folio, iconOfTone, type Tone, toneClass } from './estado.tsx';
import styles from './ficha.module.css';
import { DataList, type Datum } from './page.tsx';
import { Seal } from './seal.tsx';

export type FichaEstado = {
  readonly tone: Tone;
  readonly label: string;
  /** A few more words: since when, why. */
  readonly detail?: ReactNode;
};

/**
 * A document-like card for what is official (acuse, certificado, credencial): kind and folio at the
 * head, the state's ribbon, the seal. The same on screen and on paper.
 */
export function Ficha({
  kind,
  folio,
  title,
  holder,
  estado,
  fields,
  seal = true,
  level = 2,
  actions,
  children,
}: {
  /** "Certificado", "Acuse de inscripción"… */
  kind: string;
  folio?: string;
  title: string;
  /** Whose it is. */
  holder?: string;
  estado?: FichaEstado;
  fields?: readonly Datum[];
  seal?: boolean;
  /** Heading level, after the screen's outline. */
  level?: 2 | 3;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  const Heading = `h${level}` as const;
  const Icon = estado && iconOfTone(estado.tone);
  return (
    <article className={styles.ficha} aria-labelledby={id}>
      <div className={styles.head}>
        <span className={styles.kind}>
          {kind} <span>· {config().institution.shortName}</span>
        </span>
        {folio && (
          <span className={styles.folio}>
            Folio{' '}
            <strong>
              <Folio>{folio}</Folio>
            </strong>
          </span>
        )}
      </div>
      {estado && Icon && (
        <div className={classes(styles.ribbon, toneClass(estado.tone))}>
          <Icon />
          <span>
            {estado.label} {estado.detail && <small>{estado.detail}</small>}
          </span>
        </div>
      )}
      <div className={styles.body}>
        <div className={styles.content}>
          <Heading id={id}>{title}</Heading>
          {holder && <p className={styles.holder}>{holder}</p>}
        </div>
        {seal && <Seal className={styles.seal} />}
        {fields && (
          <div className={styles.rest}>
            <DataList items={fields} />
          </div>
        )}
        {children && <div className={styles.rest}>{children}</div>}
      </div>
      {actions && <div className={styles.foot}>{actions}</div>}
    </article>
  );
}
