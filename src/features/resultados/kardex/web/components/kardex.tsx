import { EmptyState, ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import {
  DataList,
  EstadoBadge,
  formatDate,
  IconDownload,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { describePeriodo } from '../../../../cursos/rules.ts';
import type { Persona } from '../../../../personas/perfil/contract.ts';
import { kardexPdfPath } from '../../../routes.ts';
import { formatCalificacion, formatPorcentaje } from '../../../rules.ts';
import { useKardex } from '../../../web/hooks.ts';
import { conRepetidos, NOTA_REPETIDOS } from '../../rules.ts';
import styles from './kardex.module.css';

/** Everything somebody took here that has its acta, with what it adds up to. */
export function Kardex({ persona }: { persona: Persona }) {
  const kardex = useKardex(persona.clave);
  if (kardex.isPending) return <Loading shape="list" />;
  if (kardex.isError)
    return <ErrorState error={kardex.error} retry={() => void kardex.refetch()} />;
  const { asignaturas, totales, sinActa } = kardex.data;
  return (
    <Section
      title="Kárdex"
      lead="Todo lo cursado aquí, como consta en sus actas. Las calificaciones se ven cuando se cierra el acta."
      action={
        asignaturas.length > 0 ? (
          <a
            className={styles.descarga}
            href={kardexPdfPath(persona.clave, { descargar: true })}
            download
          >
            <IconDownload /> Descargar en PDF
          </a>
        ) : undefined
      }
    >
      {asignaturas.length === 0 ? (
        <EmptyState title="Todavía no hay actas cerradas" level={3}>
          Aquí aparecerá lo que se curse, con su calificación, cuando se cierre cada acta.
        </EmptyState>
      ) : (
        <>
          <DataList
            items={[
              { label: 'Acreditadas', value: String(totales.acreditadas) },
              { label: 'No acreditadas', value: String(totales.noAcreditadas) },
              { label: 'Horas', value: String(totales.horas) },
              { label: 'Créditos', value: String(totales.creditos) },
              { label: 'Promedio', value: formatCalificacion(totales.promedio) },
            ]}
          />
          {conRepetidos(kardex.data) && <p className={styles.detalle}>{NOTA_REPETIDOS}</p>}
          <ul className={styles.lista}>
            {asignaturas.map(({ curso, edicion, acta, ...dicho }) => (
              <li key={acta.folio}>
                <p className={styles.curso}>
                  <strong>{curso.nombre}</strong>
                  {dicho.resultado === 'acreditada' ? (
                    <EstadoBadge tone="success">Acreditada</EstadoBadge>
                  ) : (
                    <EstadoBadge tone="danger">No acreditada</EstadoBadge>
                  )}
                </p>
                <p>
                  {[
                    `Calificación ${formatCalificacion(dicho.calificacion) || 'sin registrar'}`,
                    ...(dicho.asistencia === null
                      ? []
                      : [`asistencia ${formatPorcentaje(dicho.asistencia)}`]),
                    `${curso.horas} horas`,
                    ...(curso.creditos === null
                      ? []
                      : [curso.creditos === 1 ? '1 crédito' : `${curso.creditos} créditos`]),
                  ].join(', ')}
                </p>
                <p className={styles.detalle}>
                  {curso.tipo}, {curso.clave}. {describePeriodo(edicion.inicia, edicion.termina)}.
                  Acta {acta.folio}, versión {acta.version}.
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
      {sinActa.length > 0 && (
        <p className={styles.detalle}>
          Sin acta todavía:{' '}
          {sinActa
            .map(({ curso, termina }) => `${curso} (termina el ${formatDate(termina)})`)
            .join('; ')}
          .
        </p>
      )}
    </Section>
  );
}
