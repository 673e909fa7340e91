import { IconDownload, IconExternal, LinkButton } from '../../../../../platform/web/ui/index.ts';
import { acusePdfPath } from '../../../routes.ts';

/** Keeps the PDF, or opens it in another tab. Plain links: the browser does the rest. */
export function BotonesDelPdf({ folio, clave }: { folio: string; clave: string }) {
  return (
    <>
      <LinkButton
        to={acusePdfPath(folio, clave, { descargar: true })}
        reloadDocument
        variant="primary"
        icon={<IconDownload />}
      >
        Descargar PDF
      </LinkButton>
      <LinkButton
        to={acusePdfPath(folio, clave)}
        reloadDocument
        target="_blank"
        rel="noopener"
        icon={<IconExternal />}
      >
        Abrir PDF <span className="sr-only">en otra pestaña</span>
      </LinkButton>
    </>
  );
}
