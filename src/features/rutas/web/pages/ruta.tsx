import { useMemo } from 'react';
import { useParams } from 'react-router';
import { messageOf } from '../../../../platform/web/callables/client.ts';
import { ErrorState, Loading, Notice, notify } from '../../../../platform/web/feedback/index.ts';
import { useSearchParams } from '../../../../platform/web/router.tsx';
import { useUser } from '../../../../platform/web/session/react.tsx';
import { Button, EstadoBadge, formatDate, PageHeading } from '../../../../platform/web/ui/index.ts';
import { ViewSwitch } from '../../../../platform/web/ui/view-switch.tsx';
import { avanceDe } from '../../avance/rules.ts';
import type { RutaLeida } from '../../contract.ts';
import { canStartRuta } from '../../policy.ts';
import { rutasPath } from '../../routes.ts';
import { idDe } from '../../rules.ts';
import { Anidada } from '../components/anidada.tsx';
import { Barra, EstadoDeAvance } from '../components/avance.tsx';
import { Mapa } from '../components/mapa.tsx';
import { PanelDeParte } from '../components/panel-de-parte.tsx';
import styles from '../components/ruta.module.css';
import { useRuta, useStartRuta } from '../hooks.ts';

const MODOS = [
  { value: 'mapa', label: 'Ver como mapa' },
  { value: 'lista', label: 'Ver como lista' },
] as const;

export default function RutaPage() {
  const { idRuta = '' } = useParams();
  const ruta = useRuta(idRuta);
  if (ruta.isPending) return <Loading shape="ficha" />;
  if (!ruta.data) return <ErrorState error={ruta.error} retry={() => void ruta.refetch()} />;
  return <Ruta ruta={ruta.data} />;
}

/** Which part is looked at, and how, stand in the address. */
const useLugar = () => {
  const [params, setParams] = useSearchParams();
  const put = (name: 'ver' | 'parte', value: string) =>
    setParams(
      (now) => {
        now.set(name, value);
        return now;
      },
      { replace: true },
    );
  // A phone begins with what is read; the drawing is a press away.
  const narrow = window.matchMedia('(max-width: 48em)').matches;
  const ver = params.get('ver') ?? (narrow ? 'lista' : 'mapa');
  return { ver: ver === 'lista' ? 'lista' : 'mapa', parte: params.get('parte'), put } as const;
};

function Ruta({ ruta }: { ruta: RutaLeida }) {
  const { definicion, persona } = ruta;
  const { ver, parte, put } = useLugar();
  const avance = useMemo(
    () =>
      avanceDe(
        definicion,
        new Map((persona?.sabidos ?? []).map(({ cursoId, estado }) => [cursoId, estado])),
      ),
    [definicion, persona],
  );
  const nombres = useMemo(() => {
    const known = new Map(ruta.cursos.map(({ id, nombre }) => [id, nombre]));
    return (id: string) => known.get(id) ?? 'Curso que ya no existe';
  }, [ruta.cursos]);
  const first = avance.siguientes[0] ?? avance.cursando[0] ?? idDe(definicion.etapas[0]!);
  const elegido = parte !== null && avance.nodos.has(parte) ? parte : first;
  const elegir = (id: string) => put('parte', id);
  return (
    <>
      <PageHeading
        title={definicion.nombre}
        lead={definicion.descripcion}
        breadcrumbs={[{ label: 'Rutas formativas', to: rutasPath }]}
        meta={<Encabezado ruta={ruta} avance={avance} />}
        action={<Comenzar ruta={ruta} />}
      />
      <Avisos ruta={ruta} />
      <div className={styles.modos}>
        <ViewSwitch
          legend="Cómo se ve la ruta"
          views={MODOS}
          value={ver}
          onChange={(one) => put('ver', one)}
        />
      </div>
      <div className={styles.sitio}>
        {ver === 'mapa' ? (
          <Mapa
            definicion={definicion}
            avance={persona ? avance : null}
            nombres={nombres}
            elegido={elegido}
            onElegir={elegir}
            titulo={`Mapa de ${definicion.nombre}`}
          />
        ) : (
          <Anidada
            definicion={definicion}
            avance={avance}
            nombres={nombres}
            elegido={elegido}
            onElegir={elegir}
            personal={persona !== null}
          />
        )}
        <PanelDeParte
          ruta={ruta}
          avance={avance}
          nombres={nombres}
          id={elegido}
          onElegir={elegir}
        />
      </div>
    </>
  );
}

function Encabezado({ ruta, avance }: { ruta: RutaLeida; avance: ReturnType<typeof avanceDe> }) {
  const { persona, version } = ruta;
  const estado = persona?.completadaEn
    ? 'completada'
    : persona?.comenzadaEn || avance.acreditados > 0 || avance.cursando.length > 0
      ? 'enCurso'
      : 'sinComenzar';
  return (
    <>
      {persona && (
        <>
          <EstadoDeAvance estado={estado} />
          <Barra acreditados={avance.acreditados} necesarios={avance.necesarios} />
        </>
      )}
      <span className={styles.quiet}>
        {ruta.clave}, versión {version.numero}
        {persona?.comenzadaEn && `; la comenzó el ${formatDate(persona.comenzadaEn)}`}
        {persona?.completadaEn && `; la completó el ${formatDate(persona.completadaEn)}`}
      </span>
      {!ruta.seOfrece && <EstadoBadge>Ya no se ofrece</EstadoBadge>}
    </>
  );
}

function Avisos({ ruta }: { ruta: RutaLeida }) {
  if (ruta.enVigor !== null) {
    return (
      <Notice tone="info" title={`Usted sigue la versión ${ruta.version.numero}`}>
        Quienes comienzan ahora siguen la versión {ruta.enVigor}. La suya no cambia: la termina como
        la comenzó.
      </Notice>
    );
  }
  if (!ruta.persona) {
    return (
      <Notice tone="info" title="Su cuenta no tiene un expediente">
        Por eso no se muestra un avance propio: ve la ruta como la comienza cualquiera.
      </Notice>
    );
  }
  return null;
}

function Comenzar({ ruta }: { ruta: RutaLeida }) {
  const user = useUser();
  const start = useStartRuta();
  if (!canStartRuta(user) || !ruta.persona || ruta.persona.comenzadaEn || !ruta.seOfrece)
    return null;
  const press = () =>
    start.mutate(
      { id: ruta.id },
      {
        onSuccess: () =>
          notify.success('Comenzó la ruta. Conservará esta versión hasta terminarla.'),
        onError: (error) => notify.error(messageOf(error)),
      },
    );
  return (
    <Button variant="primary" busy={start.isPending} onClick={press}>
      Comenzar esta ruta
    </Button>
  );
}
