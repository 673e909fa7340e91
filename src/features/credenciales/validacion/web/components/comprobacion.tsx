import { nameInItsCase } from '../../../../../platform/shared/names.ts';
import { enhanceCheck } from '../../../../../platform/web/public/check-credential.ts';
import { useEnhanced } from '../../../../../platform/web/public/use-enhanced.ts';
import { pruebaPath } from '../../../routes.ts';
import type { ResultadoValidacion } from '../../contract.ts';
import styles from './validacion.module.css';

const LINEAS = [
  ['firma', 'Firma de la credencial'],
  ['vencimiento', 'Vencimiento'],
  ['revocacion', 'Revocación'],
  ['suspension', 'Suspensión'],
] as const;

/**
 * What the browser itself finds out of the credential, a line each, whatever the page says. What it does is in check-credential.ts; without
 * script it is not offered.
 */
export function Comprobacion({
  resultado: { folio, titular },
}: {
  resultado: ResultadoValidacion;
}) {
  const box = useEnhanced<HTMLElement>(enhanceCheck);
  return (
    <section
      ref={box}
      className={styles.comprobacion}
      aria-labelledby="comprobacion"
      data-check={pruebaPath(folio)}
      data-titular={nameInItsCase(titular)}
      data-folio={folio}
      data-needs-script=""
    >
      <h2 id="comprobacion">Comprobado en su navegador</h2>
      <dl>
        {LINEAS.map(([name, label]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd data-line={name}>Sin comprobar.</dd>
          </div>
        ))}
      </dl>
      <p role="status" data-check-said="" />
    </section>
  );
}
