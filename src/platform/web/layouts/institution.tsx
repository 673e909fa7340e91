import { config } from '../config.ts';
import { Link } from '../router.tsx';
import { classes } from '../ui/classes.ts';
import styles from './frame.module.css';

/** Logo and name, which lead home. */
export function InstitutionMark({
  home,
  compact = false,
}: {
  home: string;
  /** Gives way on small screens, where menu and account are beside it. */
  compact?: boolean;
}) {
  const { demo, institution } = config();
  const { name, shortName, logoUrl } = institution;
  return (
    <Link to={home} className={classes(styles.mark, compact && styles.compact)}>
      {logoUrl ? <img src={logoUrl} alt="" className={styles.logo} /> : <Emblem />}
      <span className={styles.name}>
        <span className={styles.nameLong}>{name}</span>
        <span className={styles.nameShort}>{shortName}</span>
        {demo && <span className={styles.demo}>Demostración · datos ficticios</span>}
      </span>
    </Link>
  );
}

/** The portal's own emblem, for an institution that gave no logo. */
function Emblem() {
  return (
    <svg viewBox="0 0 40 40" className={styles.logo} fill="none" aria-hidden="true">
      <circle cx="20" cy="20" r="18.6" stroke="var(--gold)" strokeWidth="1.2" />
      <circle cx="20" cy="20" r="16.2" stroke="var(--gold)" strokeWidth="0.6" />
      <path
        d="M20 9.5v20M15 30h10M11.5 13.5h17M11.5 13.5l-3.6 8.2a3.9 3.9 0 007.2 0zM28.5 13.5l-3.6 8.2a3.9 3.9 0 007.2 0z"
        stroke="var(--action)"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
