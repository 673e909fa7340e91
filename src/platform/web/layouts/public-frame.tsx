import type { ReactNode, RefObject } from 'react';
import { config } from '../config.ts';
import { Link } from '../router.tsx';
import { classes } from '../ui/classes.ts';
import { Rosette } from '../ui/seal.tsx';
import styles from './frame.module.css';
import { InstitutionMark } from './institution.tsx';

export type FooterLink = { readonly label: string; readonly to: string };

/**
 * What the public pages look like around their content, the same whether the server or the application
 * shows them: the institution above, the legal texts below.
 */
export function PublicFrame({
  home,
  signedIn,
  footer,
  skip,
  appearance,
  main,
  mainId,
  children,
}: {
  home: string;
  /** Whoever is in is offered the way back. */
  signedIn: boolean;
  footer: readonly FooterLink[];
  /** The first stop of the keyboard: past the frame. */
  skip: ReactNode;
  /** Theme and text size. */
  appearance: ReactNode;
  main?: RefObject<HTMLElement | null>;
  mainId?: string;
  children: ReactNode;
}) {
  return (
    <div className={styles.public}>
      {skip}
      <header className={classes(styles.bar, styles.barPublic)}>
        <InstitutionMark home={home} />
        {signedIn && <Link to={home}>Volver a mi portal</Link>}
      </header>
      <Rosette className={styles.watermark} />
      <main ref={main} id={mainId} tabIndex={-1} className={styles.publicMain}>
        {children}
      </main>
      <footer className={styles.footer}>
        {config().institution.contact && (
          <p className={styles.contact}>Control escolar: {config().institution.contact}</p>
        )}
        {footer.length > 0 && (
          <nav aria-label="Ayuda y textos legales">
            {footer.map(({ label, to }) => (
              <Link key={to} to={to}>
                {label}
              </Link>
            ))}
          </nav>
        )}
        {appearance}
      </footer>
    </div>
  );
}
