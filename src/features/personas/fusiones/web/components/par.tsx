import type { ReactNode } from 'react';
import { ErrorState, Loading, Notice } from '../../../../../platform/web/feedback/index.ts';
import {
  type Crumb,
  Folio,
  PageHeading,
  properName,
} from '../../../../../platform/web/ui/index.ts';

/** The two keys of a merge: the one that goes, and the one that stays and opens the file. */
export type Par = { readonly de: string; readonly a: string };

/** How a page of two files that are to be one, or were, begins: whose they are, the two keys, and what became of them. */
export function CabezaDePar({
  nombreCompleto,
  prefix,
  lead,
  par,
  crumb,
  children,
}: {
  /** Of the person, as it is kept; null: the page is called as its list. */
  nombreCompleto: string | null;
  /** Before the name in the window's title («Por reunir»). */
  prefix: string;
  lead?: string;
  par: Par | null;
  /** The list it hangs from. */
  crumb: Crumb;
  /** Who did it, until when: one `<span>` each. */
  children?: ReactNode;
}) {
  const title = nombreCompleto === null ? crumb.label : properName(nombreCompleto);
  return (
    <PageHeading
      title={title}
      documentTitle={nombreCompleto === null ? title : `${prefix}: ${title}`}
      lead={lead}
      breadcrumbs={[crumb]}
      meta={
        <>
          {par && (
            <span>
              <Folio>{par.de}</Folio> en <Folio>{par.a}</Folio>
            </span>
          )}
          {children}
        </>
      }
    />
  );
}

/** Such a page while it is looked for, or when it cannot be shown. */
export function SinPar({
  query,
  crumb,
}: {
  query: { readonly isPending: boolean; readonly error: Error | null; refetch: () => unknown };
  crumb: Crumb;
}) {
  if (query.isPending) return <Loading shape="page" />;
  return (
    <>
      <PageHeading title={crumb.label} breadcrumbs={[crumb]} />
      <ErrorState error={query.error} retry={() => void query.refetch()} />
    </>
  );
}

/** Whoever looks is one of the two, and does not decide. */
export const EsSuyo = () => (
  <Notice tone="info" title="Uno de los dos es su propio expediente">
    <p>Nadie decide sobre su propio expediente: lo hará otra persona del personal.</p>
  </Notice>
);
