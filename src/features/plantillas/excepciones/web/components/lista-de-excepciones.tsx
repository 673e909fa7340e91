import { formatFecha, formatMomento } from '../../../../../platform/shared/dates.ts';
import { quoted } from '../../../../../platform/shared/quotation.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { EstadoBadge, Folio, properName } from '../../../../../platform/web/ui/index.ts';
import { PESTANA } from '../../../../documentos/routes.ts';
import { personPath, tabPath } from '../../../../personas/routes.ts';
import type { Excepcion } from '../../contract.ts';
import { EXCEPCION } from '../../estados.ts';
import { ActosDeExcepcion } from './actos-de-excepcion.tsx';
import styles from './excepciones.module.css';

/** Exceptions, the newest first, with all that was said of each and what may be done with it. */
export function ListaDeExcepciones({
  excepciones,
  de,
}: {
  excepciones: readonly Excepcion[];
  /** Of what they all are, which is not said again. */
  de: 'plantilla' | 'persona';
}) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ul role="list" className={styles.lista}>
      {excepciones.map((one) => (
        <li key={one.id} className={styles.excepcion}>
          <p className={styles.cabeza}>
            <span>
              {de === 'plantilla' ? (
                <Link to={personPath(one.persona.clave)}>{properName(one.persona.nombre)}</Link>
              ) : (
                one.plantilla.nombre
              )}
              {de === 'plantilla' && (
                <>
                  {' '}
                  <Folio>{one.persona.clave}</Folio>
                </>
              )}
            </span>
            {one.vencida && one.estado === 'vigente' ? (
              <EstadoBadge tone="neutral">Venció</EstadoBadge>
            ) : (
              <EstadoBadge tone={EXCEPCION.tono(one.estado)}>
                {EXCEPCION.palabra(one.estado)}
              </EstadoBadge>
            )}
          </p>
          <p>
            Regla {quoted(one.descripcion)}, hasta el {formatFecha(one.venceEl)}.
          </p>
          <p>
            {quoted(one.justificacion)}. Documento:{' '}
            <Link to={tabPath(one.persona.clave, PESTANA)}>{one.documento.tipo}</Link>.
          </p>
          <p className={styles.quien}>{describeActos(one)}</p>
          <div className={styles.actos}>
            <ActosDeExcepcion excepcion={one} />
          </div>
        </li>
      ))}
    </ul>
  );
}

const describeActos = ({
  pidio,
  creadoEn,
  decidio,
  decididoEn,
  retiro,
  retiradoEn,
  estado,
  nota,
  propia,
  vencida,
}: Excepcion) =>
  [
    `La pidió ${properName(pidio)} el ${formatMomento(new Date(creadoEn))}.`,
    decididoEn &&
      // One that was taken back after it was decided had been approved.
      `${estado === 'rechazada' ? 'La rechazó' : 'La aprobó'} ${properName(decidio ?? '')} el ${formatMomento(new Date(decididoEn))}.`,
    retiradoEn &&
      `La retiró ${properName(retiro ?? '')} el ${formatMomento(new Date(retiradoEn))}.`,
    nota && `${quoted(nota)}.`,
    vencida &&
      estado === 'pendiente' &&
      'El último día en que valdría ya pasó: ya no puede aprobarse.',
    propia && estado === 'pendiente' && !vencida && 'La aprueba otra persona del personal.',
  ]
    .filter(Boolean)
    .join(' ');
