import { useNavigate } from 'react-router';
import { NO_SE_LEE } from '../../../../../platform/shared/ilegible.ts';
import { ErrorState, Loading, Notice } from '../../../../../platform/web/feedback/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import {
  DetailActions,
  DetailPanel,
  DetailSection,
  type DetailState,
} from '../../../../../platform/web/panel/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import type { RowAction } from '../../../../../platform/web/table/index.ts';
import {
  DataList,
  Folio,
  formatDateTime,
  LinkButton,
  properName,
} from '../../../../../platform/web/ui/index.ts';
import { archivoPath } from '../../../../documentos/routes.ts';
import { personPath } from '../../../../personas/routes.ts';
import { faltaDe } from '../../../inconformidades/rules.ts';
import { revisionPresolicitudesPath } from '../../../routes.ts';
import type { FilaPresolicitud, RegistroPresolicitud, RequisitoRevisado } from '../../contract.ts';
import { cuentaDe } from '../../rules.ts';
import { useRevision } from '../hooks.ts';
import { EstadoDePresolicitud } from './estado-presolicitud.tsx';
import { EstadoDeRequisito } from './estado-requisito.tsx';
import { Observacion } from './propia.tsx';
import { Reconsideracion, ReconsiderarDialog } from './reconsiderar.tsx';
import { Advertencias } from './regla.tsx';
import { Sensibles } from './sensibles.tsx';
import styles from './validacion.module.css';

/** One pre-application beside the list: how each requirement stands, what was answered, and what may be done. */
export function PresolicitudPanel({
  id,
  cursoId,
  detail,
  rows,
}: {
  id: string;
  cursoId: string;
  detail: DetailState;
  rows: readonly FilaPresolicitud[];
}) {
  const { data, error, refetch } = useRevision(id);
  const fila = data ?? rows.find((row) => row.id === id);
  return (
    <DetailPanel
      detail={detail}
      ids={rows.map((row) => row.id)}
      noun="la presolicitud"
      back="Presolicitudes"
      title={fila ? properName(fila.persona.nombre) : error ? 'Presolicitud' : 'Cargando…'}
      meta={fila && <EstadoDePresolicitud estado={fila.estado} />}
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {data ? (
        <Registro key={data.id} registro={data} cursoId={cursoId} />
      ) : (
        !error && <Loading shape="list" label="Cargando la presolicitud…" />
      )}
    </DetailPanel>
  );
}

function Registro({ registro, cursoId }: { registro: RegistroPresolicitud; cursoId: string }) {
  const { id, puede, requisitos, reconsideracion, advertencias, ilegible, sensibles } = registro;
  const [asking, { open, close }] = useDisclosure();
  const { cumplidos, total } = cuentaDe(requisitos);
  const navigate = useNavigate();
  const revisar = () => void navigate(revisionPresolicitudesPath(cursoId, id));
  const actos: RowAction[] = [
    ...(puede.revisar ? [{ label: 'Revisar', onSelect: revisar }] : []),
    ...(puede.pedirReconsideracion ? [{ label: 'Reconsiderar…', onSelect: open }] : []),
  ];
  return (
    <>
      {actos.length > 0 && <DetailActions actions={actos} />}
      {reconsideracion && (
        <DetailSection title="Reconsideración">
          <Reconsideracion reconsideracion={reconsideracion} />
        </DetailSection>
      )}
      {ilegible && (
        <DetailSection title={NO_SE_LEE}>
          <Notice tone="warning">
            <p>
              Parte de lo que se envió se alteró en la base de datos. Avise a quien administra el
              portal.
            </p>
          </Notice>
        </DetailSection>
      )}
      <DetailSection title="Presolicitud">
        <Datos registro={registro} />
      </DetailSection>
      <DetailSection title={`Requisitos: ${cumplidos} de ${total}`}>
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
        <ul role="list" className={styles.lista}>
          {requisitos.map((requisito) => (
            <li key={requisito.clave}>
              <RequisitoDePanel requisito={requisito} />
            </li>
          ))}
        </ul>
      </DetailSection>
      {advertencias.length > 0 && (
        <DetailSection title="Advertencias">
          <Advertencias advertencias={advertencias} />
        </DetailSection>
      )}
      {registro.secciones.map(({ titulo, respuestas }) => (
        <DetailSection key={titulo} title={titulo}>
          <DataList
            items={respuestas.map(({ etiqueta, valor }) => ({ label: etiqueta, value: valor }))}
          />
        </DetailSection>
      ))}
      {sensibles > 0 && (
        <DetailSection title="Respuestas sensibles">
          <Sensibles id={id} cuantas={sensibles} />
        </DetailSection>
      )}
      {asking && <ReconsiderarDialog registro={registro} onClose={close} />}
    </>
  );
}

function Datos({ registro }: { registro: RegistroPresolicitud }) {
  const { persona, convocatoria, envio, folio, subsanar, motivo, decidio, decididaEn } = registro;
  return (
    <DataList
      items={[
        { label: 'Convocatoria', value: convocatoria.nombre, wide: true },
        { label: 'Expediente', value: <Link to={personPath(persona.clave)}>{persona.clave}</Link> },
        {
          label: envio > 1 ? `Envío ${envio}` : 'Enviada',
          value: formatDateTime(registro.enviadaEn),
        },
        ...(folio ? [{ label: 'Folio del acuse', value: <Folio>{folio}</Folio>, wide: true }] : []),
        ...(registro.revisa
          ? [{ label: 'En revisión de', value: properName(registro.revisa) }]
          : []),
        ...(subsanar
          ? [
              {
                label: 'Plazo para corregir',
                value: `${formatDateTime(subsanar.venceEn)}: ${faltaDe(subsanar)}`,
                wide: true,
              },
            ]
          : []),
        ...(decididaEn
          ? [
              {
                label: 'Decidida',
                value: `${formatDateTime(decididaEn)}${decidio ? `, ${properName(decidio)}` : ''}`,
                wide: true,
              },
            ]
          : []),
        ...(motivo ? [{ label: 'Motivo', value: motivo, wide: true }] : []),
      ]}
    />
  );
}

function RequisitoDePanel({ requisito }: { requisito: RequisitoRevisado }) {
  const { titulo, estado, detalle, avisos, documento, observaciones, regla } = requisito;
  return (
    <article className={styles.fila}>
      <h4>{titulo.replace(/\.$/, '')}</h4>
      <EstadoDeRequisito estado={estado} />
      {detalle && <p className={styles.quiet}>{detalle}</p>}
      {regla?.ahora && <p className={styles.aviso}>Ahora: {regla.ahora.detalle}</p>}
      {avisos.map((aviso) => (
        <p key={aviso} className={styles.aviso}>
          {aviso}
        </p>
      ))}
      {documento && !documento.antivirus && (
        <LinkButton
          to={archivoPath(documento.id)}
          reloadDocument
          target="_blank"
          size="small"
          variant="quiet"
          flush
        >
          Ver el documento
          <span className="sr-only">, {titulo}, en otra pestaña</span>
        </LinkButton>
      )}
      {observaciones.map((una) => (
        <Observacion key={una.ronda} observacion={una} />
      ))}
    </article>
  );
}
