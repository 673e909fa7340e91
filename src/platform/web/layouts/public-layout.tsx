import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { useScreenChange } from '../keep-alive/navigation.ts';
import { useSession } from '../session/react.tsx';
import { classes } from '../ui/classes.ts';
import { Rosette } from '../ui/seal.tsx';
import { AppearanceChoice } from './appearance.tsx';
import styles from './frame.module.css';
import { InstitutionMark } from './institution.tsx';
import { SkipLink } from './skip-link.tsx';

export type FooterLink = { readonly label: string; readonly to: string };

/** Plain frame of the public pages: the institution above, the legal texts below. */
export function PublicLayout({
  path,
  home,
  footer,
  children,
}: {
  path: string;
  home: string;
  footer: readonly FooterLink[];
  children: ReactNode;
}) {
  const main = useRef<HTMLElement>(null);
  useScreenChange(main, path);
  const { status } = useSession();
  return (
    <div className={styles.public}>
      <SkipLink target={main} />
      <header className={classes(styles.bar, styles.barPublic)}>
        <InstitutionMark home={home} />
        {status === 'signedIn' && <Link to={home}>Volver a mi portal</Link>}
      </header>
      <Rosette className={styles.watermark} />
      <main ref={main} tabIndex={-1} className={styles.publicMain}>
        {children}
      </main>
      <footer className={styles.footer}>
        {footer.length > 0 && (
          <nav aria-label="Textos legales">
            {footer.map(({ label, to }) => (
              <Link key={to} to={to}>
                {label}
              </Link>
            ))}
          </nav>
        )}
        <AppearanceChoice />
      </footer>
    </div>
  );
}
