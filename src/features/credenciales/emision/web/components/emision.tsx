import { useState } from 'react';
import { useOnHide } from '../../../../../platform/web/keep-alive/index.ts';
import {
  Button,
  formatDateTime,
  formatNumber,
  IconDownload,
  LinkButton,
} from '../../../../../platform/web/ui/index.ts';
import { emisionZipPath } from '../../../routes.ts';
import { tipoOf } from '../../../rules.ts';
import { TIPOS_EN_LOTE, type TipoEnLote } from '../../rules.ts';
import { type DeFuente, useEmisiones } from '../hooks.ts';
import styles from './emision.module.css';
import { EmisionDialog } from './emision-dialog.tsx';

/** Issuing documents to all who passed an edition or completed a route, and what was issued so far. */
export function Emision(de: DeFuente) {
  const { data } = useEmisiones(de);
  const [tipo, setTipo] = useState<TipoEnLote | null>(null);
  useOnHide(() => setTipo(null));
  return (
    <>
      <p>
        {de.fuente === 'ruta'
          ? 'Emita un documento a cada persona que completó la ruta.'
          : 'Emita un documento a cada persona que acreditó, cuando el acta esté cerrada.'}
      </p>
      <div className={styles.acciones}>
        {TIPOS_EN_LOTE.map((one) => (
          <Button key={one} onClick={() => setTipo(one)}>
            Emitir {tipoOf(one).plural.toLocaleLowerCase('es-MX')}
          </Button>
        ))}
      </div>
      {data && data.emisiones.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
        <ul role="list" className={styles.emisiones}>
          {data.emisiones.map(({ id, tipo: one, programa, pedidoEn, emitidos }) => (
            <li key={id}>
              <span>
                {tipoOf(one).plural}: {programa}. {formatDateTime(pedidoEn)},{' '}
                {formatNumber(emitidos)} {emitidos === 1 ? 'documento' : 'documentos'}.
              </span>
              {emitidos > 0 && (
                <LinkButton
                  to={emisionZipPath(id)}
                  reloadDocument
                  size="small"
                  icon={<IconDownload />}
                >
                  Descargar los PDF
                  <span className="sr-only">
                    {' '}
                    ({tipoOf(one).plural}, {formatDateTime(pedidoEn)})
                  </span>
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {tipo && <EmisionDialog {...de} tipo={tipo} onClose={() => setTipo(null)} />}
    </>
  );
}
