import { type ReactNode, useId } from 'react';
import { useTitle } from '../keep-alive/title.ts';
import { Link } from '../router.tsx';
import { classes } from './classes.ts';
import { IconChevronRight } from './icons.tsx';
import styles from './page.module.css';

export type Crumb = { readonly label: string; readonly to: string };

/** Says where I am, what for, and offers the one main action. Titles the document too. */
export function PageHeading({
  title,
  lead,
  action,
  meta,
  breadcrumbs,
  documentTitle,
}: {
  title: string;
  /** One sentence. */
  lead?: ReactNode;
  action?: ReactNode;
  /** State and folio of what the screen is about. */
  meta?: ReactNode;
  /** Only where there is depth; the screen itself is not in them. */
  breadcrumbs?: readonly Crumb[];
  documentTitle?: string;
}) {
  useTitle(documentTitle ?? title);
  return (
    <>
      {breadcrumbs && breadcrumbs.length > 0 && <Breadcrumbs crumbs={breadcrumbs} />}
      <header className={styles.heading}>
        <div className={styles.words}>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
          {meta && <div className={styles.meta}>{meta}</div>}
        </div>
        {action && <div className={styles.actions}>{action}</div>}
      </header>
    </>
  );
}

/** Where this screen hangs from. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav className={styles.crumbs} aria-label="Ruta de navegación">
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
      <ol role="list">
        {crumbs.map((crumb) => (
          <li key={crumb.to}>
            <Link to={crumb.to}>{crumb.label}</Link>
            <IconChevronRight width="1em" height="1em" />
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A part of a screen under its own heading; `panel` puts it on a surface of its own. */
export function Section({
  title,
  lead,
  action,
  panel = false,
  children,
}: {
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  panel?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id}>{title}</h2>
        {action}
        {lead && <p>{lead}</p>}
      </div>
      {panel ? <Panel>{children}</Panel> : children}
    </section>
  );
}

/** A plain surface with an edge. */
export function Panel({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classes(styles.panel, className)}>{children}</div>;
}

export type Datum = {
  readonly label: string;
  readonly value: ReactNode;
  /** It has a line of its own: a title, a folio. */
  readonly wide?: boolean;
};

/** Labelled values. An empty one says so instead of leaving a gap. */
export function DataList({ items }: { items: readonly Datum[] }) {
  return (
    <dl className={styles.data}>
      {items.map(({ label, value, wide }) => (
        <div key={label} className={wide ? styles.wide : undefined}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? 'Sin dato' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
