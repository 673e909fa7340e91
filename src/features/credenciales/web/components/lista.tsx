import type { ReactNode } from 'react';
import { formatFecha } from '../../../../platform/shared/dates.ts';
import { NO_SE_LEE } from '../../../../platform/shared/ilegible.ts';
import { Link } from '../../../../platform/web/router.tsx';
import type { RowAction } from '../../../../platform/web/table/index.ts';
import {
  Button,
  EstadoBadge,
  Folio,
  formatShortDate,
  IconDownload,
  IconIdCard,
  LinkButton,
} from '../../../../platform/web/ui/index.ts';
import type { EmitidoListado } from '../../contract.ts';
import { emitidoPdfPath, tarjetaPath, tarjetaPdfPath, validacionPath } from '../../routes.ts';
import { lookOf, tipoOf } from '../../rules.ts';
import styles from './lista.module.css';

/** Documents of one person, one below the other. */
export function ListaEmitidos({
  emitidos,
  conFolio = true,
  accionesDe = () => [],
}: {
  emitidos: readonly EmitidoListado[];
  /** Their folios are written; without, the title leads to where each is read. */
  conFolio?: boolean;
  /** What may be done to each, for staff. */
  accionesDe?: (emitido: EmitidoListado) => readonly RowAction[];
}): ReactNode {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ul role="list" className={styles.lista}>
      {emitidos.map((emitido) => {
        const { id, tipo, estado, folio, ilegible, programa, emitidoEn, vigenteHasta } = emitido;
        const { palabra, tono } = lookOf(tipo, estado);
        const titulo = `${tipoOf(tipo).palabra}: ${ilegible ? NO_SE_LEE.toLocaleLowerCase('es-MX') : programa}`;
        const lugar = validacionPath(tipo, folio);
        const fechas = [
          ...(emitidoEn ? [`del ${formatShortDate(emitidoEn)}`] : []),
          ...(vigenteHasta ? [`vigente hasta el ${formatFecha(vigenteHasta)}`] : []),
        ].join(', ');
        return (
          <li key={id}>
            <h3>{conFolio || estado === 'borrador' ? titulo : <Link to={lugar}>{titulo}</Link>}</h3>
            <EstadoBadge tone={tono}>{palabra}</EstadoBadge>
            <p className={styles.nota}>
              {conFolio && <FolioLeido folio={folio} to={estado === 'borrador' ? null : lugar} />}
              {conFolio && fechas ? `, ${fechas}` : fechas}
            </p>
            <div className={styles.botones}>
              {estado !== 'borrador' && (
                <LinkButton
                  to={emitidoPdfPath(id, { descargar: true })}
                  reloadDocument
                  size="small"
                  icon={<IconDownload />}
                >
                  Descargar PDF<span className="sr-only"> ({folio})</span>
                </LinkButton>
              )}
              {tipo === 'credencial' && estado !== 'borrador' && (
                <LinkButton to={tarjetaPath(id)} size="small">
                  Mostrarla en el teléfono<span className="sr-only"> ({folio})</span>
                </LinkButton>
              )}
              {tipo === 'credencial' && estado === 'vigente' && (
                <LinkButton
                  to={tarjetaPdfPath(id)}
                  reloadDocument
                  size="small"
                  icon={<IconIdCard />}
                >
                  Imprimir la tarjeta<span className="sr-only"> ({folio})</span>
                </LinkButton>
              )}
              {accionesDe(emitido).map(({ label, onSelect }) => (
                <Button key={label} size="small" variant="quiet" onClick={onSelect}>
                  {label}
                  <span className="sr-only"> ({folio})</span>
                </Button>
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function FolioLeido({ folio, to }: { folio: string; to: string | null }) {
  return (
    <>
      Folio{' '}
      {to === null ? (
        <Folio>{folio}</Folio>
      ) : (
        <Link to={to}>
          <Folio>{folio}</Folio>
        </Link>
      )}
    </>
  );
}
