import type { ReactNode } from 'react';
import { cumplidosDe, REQUISITO, type RequisitoEstado } from '../../shared/requisitos.ts';
import { Link } from '../router.tsx';
import { classes } from './classes.ts';
import { type IconType, toneClass } from './estado.tsx';
import {
  IconArrowRight,
  IconCheckCircle,
  IconCrossCircle,
  IconInfo,
  IconWarning,
} from './icons.tsx';
import { IconHelp } from './icons-of-screens.tsx';
import styles from './semaforo.module.css';

export type Requisito = {
  readonly id: string;
  readonly label: string;
  readonly estado: RequisitoEstado;
  /** What was found: "Promedio 8.7, se pide 8.0". */
  readonly evidence?: ReactNode;
  /** What it is made of, below: blocks. */
  readonly detail?: ReactNode;
  /** Where it can be mended. */
  readonly fix?: { readonly label: string; readonly to: string };
};

const ICONS: Record<RequisitoEstado, IconType> = {
  cumple: IconCheckCircle,
  noCumple: IconCrossCircle,
  aRevision: IconInfo,
  advierte: IconWarning,
  noSuma: IconInfo,
  exceptuado: IconCheckCircle,
  sinDato: IconHelp,
};

/** Every rule, met and unmet, with its evidence and a link to mend it. */
export function SemaforoDeRequisitos({
  requisitos,
  label = 'Requisitos',
}: {
  requisitos: readonly Requisito[];
  label?: string;
}) {
  const { cumplidos: met, pedidos: asked } = cumplidosDe(requisitos.map(({ estado }) => estado));
  const share = asked === 0 ? 0 : (met / asked) * 100;
  return (
    <div className={styles.box}>
      <p className={styles.summary}>
        <span>
          Cumple {met} de {asked} {asked === 1 ? 'requisito' : 'requisitos'}
        </span>
        <span className={styles.meter} aria-hidden="true">
          <span style={{ inlineSize: `${share}%` }} />
        </span>
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
      <ul role="list" className={styles.rules} aria-label={label}>
        {requisitos.map(({ id, label: rule, estado, evidence, detail, fix }) => {
          const [word, tone] = REQUISITO[estado];
          const Icon = ICONS[estado];
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
                {detail}
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
