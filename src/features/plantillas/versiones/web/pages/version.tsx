import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { ErrorState, Loading, Notice } from '../../../../../platform/web/feedback/index.ts';
import {
  EstadoBadge,
  formatDateTime,
  LinkButton,
  PageHeading,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { RepartoLeido } from '../../../cupos/web/components/reparto-leido.tsx';
import { VERSION } from '../../../estados.ts';
import { declaraRespuestas } from '../../../formulario/hechos/rules.ts';
import { ReglasLeidas } from '../../../redaccion/web/components/reglas-leidas.tsx';
import { useHechos } from '../../../redaccion/web/hooks.ts';
import { editVersionPath, plantillaPath, plantillasPath, reglasPath } from '../../../routes.ts';
import { FormularioDeMuestra } from '../../../web/components/formulario-de-muestra.tsx';
import type { VersionPlantilla } from '../../contract.ts';
import styles from '../components/versiones.module.css';
import { useVersion } from '../hooks.ts';

/** `/plantillas/:plantillaId/versiones/:versionId`: what a version says, as it is for ever. */
export default function VersionPage() {
  const { plantillaId = '', versionId = '' } = useParams();
  const version = useVersion(plantillaId, versionId);
  if (version.isPending) return <Loading shape="page" />;
  if (version.isError) {
    return (
      <>
        <PageHeading
          title="Versión de una plantilla"
          breadcrumbs={[{ label: 'Plantillas', to: plantillasPath }]}
        />
        <ErrorState error={version.error} retry={() => void version.refetch()} />
      </>
    );
  }
  return <Leida data={version.data} />;
}

function Leida({ data: { plantilla, version, definicion } }: { data: VersionPlantilla }) {
  const { mensajes } = definicion;
  return (
    <>
      <PageHeading
        title={`Versión ${version.numero}`}
        documentTitle={`${plantilla.nombre}, versión ${version.numero}`}
        breadcrumbs={[
          { label: 'Plantillas', to: plantillasPath },
          { label: plantilla.nombre, to: plantillaPath(plantilla.id) },
        ]}
        meta={
          <>
            <EstadoBadge tone={VERSION.tono(version.estado)}>
              {VERSION.palabra(version.estado)}
            </EstadoBadge>
            {version.publicadaEn && <span>Publicada el {formatDateTime(version.publicadaEn)}</span>}
            {version.archivadaEn && <span>Archivada el {formatDateTime(version.archivadaEn)}</span>}
          </>
        }
        lead={version.nota || undefined}
        action={
          version.estado === 'borrador' ? (
            <LinkButton variant="primary" to={editVersionPath(plantilla.id, version.id)}>
              Editar el borrador
            </LinkButton>
          ) : undefined
        }
      />
      {version.archivadaMotivo && (
        <Notice title="Por qué se archivó">
          <p>{version.archivadaMotivo}</p>
        </Notice>
      )}
      <ReglasYLugares definicion={definicion}>
        <LinkButton size="small" to={reglasPath(plantilla.id, version.id)}>
          Probar sus reglas
        </LinkButton>
      </ReglasYLugares>
      <Section title="Mensajes">
        <dl className={styles.mensajes}>
          <dt>Bienvenida</dt>
          <dd>{mensajes?.bienvenida || 'Ninguno'}</dd>
          <dt>Confirmación</dt>
          <dd>{mensajes?.confirmacion || 'Ninguno'}</dd>
        </dl>
      </Section>
      <Section
        title="Formulario"
        lead="Como lo ve quien se inscribe. Puede probarlo: nada de lo que escriba aquí se guarda."
      >
        <div className={styles.previa}>
          <FormularioDeMuestra definicion={definicion} />
        </div>
      </Section>
    </>
  );
}

/** Who may enrol, and how seats are given out, in sentences. */
function ReglasYLugares({
  definicion,
  children,
}: {
  definicion: VersionPlantilla['definicion'];
  children: ReactNode;
}) {
  const { data, error, refetch } = useHechos();
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Loading shape="list" label="Cargando las reglas…" />;
  const hechos = [...data.hechos, ...declaraRespuestas(definicion)];
  return (
    <>
      <Section title="Reglas" action={children}>
        <ReglasLeidas reglas={definicion.reglas} hechos={hechos} />
      </Section>
      <RepartoLeido definicion={definicion} hechos={hechos} />
    </>
  );
}
