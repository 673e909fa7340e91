import { formatMomento } from '../../../../platform/shared/dates.ts';
import { useReloj } from '../../../../platform/web/clock.ts';
import { formatDateTime, PageHeading } from '../../../../platform/web/ui/index.ts';
import type { Curso, Edicion } from '../../../cursos/contract.ts';
import { describePeriodo, describeTipo } from '../../../cursos/rules.ts';
import styles from '../../../inscripciones/web/components/encabezado.module.css';
import { BasesPlegables } from '../../convocatorias/web/components/bases-plegables.tsx';
import { presolicitudPath } from '../../routes.ts';

/** The programme, with the window of this step and the server's clock. */
export function EncabezadoDeConvocatoria({
  tramite,
  convocatoriaId,
  curso,
  edicion,
  ventana: [abre, cierra],
  ahora,
  recibidoEn,
}: {
  /** «Presolicitud» or «Solicitud». */
  tramite: string;
  convocatoriaId: string;
  curso: Curso;
  edicion: Edicion;
  /** ISO 8601. */
  ventana: readonly [abre: string, cierra: string];
  ahora: string;
  /** When the answer came, by this computer's clock. */
  recibidoEn: number;
}) {
  const reloj = useReloj(ahora, recibidoEn, false);
  const now = reloj.getTime();
  const rotulo =
    now < Date.parse(abre) ? 'Abre el' : now < Date.parse(cierra) ? 'Recibe hasta el' : 'Cerró el';
  return (
    <>
      <PageHeading
        breadcrumbs={[{ label: 'Posgrado', to: presolicitudPath() }]}
        title={curso.nombre}
        documentTitle={`${tramite}: ${curso.nombre}`}
        lead={`${tramite} de posgrado · ${edicion.nombre} · ${describeTipo(curso)}`}
      />
      <dl className={styles.datos}>
        <div>
          <dt>{rotulo}</dt>
          <dd>{formatMomento(new Date(now < Date.parse(abre) ? abre : cierra))}</dd>
        </div>
        <div>
          <dt>Se imparte</dt>
          <dd>
            {describePeriodo(edicion.inicia, edicion.termina)}
            {edicion.sede && <small>{edicion.sede}</small>}
          </dd>
        </div>
        <div>
          <dt>Hora del servidor</dt>
          <dd>
            {formatDateTime(reloj.toISOString())}
            <small>Centro de México</small>
          </dd>
        </div>
      </dl>
      <BasesPlegables convocatoriaId={convocatoriaId} />
    </>
  );
}
