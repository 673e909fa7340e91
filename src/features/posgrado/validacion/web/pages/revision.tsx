import { useParams } from 'react-router';
import { EmptyState, ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import {
  Button,
  formatNumber,
  IconSeal,
  LinkButton,
  PageHeading,
} from '../../../../../platform/web/ui/index.ts';
import { validarPresolicitudPath } from '../../../routes.ts';
import { diasDesde } from '../../rules.ts';
import { diasDe } from '../components/estado-presolicitud.tsx';
import { Mesa } from '../components/mesa.tsx';
import { useCola } from '../hooks.ts';

type Cola = ReturnType<typeof useCola>;

/** `/validarPresolicitud/:cursoId/revision`: the pre-applications that wait, one after another. */
export default function RevisionPage() {
  const { cursoId = '' } = useParams();
  const cola = useCola(cursoId);
  const { turno, error } = cola;
  if (error) {
    return (
      <>
        <PageHeading title="Revisión de presolicitudes" />
        <ErrorState error={error} retry={cola.retry} />
      </>
    );
  }
  if (!turno) return <Loading shape="page" />;
  const { curso, presolicitud, espera } = turno;
  return (
    <>
      <PageHeading
        title="Revisión de presolicitudes"
        breadcrumbs={[{ label: curso.nombre, to: validarPresolicitudPath(cursoId) }]}
        action={<Pendientes {...espera} />}
      />
      {presolicitud ? (
        <Mesa
          key={`${presolicitud.id} ${presolicitud.envio}`}
          registro={presolicitud}
          cola={cola}
        />
      ) : (
        <Fin cola={cola} cuantos={espera.cuantos} cursoId={cursoId} />
      )}
    </>
  );
}

/** How many wait, and since when the oldest; said when it changes. */
const Pendientes = ({ cuantos, desde }: { cuantos: number; desde: string | null }) => (
  <span role="status">
    {cuantos === 0 || desde === null
      ? 'Sin pendientes'
      : `${formatNumber(cuantos)} ${cuantos === 1 ? 'pendiente' : 'pendientes'} · la más antigua, ${diasDe(diasDesde(new Date(desde), new Date()))}`}
  </span>
);

/** No other for whoever reviews: those that were left for later, or none. */
function Fin({ cola, cuantos, cursoId }: { cola: Cola; cuantos: number; cursoId: string }) {
  const { saltados, volverASaltados, retry } = cola;
  const list = <LinkButton to={validarPresolicitudPath(cursoId)}>Ver la lista</LinkButton>;
  if (saltados.length > 0) {
    return (
      <EmptyState
        title="Llegó al final"
        icon={IconSeal}
        action={
          <>
            <Button variant="primary" onClick={() => void volverASaltados()}>
              Volver a las que saltó
            </Button>
            {list}
          </>
        }
      >
        {saltados.length === 1
          ? 'Saltó una presolicitud, que sigue pendiente.'
          : `Saltó ${saltados.length} presolicitudes, que siguen pendientes.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={cuantos === 0 ? 'No hay presolicitudes por revisar' : 'No hay otra para usted'}
      icon={IconSeal}
      action={
        <>
          <Button onClick={retry}>Buscar otra vez</Button>
          {list}
        </>
      }
    >
      {cuantos === 0
        ? 'Aquí aparecerán cuando se envíen.'
        : 'Las pendientes las revisa otra persona del personal.'}
    </EmptyState>
  );
}
