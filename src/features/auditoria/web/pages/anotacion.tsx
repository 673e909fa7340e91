import { useParams } from 'react-router';
import { formatInstante } from '../../../../platform/shared/dates.ts';
import type { Vocabulario } from '../../../../platform/shared/historial.ts';
import { EmptyState, ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { Link } from '../../../../platform/web/router.tsx';
import {
  DataList,
  Folio,
  IconHistory,
  LinkButton,
  PageHeading,
  Section,
} from '../../../../platform/web/ui/index.ts';
import type { Anotacion } from '../../contract.ts';
import { actoPath, auditoriaPath } from '../../routes.ts';
import { describeCambio } from '../../rules.ts';
import styles from '../components/partes.module.css';
import { NombreDelRegistro, Quien, Renglones } from '../components/partes.tsx';
import { useAnotacion } from '../hooks.ts';

const ARRIBA = [{ label: 'Auditoría', to: auditoriaPath }];

/** `/auditoria/{id}`: one row of the history, with what only a programmer needs folded away. */
export function AnotacionPage({ vocabulario }: { vocabulario: Vocabulario }) {
  const { anotacion = '' } = useParams();
  return /^[1-9]\d{0,14}$/.test(anotacion) ? (
    <Una id={Number(anotacion)} vocabulario={vocabulario} />
  ) : (
    <Ninguna />
  );
}

function Ninguna() {
  return (
    <>
      <PageHeading title="Anotación" breadcrumbs={ARRIBA} />
      <EmptyState
        title="No hay una anotación con ese número"
        icon={IconHistory}
        action={<LinkButton to={auditoriaPath}>Ver la auditoría</LinkButton>}
      >
        Revise la dirección. Ninguna anotación se borra: si existió, sigue en el historial.
      </EmptyState>
    </>
  );
}

function Una({ id, vocabulario }: { id: number; vocabulario: Vocabulario }) {
  const { data, error, isPending, refetch } = useAnotacion(id);
  if (isPending) return <Loading shape="form" />;
  if (!data) return <ErrorState error={error} retry={() => void refetch()} />;
  const [anotacion] = data.filas;
  return anotacion ? <Detalle anotacion={anotacion} vocabulario={vocabulario} /> : <Ninguna />;
}

function Detalle({ anotacion, vocabulario }: { anotacion: Anotacion; vocabulario: Vocabulario }) {
  const { id, momento, accion, entidad, entidadId, motivo, origen, peticionId } = anotacion;
  const { renglones, tecnicos } = describeCambio(vocabulario, anotacion);
  return (
    <>
      <PageHeading
        title={vocabulario.describeAccion(accion)}
        breadcrumbs={ARRIBA}
        lead={`${formatInstante(new Date(momento))}, hora del centro de México.`}
        documentTitle={`Anotación ${id}`}
      />
      <DataList
        items={[
          { label: 'Quién', value: <Quien actor={anotacion.actor} /> },
          ...(anotacion.actor?.role
            ? [{ label: 'Rol de entonces', value: anotacion.actor.role }]
            : []),
          { label: 'Registro', value: vocabulario.describeEntidad(entidad) },
          ...(anotacion.registro
            ? [{ label: 'Nombre', value: <NombreDelRegistro anotacion={anotacion} /> }]
            : []),
          ...(motivo ? [{ label: 'Motivo', value: motivo }] : []),
          ...(origen ? [{ label: 'Desde la dirección de red', value: origen }] : []),
        ]}
      />
      <Section title="Antes y después">
        {renglones.length > 0 ? (
          <Renglones renglones={renglones} />
        ) : (
          <p>Esta acción no cambió ningún dato: solo queda constancia de que se hizo.</p>
        )}
      </Section>
      {peticionId && (
        <p className={styles.acto}>
          <Link to={actoPath(peticionId)}>Ver todo lo que se hizo en la misma petición</Link>
        </p>
      )}
      <details className={styles.tecnicos}>
        <summary>Datos técnicos</summary>
        <DataList
          items={[
            { label: 'Número de la anotación', value: <Folio>{String(id)}</Folio> },
            { label: 'Acción', value: <Folio>{accion}</Folio> },
            { label: 'Registro', value: <Folio>{entidadId}</Folio> },
            ...(peticionId ? [{ label: 'Petición', value: <Folio>{peticionId}</Folio> }] : []),
            ...(anotacion.actor
              ? [{ label: 'Cuenta', value: <Folio>{anotacion.actor.uid}</Folio> }]
              : []),
            ...tecnicos.map(({ clave, valor }) => ({
              label: clave,
              value: <Folio>{valor}</Folio>,
            })),
          ]}
        />
      </details>
    </>
  );
}
