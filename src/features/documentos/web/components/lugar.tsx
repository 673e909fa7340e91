import { useRef } from 'react';
import { formatFecha } from '../../../../platform/shared/dates.ts';
import { Preguntar } from '../../../../platform/web/ayuda.tsx';
import { notify } from '../../../../platform/web/feedback/index.ts';
import { UploadProgress, useDrop } from '../../../../platform/web/form/index.ts';
import { useUser } from '../../../../platform/web/session/react.tsx';
import { classes } from '../../../../platform/web/ui/classes.ts';
import { IconEye, IconUpload } from '../../../../platform/web/ui/icons.tsx';
import {
  Button,
  EstadoBadge,
  formatBytes,
  formatDate,
  formatDateTime,
  LinkButton,
} from '../../../../platform/web/ui/index.ts';
import type { LugarDocumento, VersionDocumento } from '../../contract.ts';
import { DOCUMENTO } from '../../estados.ts';
import { canReviewDocumentos } from '../../policy.ts';
import { revisionDePath } from '../../routes.ts';
import { DOCUMENTO_TYPES, porVencer, venceEnDe } from '../../rules.ts';
import { useSubida } from '../hooks.ts';
import styles from './documentos.module.css';

type Ver = (nombre: string, version: VersionDocumento) => void;

/** Why nobody opens a version. */
const ANTIVIRUS = {
  cuarentena: 'En cuarentena: se podrá abrir y revisar en cuanto el antivirus lo examine.',
  infectado:
    'El antivirus encontró un programa dañino en este archivo, y ya no se puede abrir. Envíe otra copia.',
} as const;

/** What there is to know of a version, in a line. */
const sayVersion = ({ estado, creadoEn, decididoEn, venceEl, bytes }: VersionDocumento): string => {
  const size = formatBytes(bytes);
  if (estado === 'pendiente')
    return `Enviado el ${formatDate(creadoEn)}, ${size}. Control Escolar lo revisará.`;
  if (estado === 'vencido' && venceEl) return `Estuvo vigente hasta el ${formatFecha(venceEl)}.`;
  if (estado === 'validado') {
    const when = decididoEn ? `Validado el ${formatDate(decididoEn)}` : 'Validado';
    return venceEl ? `${when}, vigente hasta el ${formatFecha(venceEl)}.` : `${when}.`;
  }
  return `Enviado el ${formatDate(creadoEn)}, ${size}.`;
};

/** The place of one type of document: what it holds now, what it held, and sending another. */
export function Lugar({
  lugar: { tipo, versiones },
  clave,
  ahora,
  onVer,
}: {
  lugar: LugarDocumento;
  /** Of the person, when they are another: then staff send for them. */
  clave: string | null;
  ahora: Date;
  onVer: Ver;
}) {
  const user = useUser();
  const [actual, ...anteriores] = versiones;
  const vigente = anteriores.find(({ estado }) => estado === 'validado');
  const pronto =
    actual?.estado === 'validado' &&
    actual.venceEl !== null &&
    porVencer(venceEnDe(actual.venceEl), ahora);
  return (
    <article className={styles.place}>
      <div className={styles.words}>
        <h3>{tipo.nombre}</h3>
        {actual ? (
          <>
            <p className={styles.state}>
              <EstadoBadge tone={pronto ? 'warning' : DOCUMENTO.tono(actual.estado)}>
                {pronto ? 'Por vencer' : DOCUMENTO.palabra(actual.estado)}
              </EstadoBadge>
              <span>{sayVersion(actual)}</span>
            </p>
            {actual.antivirus && (
              <p className={actual.antivirus === 'infectado' ? styles.reason : styles.quiet}>
                {ANTIVIRUS[actual.antivirus]}
              </p>
            )}
            {actual.estado === 'rechazado' && (
              <p className={styles.reason}>
                <strong>{actual.motivo}</strong> {actual.nota}
              </p>
            )}
            {actual.estado === 'rechazado' && clave === null && (
              <p>
                <Preguntar sobre="documento" id={actual.id} />
              </p>
            )}
            {vigente && actual.estado !== 'validado' && (
              <p className={styles.quiet}>
                La versión del {formatDate(vigente.creadoEn)} sigue validada
                {vigente.venceEl ? ` hasta el ${formatFecha(vigente.venceEl)}` : ''}.
              </p>
            )}
          </>
        ) : (
          tipo.nota && <p className={classes(styles.quiet, styles.note)}>{tipo.nota}</p>
        )}
      </div>
      <div className={styles.acts}>
        {actual && !actual.antivirus && (
          <Button
            size="small"
            icon={<IconEye />}
            aria-label={`Ver ${tipo.nombre}`}
            onClick={() => onVer(tipo.nombre, actual)}
          >
            Ver
          </Button>
        )}
        {actual?.estado === 'pendiente' &&
          !actual.antivirus &&
          clave !== null &&
          canReviewDocumentos(user) && (
            <LinkButton size="small" to={revisionDePath(actual.id)}>
              Revisar<span className="sr-only"> {tipo.nombre}</span>
            </LinkButton>
          )}
        <Enviar
          tipo={tipo}
          clave={clave}
          otra={actual !== undefined}
          urge={
            clave === null && (actual?.estado === 'rechazado' || actual?.antivirus === 'infectado')
          }
        />
      </div>
      {anteriores.length > 0 && <Anteriores {...{ tipo, anteriores, onVer }} />}
    </article>
  );
}

function Enviar({
  tipo,
  clave,
  otra,
  urge,
}: {
  tipo: LugarDocumento['tipo'];
  clave: string | null;
  otra: boolean;
  urge: boolean;
}) {
  const { envio, problem, send, cancel } = useSubida(tipo.clave, clave);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const begin = async (file: File | undefined) => {
    if (!file) return;
    if (await send(file)) {
      notify.success(
        clave === null
          ? `Enviamos «${tipo.nombre}». Le avisaremos cuando se revise.`
          : `Se agregó «${tipo.nombre}» al expediente, y se le avisó a su titular.`,
      );
    }
    button.current?.focus();
  };
  const drop = useDrop(([file]) => {
    if (!envio) void begin(file);
  });
  const verbo = clave === null ? 'Enviar' : 'Agregar';
  const label = otra ? `${verbo} otra versión` : verbo;
  return (
    <div className={styles.send} {...drop}>
      <input
        ref={input}
        type="file"
        hidden
        accept={DOCUMENTO_TYPES.join()}
        aria-label={`Archivo de ${tipo.nombre}`}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same one may be chosen again.
          event.target.value = '';
          void begin(file);
        }}
      />
      {envio ? (
        <UploadProgress label={`Enviando ${tipo.nombre}`} envio={envio} onCancel={cancel} />
      ) : (
        <Button
          ref={button}
          size="small"
          variant={urge ? 'primary' : 'secondary'}
          icon={<IconUpload />}
          aria-label={`${label}: ${tipo.nombre}`}
          onClick={() => input.current?.click()}
        >
          {label}
        </Button>
      )}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {clave === null && !envio && !problem && !otra && tipo.sensible && (
        <p className={styles.quiet}>
          Puede llevar datos sensibles: solo lo ven usted y Control Escolar.
        </p>
      )}
    </div>
  );
}

function Anteriores({
  tipo,
  anteriores,
  onVer,
}: {
  tipo: LugarDocumento['tipo'];
  anteriores: readonly VersionDocumento[];
  onVer: Ver;
}) {
  return (
    <details className={styles.before}>
      <summary>
        {anteriores.length === 1
          ? '1 versión anterior'
          : `${anteriores.length} versiones anteriores`}
        <span className="sr-only"> de {tipo.nombre}</span>
      </summary>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
      <ul role="list">
        {anteriores.map((version) => (
          <li key={version.id}>
            <EstadoBadge tone={DOCUMENTO.tono(version.estado)}>
              {DOCUMENTO.palabra(version.estado)}
            </EstadoBadge>
            <span>
              Versión {version.version}, del {formatDateTime(version.creadoEn)}.
              {version.estado === 'rechazado' && ` ${version.motivo ?? ''} ${version.nota ?? ''}`}
            </span>
            {version.antivirus ? (
              <span>{ANTIVIRUS[version.antivirus]}</span>
            ) : (
              <Button
                size="small"
                variant="quiet"
                aria-label={`Ver la versión ${version.version} de ${tipo.nombre}`}
                onClick={() => onVer(`${tipo.nombre}, versión ${version.version}`, version)}
              >
                Ver
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
