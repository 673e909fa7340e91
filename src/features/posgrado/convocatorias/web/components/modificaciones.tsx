import {
  EstadoBadge,
  formatDateTime,
  nameOrAddress,
} from '../../../../../platform/web/ui/index.ts';
import { RecordList, RecordRow } from '../../../../../platform/web/ui/record-list.tsx';
import { MODIFICACION } from '../../../estados.ts';
import type { CambioDescrito, Modificacion } from '../../modificaciones/contract.ts';
import styles from './convocatoria.module.css';

/** What changes, before and after. */
export function Cambios({ cambios }: { cambios: readonly CambioDescrito[] }) {
  return (
    <dl className={styles.cambios}>
      {cambios.map(({ campo, etiqueta, antes, despues }) => (
        <div key={`${campo} ${etiqueta}`}>
          <dt>{etiqueta}</dt>
          <dd>
            <del>{antes}</del> <ins>{despues}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const nombreDe = ({ asunto, numero }: Modificacion): string =>
  asunto === 'publicacion'
    ? 'Publicación'
    : numero === null
      ? 'Modificación'
      : `Modificación ${numero}`;

/** The publication and the modifications of a call, decided ones. */
export function Modificaciones({ modificaciones }: { modificaciones: readonly Modificacion[] }) {
  if (modificaciones.length === 0) return <p>La convocatoria no tiene modificaciones.</p>;
  return (
    <RecordList>
      {modificaciones.map((one) => (
        <RecordRow
          key={one.id}
          name={nombreDe(one)}
          note={
            <>
              <EstadoBadge tone={MODIFICACION.tono(one.estado)}>
                {MODIFICACION.palabra(one.estado)}
              </EstadoBadge>{' '}
              Propuso {nameOrAddress(one.propuso)}
              {one.decidio && `; decidió ${nameOrAddress(one.decidio)}`}
              {one.decididaEn && `, ${formatDateTime(one.decididaEn)}`}
            </>
          }
        >
          {one.motivo && <p>{one.motivo}</p>}
          {one.nota && <p>Nota: {one.nota}</p>}
          <Cambios cambios={one.cambios} />
        </RecordRow>
      ))}
    </RecordList>
  );
}
