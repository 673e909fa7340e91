import { useState } from 'react';
import { ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import { IconDownload } from '../../../../platform/web/ui/icons.tsx';
import { Dialog, LinkButton, Section } from '../../../../platform/web/ui/index.ts';
import { Visor } from '../../../../platform/web/visor/index.ts';
import type { Persona } from '../../../personas/perfil/contract.ts';
import type { LugarDocumento, VersionDocumento } from '../../contract.ts';
import { archivoPath } from '../../routes.ts';
import { useDocumentos } from '../hooks.ts';
import styles from './documentos.module.css';
import { Lugar } from './lugar.tsx';

/** What is looked at: a version of a document. */
type Visto = { nombre: string; version: VersionDocumento };

/** What asks for something comes first. */
const URGENCIA = ['rechazado', 'vencido', 'pendiente', 'validado', 'sustituido'];
const urgencia = ({ versiones: [actual] }: LugarDocumento): number =>
  actual ? URGENCIA.indexOf(actual.estado) : URGENCIA.length;

/** The vault of a person: what they keep, and what they may still send. */
export function Documentos({ persona: { clave, propia } }: { persona: Persona }) {
  const query = useDocumentos(clave, propia);
  const [visto, setVisto] = useState<Visto | null>(null);
  const [opened, { open, close }] = useDisclosure();
  if (query.isPending) return <Loading shape="list" />;
  if (query.isError) {
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  }
  const { lugares, propios, ahora } = query.data;
  const ver = (nombre: string, version: VersionDocumento) => {
    setVisto({ nombre, version });
    open();
  };
  const con = lugares
    .filter(({ versiones }) => versiones.length > 0)
    .sort((a, b) => urgencia(a) - urgencia(b));
  const sin = lugares.filter(({ versiones }) => versiones.length === 0);
  const list = (which: readonly LugarDocumento[]) => (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ul role="list" className={styles.list}>
      {which.map((lugar) => (
        <li key={lugar.tipo.clave}>
          <Lugar lugar={lugar} ahora={new Date(ahora)} clave={propios ? null : clave} onVer={ver} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <Section
        title={propios ? 'Sus documentos' : 'Documentos en el expediente'}
        lead={
          propios
            ? 'Se revisan una vez y sirven en todas sus inscripciones. PDF, JPG o PNG de 10 MB o menos.'
            : 'Cada consulta queda anotada en el historial de su titular.'
        }
      >
        {con.length > 0 ? (
          list(con)
        ) : (
          <p className={styles.none}>
            {propios
              ? 'Todavía no envía ninguno. Elija abajo el primero.'
              : 'No ha enviado ninguno.'}
          </p>
        )}
      </Section>
      {sin.length > 0 && (
        <Section
          title={'Otros documentos'}
          {...(!propios && {
            lead: 'Documentos entregados en papel o en ventanilla. Se le avisa por correo.',
          })}
        >
          {list(sin)}
        </Section>
      )}
      {opened && visto && (
        <Dialog opened wide keeps dirty={false} onClose={close} title={visto.nombre}>
          <Visor
            src={archivoPath(visto.version.id)}
            contentType={visto.version.contentType}
            nombre={visto.nombre}
          />
          <div className={styles.under}>
            <LinkButton
              to={archivoPath(visto.version.id, { descargar: true })}
              reloadDocument
              icon={<IconDownload />}
            >
              Descargar
            </LinkButton>
          </div>
        </Dialog>
      )}
    </>
  );
}
