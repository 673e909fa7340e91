import type { ReactNode } from 'react';
import { Link } from '../router.tsx';
import { classes } from './classes.ts';
import { type IconType, type Tone, toneClass } from './estado.tsx';
import {
  IconArrowRight,
  IconCheckCircle,
  IconCrossCircle,
  IconHelp,
  IconInfo,
  IconWarning,
} from './icons.tsx';
import styles from './semaforo.module.css';

/** `sinDato`: the rule could not be judged because something is missing. */
export type RequisitoEstado = 'cumple' | 'noCumple' | 'aRevision' | 'advierte' | 'sinDato';

export type Requisito = {
  readonly id: string;
  readonly label: string;
  readonly estado: RequisitoEstado;
  /** What was found: "Promedio 8.7, se pide 8.0". */
  readonly evidence?: ReactNode;
  /** Where it can be mended. */
  readonly fix?: { readonly label: string; readonly to: string };
};

const LOOK: Record<RequisitoEstado, { word: string; tone: Tone; icon: IconType }> = {
  cumple: { word: 'Cumple', tone: 'success', icon: IconCheckCircle },
  noCumple: { word: 'No cumple', tone: 'danger', icon: IconCrossCircle },
  aRevision: { word: 'Pasa a revisión', tone: 'warning', icon: IconInfo },
  advierte: { word: 'Tome en cuenta', tone: 'warning', icon: IconWarning },
  sinDato: { word: 'Sin dato', tone: 'neutral', icon: IconHelp },
};

/** Every rule, met and unmet, with its evidence and a link to mend it. */
export function SemaforoDeRequisitos({
  requisitos,
  label = 'Requisitos',
}: {
  requisitos: readonly Requisito[];
  label?: string;
}) {
  const met = requisitos.filter(({ estado }) => estado === 'cumple').length;
  const share = requisitos.length === 0 ? 0 : (met / requisitos.length) * 100;
  return (
    <div className={styles.box}>
      <p className={styles.summary}>
        <span>
          Cumple {met} de {requisitos.length} {requisitos.length === 1 ? 'requisito' : 'requisitos'}
        </span>
        <span className={styles.meter} aria-hidden="true">
          <span style={{ inlineSize: `${share}%` }} />
        </span>
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
      <ul role="list" className={styles.rules} aria-label={label}>
        {requisitos.map(({ id, label: rule, estado, evidence, fix }) => {
          const { word, tone, icon: Icon } = LOOK[estado];
          return (
            <li key={id} className={classes(styles.rule, toneClass(tone))}>
              <span className={styles.icon}>
                <Icon />
              </span>
              <div>
                <p>{rule}</p>
                <p className={styles.evidence}>
                  <span className={styles.word}>{word}</span>
                  {evidence && <> · {evidence}</>}
                </p>
              </div>
              {fix && (
                <span className={styles.fix}>
                  <Link to={fix.to}>
                    {fix.label} <IconArrowRight width="1em" height="1em" />
                  </Link>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
