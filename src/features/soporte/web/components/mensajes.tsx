import { useEffect, useRef, useState } from 'react';
import { fechaDe, formatFecha, formatHora } from '../../../../platform/shared/dates.ts';
import { Button, formatBytes, nameOrAddress } from '../../../../platform/web/ui/index.ts';
import type { Mensaje } from '../../contract.ts';
import type { Hilo as Datos, Nota, PorEnviar } from '../hooks.ts';
import { UnaNota } from './notas.tsx';
import styles from './soporte.module.css';
import { Texto } from './texto.tsx';

const toEnd = (el: HTMLElement | null) => el?.scrollTo({ top: el.scrollHeight });

/** Pixels from the end within which one reads the last message. */
const NEAR = 80;

/** The messages of a conversation, with the notes of staff between them and what was not sent at the end. */
export function Mensajes({
  data,
  mensajes,
  notas,
  cola,
  hayAntes,
  onAntes,
  escribiendo,
  onRetry,
  onDrop,
}: {
  data: Datos;
  mensajes: readonly Mensaje[];
  /** Of staff; none for the person. */
  notas: readonly Nota[];
  cola: readonly PorEnviar[];
  hayAntes: boolean;
  onAntes: () => Promise<void>;
  /** Who is writing, in words; null: nobody. */
  escribiendo: string | null;
  onRetry: (clienteId: string) => void;
  onDrop: (clienteId: string) => void;
}) {
  const box = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [abajo, setAbajo] = useState(true);
  // One who reads further up is not taken away from there.
  useEffect(() => {
    if (!abajo || !box.current || !list.current) return;
    const seen = new ResizeObserver(() => toEnd(box.current));
    seen.observe(box.current);
    seen.observe(list.current);
    return () => seen.disconnect();
  }, [abajo]);
  const onScroll = () => {
    const el = box.current!;
    setAbajo(el.scrollHeight - el.scrollTop - el.clientHeight < NEAR);
  };
  const first = hayAntes ? (mensajes[0]?.n ?? 1) : 0;
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
          <p className={styles.anteriores}>
            <Button size="small" onClick={() => void onAntes()}>
              Ver anteriores
            </Button>
          </p>
        )}
        <ol ref={list}>
          {mensajes.flatMap((one, at) => {
            const dia = fechaDe(new Date(one.en));
            const before = mensajes[at - 1];
            return [
              (before === undefined || fechaDe(new Date(before.en)) !== dia) && (
                <li key={dia} className={styles.dia}>
                  {formatFecha(dia)}
                </li>
              ),
              <UnMensaje
                key={one.n}
                mensaje={one}
                leido={one.propio && one.n <= data.leidoPorOtro}
              />,
              ...notas
                .filter(({ tras }) => tras === one.n && tras >= first)
                .map((nota) => <UnaNota key={nota.id} nota={nota} />),
            ];
          })}
          {cola.map((one) => (
            <PorMandar
              key={one.clienteId}
              mensaje={one}
              onRetry={() => onRetry(one.clienteId)}
              onDrop={() => onDrop(one.clienteId)}
            />
          ))}
        </ol>
        {!abajo && (
          <p className={styles.alUltimo}>
            <Button size="small" onClick={() => toEnd(box.current)}>
              Ir al último
            </Button>
          </p>
        )}
      </section>
      <p className={styles.escribiendo} aria-hidden="true">
        {escribiendo}
      </p>
      <Anuncio mensajes={mensajes} />
    </>
  );
}

function PorMandar({
  mensaje: { texto, adjuntos, problema, noVisto },
  onRetry,
  onDrop,
}: {
  mensaje: PorEnviar;
  onRetry: () => void;
  onDrop: () => void;
}) {
  return (
    <li className={styles.mensaje} data-propio data-pendiente>
      <p className={styles.cuerpo} dir="auto">
        {texto || adjuntos.map(({ nombre }) => nombre).join(', ')}
      </p>
      <p className={styles.autor} role="status">
        {problema ?? 'Sin enviar: espera la conexión.'}
      </p>
      {problema !== null && (
        <p className={styles.botones}>
          <Button size="small" onClick={onRetry}>
            {noVisto ? 'Enviar de todos modos' : 'Enviar'}
          </Button>
          <Button size="small" variant="quiet" onClick={onDrop}>
            Descartar
          </Button>
        </p>
      )}
    </li>
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
        ? `${nombreDe(one)}: ${one.texto.slice(0, 200) || 'archivo adjunto'}`
        : `${nuevos.length} mensajes nuevos`,
    );
  }, [last]);
  return (
    <div className="sr-only" role="log" aria-live="polite" aria-label="Mensajes nuevos">
      {text}
    </div>
  );
}

const nombreDe = ({ nombre }: Pick<Mensaje, 'nombre'>): string =>
  nombre === null ? 'El portal' : nameOrAddress(nombre);

function UnMensaje({ mensaje, leido }: { mensaje: Mensaje; leido: boolean }) {
  const { n, propio, texto, sensible, adjuntos, en } = mensaje;
  return (
    <li className={styles.mensaje} data-propio={propio ? '' : undefined} id={`mensaje-${n}`}>
      <p className={styles.autor}>
        <strong>{propio ? 'Usted' : nombreDe(mensaje)}</strong>
        <time dateTime={en}>{formatHora(new Date(en))}</time>
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
