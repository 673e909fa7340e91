import { formatFecha } from '../../../../../platform/shared/dates.ts';
import { CompareFile } from '../../../../../platform/web/public/compare-file.tsx';
import { classes } from '../../../../../platform/web/ui/classes.ts';
import { iconOfTone, toneClass } from '../../../../../platform/web/ui/estado.tsx';
import { Ficha, LinkButton, PageHeading } from '../../../../../platform/web/ui/index.ts';
import { validarPath } from '../../../routes.ts';
import type { ResultadoPapel as Papel } from '../../contract.ts';
import styles from './validacion.module.css';

/** How a paper of another kind than documents issued stands: an acta, a kárdex, an acuse. */
export function ResultadoPapel({ papel }: { papel: Papel }) {
  const { folio, palabra, estado, dictamen, titular, enlace } = papel;
  const Icon = iconOfTone(dictamen.tono);
  return (
    <div className={styles.resultado}>
      <PageHeading title={palabra} documentTitle={`${estado}: ${palabra} ${folio}`} />
      <div className={classes(styles.estado, toneClass(dictamen.tono))} data-estado={estado}>
        <Icon />
        <strong>{estado}</strong>
        <p>{dictamen.texto}</p>
      </div>
      <Ficha
        kind={palabra}
        folio={folio}
        title={papel.titulo}
        {...(titular !== null && { holder: titular })}
        fields={[
          ...papel.campos,
          { label: 'Fecha de emisión', value: formatFecha(papel.emitidoEl) },
          { label: 'Lo emite', value: papel.emisor },
        ]}
      />
      {enlace && (
        <p className={styles.otro}>
          <LinkButton to={enlace}>Abrirlo con su clave</LinkButton>
        </p>
      )}
      <CompareFile key={folio} folio={folio} ejemplares={papel.ejemplares} />
      {papel.demo && <p className={styles.demo}>Documento de demostración, sin validez oficial.</p>}
      <p className={styles.otro}>
        <LinkButton to={validarPath}>Validar otro documento</LinkButton>
      </p>
    </div>
  );
}
