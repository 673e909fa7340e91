import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { useDisclosure, useTitle } from '../../../../platform/web/keep-alive/index.ts';
import { useKeys } from '../../../../platform/web/queue/use-keys.ts';
import { Link } from '../../../../platform/web/router.tsx';
import {
  Button,
  EstadoBadge,
  Folio,
  formatDateTime,
  LinkButton,
  nameOrAddress,
} from '../../../../platform/web/ui/index.ts';
import { CONVERSACION } from '../../estados.ts';
import {
  type Hilo as Datos,
  type Nota,
  tellFailure,
  useEndConversacion,
  useHilo,
  useLectura,
  useNotas,
  useReopenConversacion,
  useSalida,
} from '../hooks.ts';
import { Mensajes } from './mensajes.tsx';
import { RedactarNota } from './notas.tsx';
import { Redactar } from './redactar.tsx';
import { Respuestas } from './respuestas.tsx';
import styles from './soporte.module.css';
import { Valorar } from './valorar.tsx';

/** Pixels that a conversation has at least, and that are left below it. */
const [MIN_HEIGHT, BELOW] = [320, 16];

type Props = { id: string; onVolver: () => void };

/** One of one's own conversations: its messages, and the box to write. */
export function HiloPropio(props: Props) {
  return <Hilo {...props} agente={false} notas={[]} />;
}

/** A conversation of the inbox, with the notes of staff. */
export function HiloDeBandeja(props: Props) {
  const { data } = useNotas(props.id);
  return <Hilo {...props} agente notas={data?.notas ?? []} />;
}

/** Gives what it is put on the height that is left in sight below its beginning: above the keyboard of a telephone, too. */
const fitHeight = (el: HTMLElement | null) => {
  if (!el) return;
  const measure = () => {
    const top = el.getBoundingClientRect().top + window.scrollY;
    const height = window.visualViewport?.height ?? window.innerHeight;
    el.style.blockSize = `${Math.max(MIN_HEIGHT, height - top - BELOW)}px`;
  };
  measure();
  // What is above it may grow: the name of the screen, a notice.
  const seen = new ResizeObserver(measure);
  seen.observe(document.body);
  const view = window.visualViewport ?? window;
  view.addEventListener('resize', measure);
  return () => {
    seen.disconnect();
    view.removeEventListener('resize', measure);
  };
};

function Hilo({
  id,
  agente,
  notas,
  onVolver,
}: Props & {
  /** Whoever looks attends. */
  agente: boolean;
  notas: readonly Nota[];
}) {
  const hilo = useHilo(id, agente);
  const { data, error, isPending, refetch, mensajes } = hilo;
  const salida = useSalida(id, () => void refetch());
  const last = mensajes.at(-1)?.n ?? 0;
  const [anotando, nota] = useDisclosure();
  const section = useRef<HTMLElement>(null);
  const mount = useCallback((el: HTMLElement | null) => {
    section.current = el;
    return fitHeight(el);
  }, []);
  const anotar = (abierta: boolean) => {
    flushSync(abierta ? nota.open : nota.close);
    // The focused control left the page; without a box (a colleague attends) the heading takes the focus.
    const box = section.current?.querySelector('textarea') ?? section.current?.querySelector('h2');
    box?.focus({ preventScroll: true });
  };
  useKeys(agente ? { r: () => anotar(false), n: () => anotar(true) } : {});
  useLectura(
    id,
    Math.min(data?.conversacion.ultimo ?? 0, last),
    data?.conversacion.leidoHasta ?? 0,
  );
  if (isPending) return <Loading shape="list" label="Cargando la conversación…" />;
  if (!data) return <ErrorState error={error} retry={() => void refetch()} />;
  const { propia, agente: nombre } = data.conversacion;
  // One's own writing is told to the colleagues, and comes back.
  const escribiendo =
    hilo.escribiendo === 'agente'
      ? propia || !nombre
        ? null
        : `${nameOrAddress(nombre)} está escribiendo…`
      : hilo.escribiendo === 'persona' && agente
        ? 'Está escribiendo…'
        : null;
  return (
    <section
      ref={mount}
      className={styles.hilo}
      aria-label={`Conversación: ${data.conversacion.asunto}`}
    >
      <Cabeza data={data} agente={agente} onVolver={onVolver} />
      <Mensajes
        data={data}
        mensajes={mensajes}
        notas={notas}
        cola={salida.cola}
        hayAntes={hilo.hayAntes}
        onAntes={hilo.loadAntes}
        escribiendo={escribiendo}
        onRetry={(clienteId) => salida.retry(clienteId, agente ? last : null)}
        onDrop={salida.drop}
      />
      {anotando ? (
        <RedactarNota id={id} onClose={() => anotar(false)} />
      ) : (
        <Pie
          data={data}
          agente={agente}
          ultimo={last}
          onSend={salida.add}
          anotar={
            agente ? (
              <Button variant="quiet" onClick={() => anotar(true)}>
                Nota interna
              </Button>
            ) : null
          }
        />
      )}
    </section>
  );
}

/** Who attends it, or did before it was opened again. */
const describeAgente = ({ agente, propia, estado }: Datos['conversacion']): string => {
  const nombre = propia ? 'usted' : nameOrAddress(agente ?? '');
  return estado === 'enEspera' ? `Antes la atendió ${nombre}` : `Atiende ${nombre}`;
};

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
      <div className={styles.titular}>
        <h2 ref={heading} tabIndex={-1}>
          {c.asunto}
        </h2>
        {puede.resolver && (
          <Button
            size="small"
            busy={end.isPending}
            onClick={() => end.mutate({ id: c.id }, { onError: tellFailure })}
          >
            {agente ? 'Resolver' : 'Ya no hace falta'}
          </Button>
        )}
      </div>
      <p className={styles.datos}>
        <EstadoBadge tone={CONVERSACION.tono(c.estado)}>
          {CONVERSACION.palabra(c.estado)}
        </EstadoBadge>
        <Folio>{c.folio}</Folio>
        {c.agente && <span>{describeAgente(c)}</span>}
        {c.contexto &&
          (c.contexto.enlace ? (
            <Link to={c.contexto.enlace}>{c.contexto.titulo}</Link>
          ) : (
            <span>{c.contexto.titulo}</span>
          ))}
        {c.anterior && <span>Continúa {c.anterior.folio}</span>}
      </p>
      {!agente && c.lugar !== null && (
        <p className={styles.datos}>
          Lugar en la fila: {c.lugar}
          {c.esperaUsual !== null && ` · espera usual: ${c.esperaUsual} minutos de atención`}
        </p>
      )}
      {!atencion.abierta && !agente && CONVERSACION.is('abiertas', c.estado) && (
        <p className={styles.datos}>
          {atencion.abreEn
            ? `Fuera de horario: le responderemos a partir del ${formatDateTime(atencion.abreEn)}.`
            : 'Fuera de horario: le responderemos en cuanto abra la atención.'}
        </p>
      )}
    </header>
  );
}

/** The box to write; of one that is over, what may still be done with it. */
function Pie({
  data: { conversacion, puede },
  agente,
  ultimo,
  onSend,
  anotar,
}: {
  data: Datos;
  agente: boolean;
  ultimo: number;
  onSend: Parameters<typeof Redactar>[0]['onSend'];
  anotar: ReactNode;
}) {
  const reopen = useReopenConversacion();
  const { id, estado } = conversacion;
  const abierta = CONVERSACION.is('abiertas', estado);
  if (abierta && puede.escribir) {
    return (
      <Redactar
        id={id}
        agente={agente}
        ultimo={ultimo}
        onSend={onSend}
        {...(anotar && {
          acciones: (insert) => (
            <>
              <Respuestas conversacion={conversacion} onElegir={insert} />
              {anotar}
            </>
          ),
        })}
      />
    );
  }
  return (
    <div className={styles.redactar}>
      {puede.valorar && <Valorar id={id} />}
      <div className={styles.botones}>
        <p className={styles.datos}>
          {abierta
            ? 'Tome la conversación para responder.'
            : `La conversación está ${CONVERSACION.palabra(estado).toLowerCase()}.`}
          {!abierta && !agente && !puede.reabrir && ' Para algo más, abra otra.'}
        </p>
        <span className={styles.acciones}>
          {anotar}
          {puede.reabrir && (
            <Button
              busy={reopen.isPending}
              onClick={() => reopen.mutate({ id }, { onError: tellFailure })}
            >
              Reabrir
            </Button>
          )}
          {puede.transcripcion && (
            <LinkButton to={`/soporte/conversaciones/${id}.pdf`} reloadDocument>
              Transcripción (PDF)
            </LinkButton>
          )}
        </span>
      </div>
    </div>
  );
}
