import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { searchIn } from '../../shared/search.ts';
import { Link } from '../router.tsx';
import { useUser } from '../session/react.tsx';
import type { SessionUser } from '../session/store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { IconSearch } from '../ui/icons.tsx';
import type { Hallazgo, SearchEverywhereProps } from './providers.ts';
import styles from './search.module.css';

type Grupo = { readonly grupo: string; readonly hallazgos: readonly Hallazgo[] };

/** Typing goes on: what was asked for a moment ago is not asked. */
const PAUSE_MS = 250;
/** Fewer letters find everybody. */
const LEAST = 3;

const screensOf = (
  screens: SearchEverywhereProps['screens'],
  user: SessionUser,
  texto: string,
): Grupo => {
  const mine = screens.filter(({ visible }) => visible?.(user) ?? true);
  const { filas } =
    texto === ''
      ? { filas: mine }
      : searchIn(mine, ({ label, group }) => `${label} ${group}`, texto);
  return {
    grupo: 'Pantallas',
    hallazgos: filas.map(({ label, group, to }) => ({
      titulo: label,
      detalle: group,
      to: typeof to === 'function' ? to(user) : to,
    })),
  };
};

/** What features find, after a pause; those that could not be asked are named. */
const useFound = (providers: SearchEverywhereProps['providers'], texto: string) => {
  const user = useUser();
  const [found, setFound] = useState<{
    texto: string;
    grupos: readonly Grupo[];
    fallaron: readonly string[];
  }>({ texto: '', grupos: [], fallaron: [] });
  const asks = texto.length >= LEAST;
  useEffect(() => {
    if (!asks) return;
    const abort = new AbortController();
    const pause = setTimeout(async () => {
      const mine = providers.filter(({ visible }) => visible?.(user) ?? true);
      const answers = await Promise.allSettled(
        mine.map(({ buscar }) => buscar(texto, abort.signal)),
      );
      if (abort.signal.aborted) return;
      setFound({
        texto,
        grupos: answers.flatMap((answer, i) =>
          answer.status === 'fulfilled' ? [{ grupo: mine[i]!.grupo, hallazgos: answer.value }] : [],
        ),
        fallaron: answers.flatMap((answer, i) =>
          answer.status === 'rejected' ? [mine[i]!.grupo] : [],
        ),
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
      abort.abort();
    };
  }, [asks, texto, providers, user]);
  return asks && found.texto === texto
    ? { ...found, waits: false }
    : { grupos: [], fallaron: [], waits: asks };
};

/** Words, and what in the portal they name, by kind. Arrows go from one to the next; Enter opens it. */
export function SearchDialog({
  providers,
  screens,
  onClose,
}: SearchEverywhereProps & { onClose: () => void }) {
  const user = useUser();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const texto = text.trim();
  const { grupos, fallaron, waits } = useFound(providers, texto);
  const shown = [screensOf(screens, user, texto), ...grupos].filter(
    ({ hallazgos }) => hallazgos.length > 0,
  );
  const count = shown.reduce((sum, { hallazgos }) => sum + hallazgos.length, 0);
  // A layout effect of the dialog has opened it by now.
  useEffect(() => input.current?.focus(), []);

  const onKey = (event: KeyboardEvent) => {
    const links = [...(results.current?.querySelectorAll('a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === 'Enter' && at < 0) {
      event.preventDefault();
      links[0]?.click();
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = links[at + step];
    if (next) next.focus();
    else if (step < 0) input.current?.focus();
  };

  return (
    <Dialog opened onClose={onClose} title="Buscar en el portal">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows go between its own links */}
      <div className={styles.panel} onKeyDown={onKey}>
        <label className={styles.field}>
          <span className="sr-only">Qué busca</span>
          <IconSearch />
          <input
            ref={input}
            type="search"
            value={text}
            autoComplete="off"
            spellCheck={false}
            placeholder="Una pantalla, una persona, un folio…"
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        <p role="status" className={styles.status}>
          {waits ? 'Buscando…' : statusOf(texto, count)}
          {fallaron.length > 0 && ` No se pudo buscar en: ${fallaron.join(', ')}.`}
        </p>
        <div ref={results} className={styles.results}>
          {shown.map(({ grupo, hallazgos }, i) => (
            <section key={grupo} aria-labelledby={`${id}-${i}`}>
              <h3 id={`${id}-${i}`}>{grupo}</h3>
              {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
              <ul role="list">
                {hallazgos.map(({ titulo, detalle, to }) => (
                  <li key={`${to} ${titulo}`}>
                    <Link to={to} onClick={onClose}>
                      <span>{titulo}</span>
                      {detalle && <span className={styles.detail}>{detalle}</span>}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

const statusOf = (texto: string, count: number): string => {
  if (texto === '') return 'Escriba al menos tres letras para buscar más que pantallas.';
  if (count === 0) return `Sin resultados para «${texto}».`;
  return count === 1 ? '1 resultado' : `${count} resultados`;
};
