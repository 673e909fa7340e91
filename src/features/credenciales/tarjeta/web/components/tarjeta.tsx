import { formatFecha } from '../../../../../platform/shared/dates.ts';
import { nameInItsCase } from '../../../../../platform/shared/names.ts';
import { enhanceKeep } from '../../../../../platform/web/public/keep-offline.ts';
import { useEnhanced } from '../../../../../platform/web/public/use-enhanced.ts';
import { Button, EstadoBadge, Folio, PageHeading } from '../../../../../platform/web/ui/index.ts';
import { TARJETA_WORKER } from '../../../routes.ts';
import { lookOf } from '../../../rules.ts';
import type { TarjetaVista } from '../../contract.ts';
import styles from './tarjeta.module.css';

/** The card, and beside it how fresh what it says is. What it does without connection is in keep-offline.ts. */
export function Tarjeta({ tarjeta }: { tarjeta: TarjetaVista }) {
  const { titular, calidad, programa, adscripcion, estado, folio, vigenteHasta, foto, qr } =
    tarjeta;
  const box = useEnhanced<HTMLDivElement>(enhanceKeep);
  const look = lookOf('credencial', estado);
  const nombre = nameInItsCase(titular);
  return (
    <div
      ref={box}
      className={styles.vista}
      data-keep={TARJETA_WORKER}
      data-since={tarjeta.consultadaEn}
      data-until={tarjeta.venceEn ?? ''}
    >
      <PageHeading title="Credencial" documentTitle={`Credencial de ${nombre}`} />
      <article className={styles.tarjeta} aria-label={`Credencial de ${nombre}`}>
        <p className={styles.institucion}>{tarjeta.institucion}</p>
        <div className={styles.frente}>
          {foto ? (
            <img src={foto} alt={`Fotografía de ${nombre}`} width={110} height={140} />
          ) : (
            <span className={styles.sinFoto}>Sin fotografía validada</span>
          )}
          <div>
            <h2>{nombre}</h2>
            <p className={styles.calidad}>{calidad}</p>
            <p>{programa}</p>
            {adscripcion && <p>{adscripcion}</p>}
          </div>
        </div>
        <p className={styles.estado}>
          <span className={styles.ahora}>
            <EstadoBadge tone={look.tono}>{look.palabra}</EstadoBadge>
          </span>
          <span className={styles.antes}>
            <EstadoBadge tone="neutral">{look.palabra} cuando se consultó</EstadoBadge>
          </span>
          <span className={styles.vencida}>
            <EstadoBadge tone="warning">Vencida</EstadoBadge>
          </span>
          {vigenteHasta && <span>Hasta el {formatFecha(vigenteHasta)}</span>}
        </p>
        <img
          className={styles.qr}
          src={qr}
          alt="Código QR que abre su validación"
          width={240}
          height={240}
        />
        <p>
          Folio <Folio>{folio}</Folio>
        </p>
        {tarjeta.demo && <p className={styles.demo}>Demostración, sin validez oficial.</p>}
      </article>
      <div data-needs-script="">
        <p data-keep-age="" />
        <Button hidden data-keep-on="">
          Tenerla sin conexión en este dispositivo
        </Button>
        <Button hidden data-keep-off="">
          Quitarla de este dispositivo
        </Button>
        <p role="status" data-keep-said="" />
      </div>
    </div>
  );
}
