import { type ComponentType, Suspense } from 'react';
import { useLocation, useParams } from 'react-router';
import type { Policy } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { lazyPart } from '../../../../platform/web/feature.ts';
import { ErrorState, Loading, Notice } from '../../../../platform/web/feedback/index.ts';
import { Redirect } from '../../../../platform/web/router.tsx';
import { useUser } from '../../../../platform/web/session/react.tsx';
import { Folio, LinkButton, PageHeading, properName } from '../../../../platform/web/ui/index.ts';
import type { Parte } from '../../apartados/rules.ts';
import type { CampoDocumento } from '../../apartados/web/components/campo-entrada.tsx';
import { useApartados } from '../../apartados/web/hooks.ts';
import { faltasDe } from '../../completitud/rules.ts';
import { normalizeCurp } from '../../curp/rules.ts';
import { expedientesPath } from '../../expedientes/routes.ts';
import type { Persona } from '../../perfil/contract.ts';
import { Perfil } from '../../perfil/web/components/perfil.tsx';
import {
  Preferencias,
  type PreferenciasSection,
  Secciones,
} from '../../preferencias/web/components/preferencias.tsx';
import { ownPath, personPath, SIN_EXPEDIENTE, volverOf } from '../../routes.ts';
import { type Tab, Tabs } from '../components/tabs.tsx';
import { usePersona } from '../hooks.ts';
import styles from './person.module.css';

/** A tab that another feature puts in a person's file, for whoever may read the file. */
export type ExpedientePestana = {
  /** What the address says: `?ver=documentos`. */
  readonly id: string;
  readonly titulo: string;
  /** Its place: «Perfil» is 10, «Preferencias» 20, «Contactos» 40, «Académicos» 50. */
  readonly order: number;
  /** Who finds it, of those who may read the file; without it, all of them. */
  readonly for?: Policy;
  readonly Contenido: ComponentType<{ persona: Persona }>;
};

const ParteExpediente = lazyPart(
  () => import('../../apartados/web/components/parte.tsx'),
  'ParteExpediente',
);

/** What other features put in a person's file. */
export type ExpedienteParts = {
  /** The photo, and changing one's own. */
  readonly Foto: ComponentType<{ photoURL: string | null; nombre: string; propia: boolean }>;
  /** What staff may ask about somebody else, below their profile. */
  readonly paraPersonal: readonly ComponentType<{ clave: string }>[];
  /** Below who the person is, in their profile. */
  readonly identidad: readonly ComponentType<{ persona: Persona }>[];
  /** Sections of «Preferencias». */
  readonly preferencias: readonly PreferenciasSection[];
  /** Sections of «Contactos»; of somebody else's file, they get its key. */
  readonly contactos: readonly PreferenciasSection<{ clave?: string }>[];
  /** What a document of the vault is chosen with. */
  readonly CampoDocumento: CampoDocumento['Campo'];
  /** Further tabs. */
  readonly pestanas: readonly ExpedientePestana[];
  /** Of an account without a file: what it waits for, or how to get one. */
  readonly SinExpediente: ComponentType;
};

export function PersonPage({ parts }: { parts: ExpedienteParts }) {
  const { curp = '' } = useParams();
  const user = useUser();
  if (curp === SIN_EXPEDIENTE) {
    // A link of before the account was linked.
    if (user.clave) return <Redirect to={personPath(user.clave)} />;
    return <SinExpediente parts={parts} />;
  }
  return (
    <Expediente
      key={curp}
      clave={curp}
      propia={normalizeCurp(curp) === user.clave}
      {...{ parts }}
    />
  );
}

function Expediente({
  clave,
  propia,
  parts,
}: {
  clave: string;
  propia: boolean;
  parts: ExpedienteParts;
}) {
  const user = useUser();
  const persona = usePersona(clave);
  // One's own leaves no note of the reading: both are asked for at once.
  const apartados = useApartados(persona.data?.clave ?? clave, propia || persona.isSuccess);
  const { search, state } = useLocation();
  const volver = volverOf(new URLSearchParams(search));
  const claveAnterior = (state as { claveAnterior?: string } | null)?.claveAnterior;
  // What the file lacks stands above what it says: nothing is pushed down when it comes.
  const comes = persona.isPending || (persona.isSuccess && apartados.isPending);
  if (comes) return <Loading shape="page" />;
  if (persona.isError) {
    const status = persona.error instanceof CallError ? persona.error.status : null;
    if (status === 'PERMISSION_DENIED') return <DeOtro />;
    if (status === 'NOT_FOUND') return <NoHay />;
    const title = propia ? 'Mi expediente' : 'Expediente';
    return (
      <>
        <PageHeading title={title} />
        <ErrorState error={persona.error} retry={() => void persona.refetch()} />
      </>
    );
  }
  const { data } = persona;
  if (data.clave !== clave) {
    // An earlier key of the person (or theirs, written otherwise).
    const anterior = normalizeCurp(clave);
    return (
      <Redirect
        to={{ pathname: personPath(data.clave), search }}
        state={anterior === data.clave ? null : { claveAnterior: anterior }}
      />
    );
  }
  const nombre = properName(data.nombreCompleto);
  const faltas = apartados.data ? faltasDe(apartados.data) : [];
  const documento = { Campo: parts.CampoDocumento, clave: data.clave, propia: data.propia };
  const parte = (id: Parte) => ({
    id,
    faltan: faltas.filter((falta) => falta.parte === id).length,
    content: <ParteExpediente clave={data.clave} parte={id} documento={documento} />,
  });
  const tabs: (Tab & { order: number })[] = [
    {
      ...parte('perfil'),
      titulo: 'Perfil',
      order: 10,
      content: (
        <>
          <ParteExpediente clave={data.clave} parte="perfil" documento={documento}>
            <Perfil persona={data}>
              <Suspense>
                {parts.identidad.map((Parte, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
                  <Parte key={i} persona={data} />
                ))}
              </Suspense>
            </Perfil>
          </ParteExpediente>
          {!data.propia && (
            <Suspense>
              {parts.paraPersonal.map((Parte, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
                <Parte key={i} clave={data.clave} />
              ))}
            </Suspense>
          )}
        </>
      ),
    },
    ...(data.propia
      ? [
          {
            id: 'preferencias',
            titulo: 'Preferencias',
            order: 20,
            content: (
              <>
                <ParteExpediente clave={data.clave} parte="preferencias" documento={documento} />
                <Preferencias sections={parts.preferencias} />
              </>
            ),
          },
        ]
      : []),
    {
      ...parte('contactos'),
      titulo: 'Contactos',
      order: 40,
      content: (
        <>
          <ParteExpediente clave={data.clave} parte="contactos" documento={documento} />
          <Secciones sections={parts.contactos} given={data.propia ? {} : { clave: data.clave }} />
        </>
      ),
    },
    { ...parte('academicos'), titulo: 'Académicos', order: 50 },
    ...parts.pestanas
      .filter(({ for: may = () => true }) => may(user))
      .map(({ Contenido, ...tab }) => ({ ...tab, content: <Contenido persona={data} /> })),
  ].sort((a, b) => a.order - b.order);
  return (
    <>
      <div className={styles.head}>
        <parts.Foto
          photoURL={data.propia ? user.photoURL : data.photoURL}
          nombre={nombre}
          propia={data.propia}
        />
        <div className={styles.words}>
          <PageHeading
            title={nombre}
            documentTitle={data.propia ? 'Mi expediente' : nombre}
            meta={
              <span>
                {data.curp ? 'CURP' : 'Clave'} <Folio>{data.clave}</Folio>
              </span>
            }
          />
        </div>
      </div>
      {claveAnterior && (
        <div className={styles.notice}>
          <Notice tone="info" title="Este expediente cambió de clave">
            <p>
              <Folio>{claveAnterior}</Folio> es ahora <Folio>{data.clave}</Folio>. Guarde la
              dirección nueva; la anterior seguirá trayendo aquí.
            </p>
          </Notice>
        </div>
      )}
      {volver && data.propia && (
        <div className={styles.notice}>
          <Notice
            tone="info"
            title="Su inscripción lo espera"
            actions={
              <LinkButton to={volver} variant="primary" size="small">
                Volver a la inscripción
              </LinkButton>
            }
          >
            <p>Complete aquí lo que falta y vuelva: lo que había escrito sigue ahí.</p>
          </Notice>
        </div>
      )}
      <Tabs label="Partes del expediente" tabs={tabs} />
    </>
  );
}

/** Of somebody else, or of nobody: which of the two is not said. */
function DeOtro() {
  const user = useUser();
  return (
    <PageHeading
      title="No tiene permiso"
      lead="Solo puede consultar su propio expediente. Si escribió la dirección, revise que sea la suya."
      action={
        <LinkButton to={ownPath(user)} variant="primary">
          Ir a mi expediente
        </LinkButton>
      }
    />
  );
}

/** For staff, who may know. */
function NoHay() {
  return (
    <PageHeading
      title="No hay un expediente con esa CURP o clave"
      documentTitle="Expediente no encontrado"
      lead="Revise que esté completa. También puede buscarlo por el nombre de la persona."
      action={
        <LinkButton to={expedientesPath} variant="primary">
          Buscar un expediente
        </LinkButton>
      }
    />
  );
}

/** An account without a person: staff made by command, or one whose file waits for staff. */
function SinExpediente({ parts }: { parts: ExpedienteParts }) {
  const { email, displayName } = useUser();
  return (
    <>
      <PageHeading title={properName(displayName) || email} documentTitle="Mi cuenta" />
      <div className={styles.notice}>
        <parts.SinExpediente />
      </div>
      <Preferencias sections={parts.preferencias} />
    </>
  );
}
