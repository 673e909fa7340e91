import { formatFecha } from '../../../../../platform/shared/dates.ts';
import { nameInItsCase } from '../../../../../platform/shared/names.ts';
import { CompareFile } from '../../../../../platform/web/public/compare-file.tsx';
import { Link } from '../../../../../platform/web/router.tsx';
import { classes } from '../../../../../platform/web/ui/classes.ts';
import { iconOfTone, toneClass } from '../../../../../platform/web/ui/estado.tsx';
import { IconWarning } from '../../../../../platform/web/ui/icons.tsx';
import { Ficha, Folio, LinkButton, PageHeading } from '../../../../../platform/web/ui/index.ts';
import { validacionPath, validarPath } from '../../../routes.ts';
import { lookOf, tipoOf } from '../../../rules.ts';
import type { ResultadoPapel as Papel, ResultadoValidacion } from '../../contract.ts';
import { Comprobacion } from './comprobacion.tsx';
import { ResultadoPapel } from './resultado-papel.tsx';
import styles from './validacion.module.css';

/** What was found of a folio: a document, or a paper of another kind. */
export function Resultado({ resultado }: { resultado: ResultadoValidacion | Papel }) {
  return resultado.tipo === 'papel' ? (
    <ResultadoPapel papel={resultado} />
  ) : (
    <ResultadoDocumento resultado={resultado} />
  );
}

/** How a document stands, large, and what anybody may know of it. */
function ResultadoDocumento({ resultado }: { resultado: ResultadoValidacion }) {
  const { tipo, folio, estado, titular, programa, sustituidoPor } = resultado;
  const { palabra } = tipoOf(tipo);
  const look = lookOf(tipo, estado);
  const Icon = iconOfTone(look.tono);
  return (
    <div
      className={styles.resultado}
      {...(estado === 'vigente' && {
        'data-en-vigor': '',
        'data-duda': `${palabra} sin confirmar`,
      })}
    >
      <PageHeading
        title={`${palabra} ${look.palabra.toLocaleLowerCase('es-MX')}`}
        documentTitle={`${look.palabra}: ${palabra.toLocaleLowerCase('es-MX')} ${folio}`}
      />
      <div className={classes(styles.estado, toneClass(look.tono))} data-estado={estado}>
        <Icon />
        <strong>{look.palabra}</strong>
        <p>{resultado.dictamen.texto}</p>
        {sustituidoPor && (
          <p>
            Lo sustituye el documento con folio{' '}
            <Link to={validacionPath(tipo, sustituidoPor)}>
              <Folio>{sustituidoPor}</Folio>
            </Link>
            .
          </p>
        )}
      </div>
      {estado === 'vigente' && (
        <div className={classes(styles.estado, styles.duda, toneClass('danger'))} role="alert">
          <IconWarning />
          <strong>Sin confirmar</strong>
          <p>
            Lo que la escuela publica no confirma que este documento esté en vigor. No confíe en él:
            comuníquese con la escuela.
          </p>
        </div>
      )}
      <Ficha
        kind={palabra}
        folio={folio}
        title={programa}
        holder={nameInItsCase(titular)}
        fields={[
          { label: 'Fecha de emisión', value: formatFecha(resultado.emitidoEl) },
          {
            label: 'Vigencia',
            value: resultado.vigenteHasta
              ? `Hasta el ${formatFecha(resultado.vigenteHasta)}`
              : 'No vence',
          },
          { label: 'Lo emite', value: resultado.emisor },
          ...(resultado.historico
            ? [{ label: 'Registro', value: 'Histórico: sin acta en el portal' }]
            : []),
        ]}
      />
      <Comprobacion key={`firma-${folio}`} resultado={resultado} />
      <CompareFile key={folio} folio={folio} ejemplares={resultado.ejemplares} />
      {resultado.demo && (
        <p className={styles.demo}>Documento de demostración, sin validez oficial.</p>
      )}
      <p className={styles.otro}>
        <LinkButton to={validarPath}>Validar otro documento</LinkButton>
      </p>
    </div>
  );
}
