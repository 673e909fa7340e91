import { config } from '../../../../../platform/web/config.ts';
import { avisoPath } from '../../routes.ts';
import styles from './texto-legal.module.css';

/** The simplified privacy notice, where data are asked for: who, what for, to whom, how to refuse. */
export function AvisoSimplificado() {
  return (
    <p className={styles.simplificado}>
      <strong>Aviso de privacidad simplificado.</strong> {config().institution.name} trata estos
      datos para crear su cuenta, integrar su expediente académico, tramitar sus inscripciones,
      emitir sus documentos y avisarle de sus trámites. Ninguna de estas finalidades requiere su
      consentimiento, y no se hacen transferencias que lo requieran; si alguna vez se proponen, se
      le preguntará antes y podrá negarse aquí mismo. El aviso integral está en{' '}
      <a href={avisoPath} target="_blank" rel="noopener">
        {avisoPath}
        <span className="sr-only"> (se abre en otra pestaña)</span>
      </a>
      .
    </p>
  );
}
