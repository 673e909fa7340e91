import { useId, useState } from 'react';
import { useParams } from 'react-router';
import { ErrorState, Loading, Notice } from '../../../../../platform/web/feedback/index.ts';
import {
  DataList,
  EstadoBadge,
  formatDateTime,
  LinkButton,
  PageHeading,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { VERSION } from '../../../estados.ts';
import type { Respuestas } from '../../../formulario/contract.ts';
import { editVersionPath, plantillaPath, plantillasPath, reglasPath } from '../../../routes.ts';
import { Formulario } from '../../../web/components/formulario.tsx';
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
  const prefijo = useId();
  const [respuestas, setRespuestas] = useState<Respuestas>({});
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
      <Section title="Reglas">
        {definicion.reglas.length === 0 ? (
          <p>No tiene reglas.</p>
        ) : (
          <ul>
            {definicion.reglas.map(({ clave, descripcion, mensaje }) => (
              <li key={clave}>
                {descripcion} <small>Quien no la cumple lee: «{mensaje}»</small>
              </li>
            ))}
          </ul>
        )}
        <LinkButton to={reglasPath(plantilla.id, version.id)}>Ver y probar sus reglas</LinkButton>
      </Section>
      <Section title="Mensajes">
        <DataList
          items={[
            { label: 'Bienvenida', value: mensajes?.bienvenida || 'Ninguno' },
            { label: 'Confirmación', value: mensajes?.confirmacion || 'Ninguno' },
          ]}
        />
      </Section>
      <Section
        title="Formulario"
        lead="Como lo ve quien se inscribe. Puede probarlo: nada de lo que escriba aquí se guarda."
      >
        <div className={styles.previa}>
          <Formulario
            definicion={definicion}
            respuestas={respuestas}
            errores={{}}
            prefijo={prefijo}
            onCambio={(clave, valor) => setRespuestas((was) => ({ ...was, [clave]: valor }))}
          />
        </div>
      </Section>
    </>
  );
}
