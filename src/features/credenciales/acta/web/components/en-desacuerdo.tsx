import { Notice } from '../../../../../platform/web/feedback/index.ts';
import { Button, Folio } from '../../../../../platform/web/ui/index.ts';
import { useAcciones } from '../../../web/components/acciones.tsx';
import { useEnDesacuerdo } from '../../../web/hooks.ts';
import styles from './en-desacuerdo.module.css';

/** In the acta of an edition: the documents that no longer agree with it, and what is done with each. */
export function EnDesacuerdo({ edicionId }: { edicionId: string }) {
  const { data } = useEnDesacuerdo(edicionId);
  const { actions, dialog } = useAcciones();
  const documentos = data?.documentos ?? [];
  if (documentos.length === 0) return dialog;
  return (
    <>
      <Notice tone="warning" title="Documentos que no coinciden con el acta">
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
        <ul role="list" className={styles.lista}>
          {documentos.map(({ emitido, porque, acredito }) => (
            <li key={emitido.id}>
              <span>
                <Folio>{emitido.folio}</Folio>, {emitido.titular}. {porque}
              </span>
              <span className={styles.acciones}>
                {actions(emitido, { seReemite: acredito }).map(({ label, onSelect }) => (
                  <Button
                    key={label}
                    size="small"
                    aria-label={`${label}: ${emitido.folio}`}
                    onClick={onSelect}
                  >
                    {label}
                  </Button>
                ))}
              </span>
            </li>
          ))}
        </ul>
      </Notice>
      {dialog}
    </>
  );
}
