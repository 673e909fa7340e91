import {
  Activity,
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';

import { lookUp } from '../../../../platform/shared/look-up.ts';
import { VOLVER } from '../../../../platform/shared/volver.ts';
import { ErrorBoundary, Loading } from '../../../../platform/web/feedback/index.ts';
import { useSearchParams } from '../../../../platform/web/router.tsx';
import styles from './tabs.module.css';

export type Tab = {
  readonly id: string;
  readonly titulo: string;
  /** How many things it lacks. */
  readonly faltan?: number;
  readonly content: ReactNode;
};

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The parts of a file. Which one is in the address, as `param`; those already seen keep what was typed. */
export function Tabs({
  label,
  tabs,
  param = 'ver',
}: {
  label: string;
  tabs: readonly Tab[];
  param?: string;
}) {
  const id = useId();
  const [params, setParams] = useSearchParams();
  const asked = params.get(param);
  const current = tabs.find((tab) => tab.id === asked) ?? tabs[0];
  const [seen, setSeen] = useState<readonly string[]>([]);
  if (current && !seen.includes(current.id)) setSeen([...seen, current.id]);

  const volver = params.get(VOLVER);
  const go = (tab: Tab) =>
    setParams(
      { ...(tab !== tabs[0] && { [param]: tab.id }), ...(volver !== null && { [VOLVER]: volver }) },
      { replace: true },
    );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = lookUp(STEPS, event.key);
    if (!step) return;
    const at = tabs.findIndex((tab) => tab.id === current?.id);
    const next = tabs[step(at, tabs.length)];
    if (!next) return;
    event.preventDefault();
    go(next);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };

  const list = useRef<HTMLDivElement>(null);
  const selected = current?.id;
  // On a phone the tab that the address names may be out of sight.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[aria-controls$="-${selected}-panel"]`);
    if (list.current && tab)
      list.current.scrollLeft = tab.offsetLeft - list.current.offsetLeft - 16;
  }, [selected]);

  if (tabs.length === 1) return tabs[0]?.content;
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={styles.list}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab === current}
            aria-controls={`${id}-${tab.id}-panel`}
            tabIndex={tab === current ? 0 : -1}
            className={styles.tab}
            onClick={() => go(tab)}
          >
            {tab.titulo}
            {tab.faltan !== undefined && tab.faltan > 0 && (
              <span className={styles.missing}>
                {tab.faltan}
                <span className="sr-only">
                  {tab.faltan === 1 ? ' dato por completar' : ' datos por completar'}
                </span>
              </span>
            )}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          id={`${id}-${tab.id}-panel`}
          role="tabpanel"
          aria-labelledby={`${id}-${tab.id}`}
          hidden={tab !== current}
        >
          {(tab === current || seen.includes(tab.id)) && (
            <Activity mode={tab === current ? 'visible' : 'hidden'}>
              <ErrorBoundary>
                <Suspense fallback={<Loading shape="form" />}>{tab.content}</Suspense>
              </ErrorBoundary>
            </Activity>
          )}
        </div>
      ))}
    </>
  );
}
