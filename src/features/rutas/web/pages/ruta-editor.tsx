import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { NO_SE_LEE } from '../../../../platform/shared/ilegible.ts';
import { POR_RECUPERAR } from '../../../../platform/shared/ilegible-por-que.ts';
import { messageOf } from '../../../../platform/web/callables/client.ts';
import { ErrorState, Loading, Notice, notify } from '../../../../platform/web/feedback/index.ts';
import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import { Button, LinkButton, PageHeading } from '../../../../platform/web/ui/index.ts';
import type { RutaEditable } from '../../contract.ts';
import { Borrador } from '../../escritura/web/components/borrador.tsx';
import { ArchivarDialog } from '../../escritura/web/components/dialogos.tsx';
import { Versiones } from '../../escritura/web/components/versiones.tsx';
import { rutaPersonasPath, rutasEditorPath } from '../../routes.ts';
import type { Nombres } from '../../rules.ts';
import styles from '../components/ruta.module.css';
import { useRutaChanges, useRutaEditable } from '../hooks.ts';

export default function RutaEditorPage() {
  const { idRuta = '' } = useParams();
  const ruta = useRutaEditable(idRuta);
  if (ruta.isPending) return <Loading shape="form" />;
  if (!ruta.data) return <ErrorState error={ruta.error} retry={() => void ruta.refetch()} />;
  return <Ruta key={ruta.dataUpdatedAt} ruta={ruta.data} />;
}

function Ruta({ ruta }: { ruta: RutaEditable }) {
  const draft = ruta.versiones.find(({ estado }) => estado === 'borrador');
  const inForce = ruta.versiones.find(({ estado }) => estado === 'publicada');
  const { open } = useRutaChanges();
  const [archiving, archive] = useDisclosure();
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(
    () => new Map(ruta.cursos.map(({ id, nombre }) => [id, nombre])),
  );
  const nombres = useMemo<Nombres>(
    () => (id) => known.get(id) ?? 'Curso que ya no existe',
    [known],
  );
  const begin = () =>
    open.mutate({ id: ruta.id }, { onError: (error) => notify.error(messageOf(error)) });
  return (
    <>
      <PageHeading
        title={ruta.versiones[0]?.definicion.nombre ?? ruta.clave}
        documentTitle="Editar una ruta formativa"
        breadcrumbs={[{ label: 'Editar rutas formativas', to: rutasEditorPath }]}
        meta={
          <span className={styles.quiet}>
            {ruta.clave}.{' '}
            {inForce ? `Se ofrece la versión ${inForce.numero}.` : 'No se ofrece a nadie nuevo.'}
          </span>
        }
        action={
          <>
            <LinkButton to={rutaPersonasPath(ruta.id)}>Quiénes están en ella</LinkButton>
            {inForce && <Button onClick={archive.open}>Dejar de ofrecerla</Button>}
            {!draft && (
              <Button variant="primary" busy={open.isPending} onClick={begin}>
                Comenzar una versión nueva
              </Button>
            )}
          </>
        }
      />
      {draft?.ilegible && (
        <Notice tone="warning" title={`${NO_SE_LEE} el borrador`}>
          <p>{POR_RECUPERAR}</p>
        </Notice>
      )}
      {draft && !draft.ilegible && ruta.version !== null && (
        <Borrador
          ruta={ruta}
          draft={draft}
          nombres={nombres}
          onCurso={(curso) => setKnown((now) => new Map(now).set(curso.id, curso.nombre))}
        />
      )}
      <Versiones ruta={ruta} nombres={nombres} />
      {archiving && <ArchivarDialog id={ruta.id} onClose={archive.close} />}
    </>
  );
}
