import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { ErrorState, Loading, notify } from '../../../../../platform/web/feedback/index.ts';
import { SelectField } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import {
  Button,
  EstadoBadge,
  formatDateTime,
  formatNumber,
  IconEdit,
  LinkButton,
  PageHeading,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { VERSION } from '../../../estados.ts';
import { ListasDePersonas } from '../../../listas/web/components/listas.tsx';
import { useHechos, useNombresDeDocumentos } from '../../../redaccion/web/hooks.ts';
import { editVersionPath, inscritosPath, plantillasPath, versionPath } from '../../../routes.ts';
import { compareDefiniciones } from '../../comparacion/rules.ts';
import type { Plantilla, ResumenVersion } from '../../contract.ts';
import { ArchivarDialog, NombreDialog } from '../components/actos.tsx';
import { Cuantas, ListaDeDiferencias } from '../components/diferencias.tsx';
import styles from '../components/versiones.module.css';
import { usePlantilla, useStartVersion, useVersion } from '../hooks.ts';

const CRUMBS = [{ label: 'Plantillas', to: plantillasPath }];

/** `/plantillas/:id/ver`: a plantilla, its versions and what differs between two of them. */
export default function PlantillaPage() {
  const { id = '' } = useParams();
  const plantilla = usePlantilla(id);
  if (plantilla.isPending) return <Loading shape="page" />;
  if (plantilla.isError) {
    return (
      <>
        <PageHeading title="Plantilla" breadcrumbs={CRUMBS} />
        <ErrorState error={plantilla.error} retry={() => void plantilla.refetch()} />
      </>
    );
  }
  return <Ficha plantilla={plantilla.data} />;
}

const usoEnPalabras = ({ ediciones: { total, porInscribir } }: Plantilla): string => {
  if (total === 0) return 'Ninguna edición la usa.';
  const all = total === 1 ? 'La usa 1 edición' : `La usan ${formatNumber(total)} ediciones`;
  return porInscribir === 0
    ? `${all}, ninguna con inscripción abierta o por abrir.`
    : `${all}; ${formatNumber(porInscribir)} con inscripción abierta o por abrir.`;
};

function Ficha({ plantilla }: { plantilla: Plantilla }) {
  const [renaming, rename] = useDisclosure();
  const borrador = plantilla.versiones.find(({ estado }) => estado === 'borrador');
  return (
    <>
      <PageHeading
        title={plantilla.nombre}
        lead={plantilla.descripcion || undefined}
        breadcrumbs={CRUMBS}
        meta={<span>{usoEnPalabras(plantilla)}</span>}
        action={
          <>
            <Editar plantilla={plantilla} borrador={borrador} />
            <LinkButton to={inscritosPath(plantilla.id)}>Inscripciones</LinkButton>
            <Button onClick={rename.open}>Cambiar nombre</Button>
          </>
        }
      />
      <Section title="Versiones">
        <ol className={styles.lista}>
          {plantilla.versiones.map((version) => (
            <li key={version.id}>
              <Version plantilla={plantilla} version={version} />
            </li>
          ))}
        </ol>
      </Section>
      {plantilla.versiones.length > 1 && <Comparar plantilla={plantilla} />}
      <ListasDePersonas plantillaId={plantilla.id} />
      {renaming && <NombreDialog plantilla={plantilla} onClose={rename.close} />}
    </>
  );
}

/** On to the draft: the one there is, or a new one that starts from what is in force. */
function Editar({
  plantilla,
  borrador,
}: {
  plantilla: Plantilla;
  borrador: ResumenVersion | undefined;
}) {
  const navigate = useNavigate();
  const start = useStartVersion();
  if (borrador) {
    return (
      <LinkButton variant="primary" to={editVersionPath(plantilla.id, borrador.id)}>
        <IconEdit width="1em" height="1em" /> Continuar el borrador
      </LinkButton>
    );
  }
  const desde =
    plantilla.versiones.find(({ estado }) => estado === 'publicada') ?? plantilla.versiones[0];
  const begin = () =>
    start.mutate(
      { plantillaId: plantilla.id, desde: desde?.id ?? null },
      {
        onSuccess: ({ versionId }) => navigate(editVersionPath(plantilla.id, versionId)),
        onError: (error) => notify.error(messageOf(error)),
      },
    );
  return (
    <Button variant="primary" busy={start.isPending} onClick={begin}>
      <IconEdit width="1em" height="1em" /> Empezar una versión nueva
    </Button>
  );
}

function Version({ plantilla, version }: { plantilla: Plantilla; version: ResumenVersion }) {
  const [archiving, archive] = useDisclosure();
  const { id, numero, estado, nota, publicadaEn, publicarEn, inscripciones } = version;
  const { archivadaEn, archivadaMotivo } = version;
  const moments = [
    `Empezada el ${formatDateTime(version.creadoEn)}`,
    publicarEn && `Se publicará el ${formatDateTime(publicarEn)}`,
    publicadaEn && `Publicada el ${formatDateTime(publicadaEn)}`,
    archivadaEn && `Archivada el ${formatDateTime(archivadaEn)}`,
  ].filter(Boolean);
  return (
    <article className={styles.version} aria-label={`Versión ${numero}`}>
      <div className={styles.cabeza}>
        <h3>Versión {numero}</h3>
        <EstadoBadge tone={VERSION.tono(estado)}>{VERSION.palabra(estado)}</EstadoBadge>
      </div>
      {nota && <p>{nota}</p>}
      <p className={styles.datos}>{moments.join(' · ')}</p>
      {archivadaMotivo && <p className={styles.datos}>Se archivó porque: {archivadaMotivo}</p>}
      {estado !== 'borrador' && (
        <p className={styles.datos}>
          {inscripciones === 0
            ? 'Ninguna inscripción se envió con ella.'
            : inscripciones === 1
              ? '1 inscripción enviada con ella.'
              : `${formatNumber(inscripciones)} inscripciones enviadas con ella.`}
        </p>
      )}
      <div className={styles.acciones}>
        <LinkButton size="small" to={versionPath(plantilla.id, id)}>
          Ver la versión {numero}
        </LinkButton>
        {estado === 'publicada' && (
          <Button size="small" variant="quiet" onClick={archive.open}>
            Archivar
          </Button>
        )}
      </div>
      {archiving && (
        <ArchivarDialog
          versionId={id}
          numero={numero}
          abiertas={plantilla.ediciones.porInscribir}
          onClose={archive.close}
        />
      )}
    </article>
  );
}

function Comparar({ plantilla: { id, versiones } }: { plantilla: Plantilla }) {
  const [antes, setAntes] = useState(versiones[1]!.id);
  const [despues, setDespues] = useState(versiones[0]!.id);
  const options = versiones.map(({ id: value, numero, estado }) => ({
    value,
    label: `Versión ${numero} (${VERSION.palabra(estado).toLowerCase()})`,
  }));
  const [first, second] = [useVersion(id, antes), useVersion(id, despues)];
  const hechos = useHechos();
  const documentos = useNombresDeDocumentos();
  const error = first.error ?? second.error;
  const [de, a] = [first.data?.definicion, second.data?.definicion];
  const diferencias = useMemo(
    () => de && a && compareDefiniciones(de, a, hechos.data?.hechos, documentos),
    [de, a, hechos.data, documentos],
  );
  return (
    <Section title="Cambios" lead="Campo por campo y regla por regla, entre dos versiones.">
      <div className={styles.comparar}>
        <SelectField
          label="De la"
          value={antes}
          onChange={setAntes}
          options={options}
          empty={null}
        />
        <SelectField
          label="A la"
          value={despues}
          onChange={setDespues}
          options={options}
          empty={null}
        />
      </div>
      {error ? (
        <ErrorState error={error} retry={() => void (first.error ? first : second).refetch()} />
      ) : (
        <>
          <Cuantas diferencias={diferencias} />
          {diferencias ? (
            <ListaDeDiferencias diferencias={diferencias} />
          ) : (
            <Loading shape="list" />
          )}
        </>
      )}
    </Section>
  );
}
