import { enhanceScan } from '../../../../../platform/web/public/scan.ts';
import { useEnhanced } from '../../../../../platform/web/public/use-enhanced.ts';
import { Button } from '../../../../../platform/web/ui/index.ts';
import styles from './validacion.module.css';

/** In the form of the folio: its QR code read by the camera. What it does is in scan.ts; without script it is not offered. */
export function Escanear() {
  const box = useEnhanced<HTMLDivElement>(enhanceScan);
  return (
    <div ref={box} className={styles.escanear} data-scan="" data-needs-script="">
      <Button data-scan-start="">Escanear el código QR</Button>
      <div hidden data-scan-view="">
        <video muted playsInline aria-label="Lo que ve la cámara" />
        <Button data-scan-stop="">Cerrar la cámara</Button>
      </div>
      <p role="status" data-scan-said="" />
    </div>
  );
}
