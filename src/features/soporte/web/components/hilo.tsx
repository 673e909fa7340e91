import { useEffect, useId, useRef, useState } from 'react';
import { ErrorState, Loading, Notice, notify } from '../../../../platform/web/feedback/index.ts';
import { CheckboxField, TextAreaField } from '../../../../platform/web/form/index.ts';
import { useTitle } from '../../../../platform/web/keep-alive/index.ts';
import { useMirrored } from '../../../../platform/web/mirror/react.tsx';
import { Link } from '../../../../platform/web/router.tsx';
import { useUser } from '../../../../platform/web/session/react.tsx';
import {
  Button,
  EstadoBadge,
  Folio,
  formatBytes,
  formatDateTime,
  LinkButton,
} from '../../../../platform/web/ui/index.ts';
import type { Mensaje } from '../../contract.ts';
import { CONVERSACION } from '../../estados.ts';
import {
  type Hilo as Datos,
  type PorEnviar,
  uploadAdjunto,
  useEndConversacion,
  useEscribiendo,
  useHilo,
  useLectura,
  useReopenConversacion,
  useSalida,
} from '../hooks.ts';
import { Notas } from './notas.tsx';
import styles from './soporte.module.css';
import { Texto } from './texto.tsx';
import { Valorar } from './valorar.tsx';

const MAX_ADJUNTOS = 5;
const MAX_BYTES = 10 * 1_048_576;

/** One conversation: its messages, and the box to write. `agente`: whoever looks attends. */
export function Hilo({
  id,
  agente,
  onVolver,
}: {
  id: string;
  agente: boolean;
  onVolver: () => void;
}) {
  const hilo = useHilo(id);
  const { data, error, isPending, refetch, mensajes, escribiendo } = hilo;
  const salida = useSalida(id, () => void refetch());
  if (isPending) return <Loading shape="list" label="Cargando la conversación…" />;
  if (!data) return <ErrorState error={error} retry={() => void refetch()} />;
  return (
    <section className={styles.hilo} aria-label={`Conversación: ${data.conversacion.asunto}`}>
      <Cabeza data={data} agente={agente} onVolver={onVolver} />
      <Mensajes
        data={data}
        mensajes={mensajes}
        cola={salida.cola}
        hayAntes={hilo.hayAntes}
        onAntes={hilo.loadAntes}
        escribiendo={escribiendo}
        agente={agente}
        onRetry={(clienteId) => salida.retry(clienteId, agente ? data.conversacion.ultimo : null)}
        onDrop={salida.drop}
      />
      <div>
        {data.puede.valorar && <Valorar id={id} />}
        {data.puede.escribir ? (
          <Redactar id={id} agente={agente} ultimo={data.conversacion.ultimo} onSend={salida.add} />
        ) : (
          <Cerrada data={data} agente={agente} />
        )}
      </div>
    </section>
  );
}

function Cabeza({
  data,
  agente,
  onVolver,
}: {
  data: Datos;
  agente: boolean;
  onVolver: () => void;
}) {
  const { conversacion: c, puede, atencion } = data;
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(c.asunto);
  const end = useEndConversacion();
  // Opening another conversation takes the focus to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each conversation
  useEffect(() => heading.current?.focus({ preventScroll: true }), [c.id]);
  return (
    <header className={styles.cabeza}>
      <div className={styles.volver}>
        <Button variant="quiet" flush onClick={onVolver}>
          Volver a la lista
        </Button>
      </div>
      <h2 ref={heading} tabIndex={-1}>
        {c.asunto}
      </h2>
      <p className={styles.datos}>
        <Folio>{c.folio}</Folio>
        <EstadoBadge tone={CONVERSACION.tono(c.estado)}>
          {CONVERSACION.palabra(c.estado)}
        </EstadoBadge>
        {c.agente && <span>Atiende: {c.agente}</span>}
        {c.contexto &&
          (c.contexto.enlace ? (
            <Link to={c.contexto.enlace}>{c.contexto.titulo}</Link>
          ) : (
            <span>{c.contexto.titulo}</span>
          ))}
        {c.anterior && <span>Continúa {c.anterior.folio}</span>}
        {puede.resolver && (
          <Button size="small" busy={end.isPending} onClick={() => end.mutate({ id: c.id })}>
            {agente ? 'Resolver' : 'Ya no hace falta'}
          </Button>
        )}
      </p>
      {!agente && c.lugar !== null && (
        <p className={styles.datos}>
          Lugar en la fila: {c.lugar}
          {c.esperaUsual !== null && ` · espera usual: ${c.esperaUsual} minutos de atención`}
        </p>
      )}
      {!atencion.abierta && !agente && (
        <p className={styles.datos}>
          Fuera de horario.{' '}
          {atencion.abreEn
            ? `Le responderemos a partir del ${formatDateTime(atencion.abreEn)}.`
            : 'Le responderemos en cuanto abra la atención.'}
        </p>
      )}
    </header>
  );
}

function Mensajes({
  data,
  mensajes,
  cola,
  hayAntes,
  onAntes,
  escribiendo,
  agente,
  onRetry,
  onDrop,
}: {
  data: Datos;
  mensajes: readonly Mensaje[];
  cola: readonly PorEnviar[];
  hayAntes: boolean;
  onAntes: () => Promise<void>;
  escribiendo: boolean;
  agente: boolean;
  onRetry: (clienteId: string) => void;
  onDrop: (clienteId: string) => void;
}) {
  const box = useRef<HTMLElement>(null);
  const { id, ultimo, leidoHasta } = data.conversacion;
  const last = mensajes.at(-1)?.n ?? 0;
  const [abajo, setAbajo] = useState(true);
  useLectura(id, Math.min(ultimo, last), leidoHasta);
  // One who reads further up is not taken away from there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something is added at the end
  useEffect(() => {
    if (abajo) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [last, cola.length]);
  const onScroll = () => {
    const el = box.current!;
    setAbajo(el.scrollHeight - el.scrollTop - el.clientHeight < 80);
  };
  return (
    <>
      <section
        ref={box}
        className={styles.mensajes}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
        tabIndex={0}
        aria-label="Mensajes"
      >
        {hayAntes && (
          <p>
            <Button size="small" onClick={() => void onAntes()}>
              Ver anteriores
            </Button>
          </p>
        )}
        <ol>
          {mensajes.map((one) => (
            <UnMensaje key={one.n} mensaje={one} leido={one.propio && one.n <= data.leidoPorOtro} />
          ))}
          {agente && <Notas id={id} />}
          {cola.map((one) => (
            <li key={one.clienteId} className={styles.mensaje} data-propio data-pendiente>
              <p className={styles.cuerpo} dir="auto">
                {one.texto || one.adjuntos.map(({ nombre }) => nombre).join(', ')}
              </p>
              <p className={styles.autor} role="status">
                {one.problema ?? 'Por enviar: espera la conexión.'}
              </p>
              {one.problema !== null && (
                <p className={styles.botones}>
                  <Button size="small" onClick={() => onRetry(one.clienteId)}>
                    {one.noVisto ? 'Enviar de todos modos' : 'Enviar'}
                  </Button>
                  <Button size="small" variant="quiet" onClick={() => onDrop(one.clienteId)}>
                    Descartar
                  </Button>
                </p>
              )}
            </li>
          ))}
        </ol>
        <p className={styles.autor} aria-hidden="true">
          {escribiendo && 'Está escribiendo…'}
        </p>
        {!abajo && (
          <Button
            size="small"
            onClick={() => box.current?.scrollTo({ top: box.current.scrollHeight })}
          >
            Ir al último
          </Button>
        )}
      </section>
      <Anuncio mensajes={mensajes} />
    </>
  );
}

/** Says new messages once to whoever does not see them: never those that one wrote, nor older pages. */
function Anuncio({ mensajes }: { mensajes: readonly Mensaje[] }) {
  const last = mensajes.at(-1)?.n ?? 0;
  const said = useRef(last);
  const [text, setText] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the last number grows
  useEffect(() => {
    const nuevos = mensajes.filter(({ n, propio }) => n > said.current && !propio);
    said.current = Math.max(said.current, last);
    const [one] = nuevos;
    if (!one) return;
    setText(
      nuevos.length === 1
        ? `${one.nombre ?? 'El portal'}: ${one.texto.slice(0, 200)}`
        : `${nuevos.length} mensajes nuevos`,
    );
  }, [last]);
  return (
    <div className="sr-only" role="log" aria-live="polite" aria-label="Mensajes nuevos">
      {text}
    </div>
  );
}

function UnMensaje({ mensaje, leido }: { mensaje: Mensaje; leido: boolean }) {
  const { n, nombre, propio, texto, sensible, adjuntos, en } = mensaje;
  return (
    <li className={styles.mensaje} data-propio={propio ? '' : undefined} id={`mensaje-${n}`}>
      <p className={styles.autor}>
        <strong>{propio ? 'Usted' : (nombre ?? 'El portal')}</strong>
        <time dateTime={en}>{formatDateTime(en)}</time>
        {sensible && <span>Datos sensibles</span>}
        {leido && <span>Leído</span>}
      </p>
      {texto && (
        <p className={styles.cuerpo} dir="auto">
          <Texto>{texto}</Texto>
        </p>
      )}
      {adjuntos.length > 0 && (
        <ul className={styles.adjuntos} aria-label="Archivos">
          {adjuntos.map((one) => (
            <li key={one.id}>
              {one.retirado ? (
                <span>{one.nombre}: se retiró porque contiene algo dañino.</span>
              ) : (
                <a href={`/soporte/adjuntos/${one.id}?descargar=1`} download={one.nombre}>
                  {one.nombre} ({formatBytes(one.bytes)})
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** The box to write in: what is typed stands on the device until it is sent. */
function Redactar({
  id,
  agente,
  ultimo,
  onSend,
}: {
  id: string;
  agente: boolean;
  ultimo: number;
  onSend: (mensaje: Pick<PorEnviar, 'texto' | 'sensible' | 'adjuntos' | 'visto'>) => void;
}) {
  const { uid } = useUser();
  const borrador = useMirrored<string>(`soporte/${id}/borrador`);
  const [texto, setTexto] = useState('');
  const [sensible, setSensible] = useState(false);
  const [adjuntos, setAdjuntos] = useState<readonly { subido: string; nombre: string }[]>([]);
  const [subiendo, setSubiendo] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const fileId = useId();
  const tellWriting = useEscribiendo(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found is taken once
  useEffect(() => {
    if (borrador.found && texto === '') setTexto(borrador.found.valor);
  }, [borrador.found]);
  const send = () => {
    if (subiendo > 0 || (texto.trim() === '' && adjuntos.length === 0)) return;
    onSend({ texto, sensible, adjuntos, visto: agente ? ultimo : null });
    setTexto('');
    setSensible(false);
    setAdjuntos([]);
    borrador.forget();
  };
  const attach = async (files: FileList | null) => {
    for (const file of [...(files ?? [])].slice(0, MAX_ADJUNTOS - adjuntos.length)) {
      if (file.size > MAX_BYTES) {
        notify.error(`${file.name} pesa más de 10 MB.`);
        continue;
      }
      setSubiendo((n) => n + 1);
      try {
        const subido = await uploadAdjunto(uid, file, new AbortController().signal);
        setAdjuntos((now) => [...now, { subido, nombre: file.name }]);
      } catch (error) {
        notify.error(error instanceof Error ? error.message : `No se pudo adjuntar ${file.name}.`);
      } finally {
        setSubiendo((n) => n - 1);
      }
    }
    if (input.current) input.current.value = '';
  };
  return (
    <form
      className={styles.redactar}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          send();
        }
      }}
    >
      <TextAreaField
        label="Mensaje"
        value={texto}
        rows={3}
        maxLength={4000}
        hint="Ctrl + Enter envía."
        onChange={(next) => {
          setTexto(next);
          if (next === '') borrador.forget();
          else borrador.keep(next);
          tellWriting();
        }}
      />
      {adjuntos.length > 0 && (
        <ul className={styles.adjuntos} aria-label="Archivos por enviar">
          {adjuntos.map((one) => (
            <li key={one.subido}>
              {one.nombre}{' '}
              <Button
                size="small"
                variant="quiet"
                onClick={() => setAdjuntos(adjuntos.filter((other) => other !== one))}
              >
                Quitar<span className="sr-only"> {one.nombre}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!agente && (
        <CheckboxField
          label="Contiene datos sensibles (se guarda cifrado y no se imprime)"
          value={sensible}
          onChange={setSensible}
        />
      )}
      <div className={styles.botones}>
        <span>
          <input
            ref={input}
            id={fileId}
            type="file"
            className="sr-only"
            accept="application/pdf,image/jpeg,image/png"
            multiple
            onChange={(event) => void attach(event.target.files)}
          />
          <Button
            onClick={() => input.current?.click()}
            busy={subiendo > 0}
            disabled={adjuntos.length >= MAX_ADJUNTOS}
          >
            Adjuntar
          </Button>
        </span>
        <Button type="submit" variant="primary" disabled={subiendo > 0}>
          Enviar
        </Button>
      </div>
    </form>
  );
}

/** Why one cannot write, and the way forward. */
function Cerrada({ data: { conversacion, puede }, agente }: { data: Datos; agente: boolean }) {
  const reopen = useReopenConversacion();
  const { id, estado } = conversacion;
  if (agente) {
    return (
      <p className={styles.datos}>
        {CONVERSACION.is('abiertas', estado)
          ? 'Tome la conversación para responder.'
          : 'La conversación está resuelta.'}
      </p>
    );
  }
  return (
    <Notice
      title={estado === 'cerrada' ? 'Conversación cerrada' : 'Conversación resuelta'}
      actions={
        <>
          {puede.reabrir && (
            <Button busy={reopen.isPending} onClick={() => reopen.mutate({ id })}>
              Reabrir
            </Button>
          )}
          {puede.transcripcion && (
            <LinkButton to={`/soporte/conversaciones/${id}.pdf`} reloadDocument>
              Transcripción (PDF)
            </LinkButton>
          )}
        </>
      }
    >
      <p>Si necesita algo más, abra otra conversación.</p>
    </Notice>
  );
}
