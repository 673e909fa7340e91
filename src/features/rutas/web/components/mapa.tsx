import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  Button,
  classes,
  IconButton,
  IconMinus,
  IconPlus,
  toneClass,
} from '../../../../platform/web/ui/index.ts';
import type { Avance, AvanceDeNodo } from '../../avance/rules.ts';
import {
  ANCHO_CURSO,
  acercar,
  type Caja,
  type Direccion,
  dentro,
  dibujar,
  enLineas,
  mostrar,
  type Vista,
  vecino,
} from '../../mapa/rules.ts';
import {
  type DefinicionRuta,
  describeRegla,
  isOpcional,
  type Nodo,
  recorrer,
} from '../../rules.ts';
import { estadoDe } from './avance.tsx';
import styles from './ruta.module.css';

const KEYS: ReadonlyMap<string, Direccion> = new Map([
  ['ArrowUp', 'arriba'],
  ['ArrowDown', 'abajo'],
  ['ArrowLeft', 'izquierda'],
  ['ArrowRight', 'derecha'],
  ['Home', 'inicio'],
  ['End', 'fin'],
]);
const STEP = 1.25;
/** Letters of a line of a course's name, at the size in which it is drawn. */
const LETRAS = 30;
/** Marks that say a state without its colour. */
const MARCAS = {
  acreditado: 'M-5 0l4 4 7-8',
  completo: 'M-5 0l4 4 7-8',
  cursando: 'M0 -5v5l4 3',
  enCurso: 'M0 -5v5l4 3',
  disponible: 'M-5 0h10M1 -4l4 4-4 4',
  bloqueado: 'M-5 -1h10v7h-10zM-3 -1v-2a3 3 0 016 0v2',
} as const;

type Window = { ancho: number; alto: number };

const wholeOf = (dibujo: Window, ventana: Window): Vista => {
  const scale = Math.min(1, ventana.ancho / dibujo.ancho, ventana.alto / dibujo.alto);
  const [ancho, alto] = [ventana.ancho / scale, ventana.alto / scale];
  return { x: (dibujo.ancho - ancho) / 2, y: Math.min(0, (dibujo.alto - alto) / 2), ancho, alto };
};

/** As it begins: as big as life, from its first stage. */
const begin = (dibujo: Window, ventana: Window): Vista =>
  dibujo.ancho <= ventana.ancho && dibujo.alto <= ventana.alto
    ? wholeOf(dibujo, ventana)
    : { x: 0, y: 0, ...ventana };

/**
 * The route drawn: stages side by side and what each holds. One stop of Tab: arrows go from one to another, + and −
 * zoom, 0 shows all of it; a finger or the mouse moves it, two fingers zoom. Each part says its name and its state.
 */
export function Mapa({
  definicion,
  avance,
  nombres,
  elegido,
  onElegir,
  titulo,
}: {
  definicion: DefinicionRuta;
  /** Null: nobody's, as while it is written. */
  avance: Avance | null;
  nombres: (cursoId: string) => string;
  elegido: string | null;
  onElegir: (id: string) => void;
  titulo: string;
}) {
  const dibujo = useMemo(() => dibujar(definicion), [definicion]);
  const nodos = useMemo(() => recorrer(definicion), [definicion]);
  const svg = useRef<SVGSVGElement>(null);
  const [ventana, setVentana] = useState<Window>({ ancho: 900, alto: 500 });
  /** Null: nobody has moved it. */
  const [lugar, setLugar] = useState<{ x: number; y: number; escala: number } | null>(null);
  const [aqui, setAqui] = useState<string | null>(null);
  const helpId = useId();
  const arrowId = useId();

  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      if (width > 0 && height > 0) setVentana({ ancho: width, alto: height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const shown = lugar
    ? {
        x: lugar.x,
        y: lugar.y,
        ancho: ventana.ancho / lugar.escala,
        alto: ventana.alto / lugar.escala,
      }
    : begin(dibujo, ventana);
  const show = ({ x, y, ancho }: Vista) => setLugar({ x, y, escala: ventana.ancho / ancho });
  const move = (next: Vista) => show(dentro(next, dibujo));
  const zoom = (factor: number, centro?: { x: number; y: number }) =>
    move(acercar(shown, factor, ventana, centro));

  const focusOnNode = (id: string) => {
    setAqui(id);
    const caja = dibujo.cajas.get(id);
    const nivelDeCurso = caja && { ...caja, alto: Math.min(caja.alto, shown.alto / 2) };
    if (nivelDeCurso) move(mostrar(shown, nivelDeCurso));
    svg.current
      ?.querySelector<SVGGElement>(`[data-id="${CSS.escape(id)}"]`)
      ?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = aqui ?? nodos[0]?.id;
    const hacia = KEYS.get(event.key);
    if (hacia && at !== undefined) focusOnNode(vecino(definicion, dibujo, at, hacia));
    else if (event.key === '+' || event.key === '=') zoom(STEP);
    else if (event.key === '-') zoom(1 / STEP);
    else if (event.key === '0') show(wholeOf(dibujo, ventana));
    else if ((event.key === 'Enter' || event.key === ' ') && at !== undefined) onElegir(at);
    else return;
    event.preventDefault();
  };
  const drag = useArrastre({ vista: shown, ventana, onMove: move, onZoom: zoom });
  useRueda(svg, { vista: shown, ventana }, zoom);
  const tabStop = aqui ?? elegido ?? nodos[0]?.id;

  return (
    <div className={styles.mapa}>
      <div className={styles.herramientas}>
        <IconButton label="Acercar" onClick={() => zoom(STEP)}>
          <IconPlus />
        </IconButton>
        <IconButton label="Alejar" onClick={() => zoom(1 / STEP)}>
          <IconMinus />
        </IconButton>
        <Button size="small" onClick={() => show(wholeOf(dibujo, ventana))}>
          Ver toda
        </Button>
        <p id={helpId}>
          Con el teclado: flechas para ir de una parte a otra, + y − para acercar, Entrar para
          elegir.
        </p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing is no fieldset */}
      <svg
        ref={svg}
        role="group"
        aria-label={titulo}
        aria-describedby={helpId}
        viewBox={`${shown.x} ${shown.y} ${shown.ancho} ${shown.alto}`}
        onKeyDown={onKeyDown}
        // Where all of its height is seen, a finger that goes up or down moves the page.
        style={{ touchAction: shown.alto >= dibujo.alto ? 'pan-y' : 'none' }}
        {...drag}
      >
        <defs>
          <marker
            id={arrowId}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0l8 4-8 4z" fill="var(--muted)" />
          </marker>
        </defs>
        {nodos.map((nodo) => (
          <Parte
            key={nodo.id}
            nodo={nodo}
            caja={dibujo.cajas.get(nodo.id)!}
            avance={avance?.nodos.get(nodo.id) ?? null}
            definicion={definicion}
            nombre={nodo.parte.tipo === 'curso' ? nombres(nodo.parte.cursoId) : nodo.parte.titulo}
            elegida={nodo.id === elegido}
            tab={nodo.id === tabStop}
            onFocus={() => setAqui(nodo.id)}
            onElegir={onElegir}
          />
        ))}
        <g>
          {dibujo.flechas.map(({ de, a, camino }) => (
            <path
              key={`${de} ${a}`}
              className={styles.flecha}
              data-marcada={elegido === a || elegido === de ? '' : undefined}
              d={camino}
              markerEnd={`url(#${arrowId})`}
            />
          ))}
        </g>
      </svg>
    </div>
  );
}

/** A part as it is said aloud: first what is drawn of it, in its order, then what the drawing says by its place. */
const sayParte = (
  { parte, dentroDe, etapa }: Nodo,
  drawn: readonly (string | null)[],
  { nombre, avance }: { nombre: string; avance: AvanceDeNodo | null },
): string => {
  const seen = drawn.filter(Boolean).join(' ');
  // A long name is cut short where it is drawn.
  const whole = seen.includes(nombre) ? '' : `, ${nombre}`;
  const lugar =
    dentroDe.length === 0 ? '' : `, en ${dentroDe.map(({ titulo }) => titulo).join(', ')}`;
  if (parte.tipo === 'curso') return `${seen}${whole}${lugar}`;
  const que = dentroDe.length === 0 ? `, etapa ${etapa + 1}` : ', grupo';
  const estado = avance ? `: ${estadoDe(parte, avance)[0]}` : '';
  return `${seen}${whole}${que}${estado}${lugar}`;
};

function Parte({
  nodo,
  caja,
  avance,
  definicion,
  nombre,
  elegida,
  tab,
  onFocus,
  onElegir,
}: {
  nodo: Nodo;
  caja: Caja;
  avance: AvanceDeNodo | null;
  definicion: DefinicionRuta;
  nombre: string;
  elegida: boolean;
  tab: boolean;
  onFocus: () => void;
  onElegir: (id: string) => void;
}) {
  const { parte, etapa, dentroDe } = nodo;
  const [palabra, tono] = avance ? estadoDe(parte, avance) : ([null, 'neutral'] as const);
  const isCurso = parte.tipo === 'curso';
  const title = isCurso
    ? enLineas(nombre, LETRAS, 2)
    : enLineas(
        dentroDe.length === 0 && definicion.etapas.length > 1 ? `${etapa + 1}. ${nombre}` : nombre,
        Math.floor((caja.ancho / ANCHO_CURSO) * LETRAS),
        1,
      );
  const rule = isCurso
    ? null
    : [
        describeRegla(parte),
        avance && !isOpcional(parte) && `${avance.acreditados} de ${avance.necesarios}`,
      ]
        .filter(Boolean)
        .join(' · ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no buttons of its own
    <g
      role="button"
      tabIndex={tab ? 0 : -1}
      aria-label={sayParte(nodo, [...title, rule, isCurso ? palabra : null], { nombre, avance })}
      aria-pressed={elegida}
      data-id={nodo.id}
      data-nivel={isCurso ? undefined : caja.nivel}
      data-marcada={elegida ? '' : undefined}
      className={classes(
        styles.caja,
        !isCurso && styles.grupo,
        isOpcional(parte) && styles.opcional,
        avance?.estado === 'bloqueado' && isCurso && styles.bloqueado,
        toneClass(tono),
      )}
      onFocus={onFocus}
      onClick={() => onElegir(nodo.id)}
    >
      <rect x={caja.x} y={caja.y} width={caja.ancho} height={caja.alto} rx={8} />
      {isCurso && (
        <rect className={styles.tono} x={caja.x} y={caja.y} width={5} height={caja.alto} rx={2} />
      )}
      {title.map((line, i) => (
        <text
          key={line}
          aria-hidden
          x={caja.x + 16}
          y={caja.y + 24 + i * 18}
          fontSize={isCurso ? 14 : 16}
          fontWeight={isCurso ? 500 : 700}
        >
          {`${line} `}
        </text>
      ))}
      {rule && (
        <text aria-hidden x={caja.x + 16} y={caja.y + 42} fontSize={13}>
          {`${rule} `}
        </text>
      )}
      {isCurso && avance && palabra && (
        <>
          <path
            d={MARCAS[avance.estado]}
            transform={`translate(${caja.x + 22} ${caja.y + caja.alto - 15})`}
            fill="none"
            stroke="var(--tone, var(--muted))"
            strokeWidth={1.8}
          />
          <text aria-hidden className={styles.palabra} x={caja.x + 36} y={caja.y + caja.alto - 11}>
            {palabra}
          </text>
        </>
      )}
    </g>
  );
}

type Punto = { x: number; y: number };

/** Moving with the mouse or a finger, zooming with two fingers. A press that moves chooses nothing. */
const useArrastre = ({
  vista,
  ventana,
  onMove,
  onZoom,
}: {
  vista: Vista;
  ventana: Window;
  onMove: (vista: Vista) => void;
  onZoom: (factor: number, centro?: Punto) => void;
}) => {
  const fingers = useRef(new Map<number, Punto>());
  const moved = useRef(false);
  const [moving, setMoving] = useState(false);
  const scale = vista.ancho / ventana.ancho;
  const spread = () => {
    const [a, b] = [...fingers.current.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  const end = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    if (fingers.current.size === 0) setMoving(false);
  };
  return {
    'data-moving': moving ? '' : undefined,
    onPointerDown: (event: PointerEvent) => {
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      moved.current = false;
    },
    onPointerMove: (event: PointerEvent) => {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      if (!moved.current && Math.hypot(now.x - before.x, now.y - before.y) < 4) return;
      if (!moved.current) {
        moved.current = true;
        setMoving(true);
        (event.currentTarget as Element).setPointerCapture(event.pointerId);
      }
      const wide = spread();
      fingers.current.set(event.pointerId, now);
      if (fingers.current.size > 1 && wide > 0) onZoom(spread() / wide);
      else {
        onMove({
          ...vista,
          x: vista.x - (now.x - before.x) * scale,
          y: vista.y - (now.y - before.y) * scale,
        });
      }
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture: (event: { stopPropagation: () => void }) => {
      if (moved.current) event.stopPropagation();
      moved.current = false;
    },
  };
};

/** Zooms with the wheel and Ctrl, where the pointer is: the map and not the page, which React's own listener could not hold. */
const useRueda = (
  svg: RefObject<SVGSVGElement | null>,
  { vista, ventana }: { vista: Vista; ventana: Window },
  onZoom: (factor: number, centro: Punto) => void,
): void => {
  useEffect(() => {
    const element = svg.current;
    const onWheel = (event: WheelEvent) => {
      if (!element || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      const scale = vista.ancho / ventana.ancho;
      onZoom(event.deltaY < 0 ? 1.1 : 1 / 1.1, {
        x: vista.x + (event.clientX - left) * scale,
        y: vista.y + (event.clientY - top) * scale,
      });
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  });
};
