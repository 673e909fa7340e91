import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { CallError } from '../../shared/errors.ts';
import type { PageView, PublicWing, WingAssets, WingPage } from '../../shared/public-wing.ts';
import { config as portalConfig, setConfig } from '../config.ts';
import { ErrorState } from '../feedback/error-state.tsx';
import { drawTitled } from '../keep-alive/title.ts';
import { AppearanceFields } from '../layouts/appearance-fields.tsx';
import { type FooterLink, PublicFrame } from '../layouts/public-frame.tsx';
import { SKIP_CLASS } from '../layouts/skip-link.tsx';
import { LinkButton } from '../ui/button.tsx';
import favicon from '../ui/favicon.svg?raw';
import { PageHeading } from '../ui/page.tsx';
import { isOfTheAddress, type PublicEntry, type PublicFeature, type PublicPage } from './page.ts';

type Around = { readonly home: string; readonly footer: readonly FooterLink[] };

/**
 * The wing as the server runs it: each page draws its whole document, and of what draws it nothing reaches
 * the browser.
 */
export const openPublicWing =
  ({ features, home }: { readonly features: readonly PublicFeature[]; readonly home: string }) =>
  async (assets: WingAssets): Promise<PublicWing> => ({
    pages: await Promise.all(
      features
        .flatMap(({ pages = [] }) => pages)
        .map((entry) =>
          openPage(entry, {
            home,
            footer: features.flatMap(({ footer = [] }) => footer),
            assets,
          }),
        ),
    ),
    brandStyle(config) {
      setConfig(config);
      return brandStyle();
    },
  });

const brandStyle = (): string | null => {
  const tokens = portalConfig().brand;
  if (tokens.length === 0) return null;
  return `:root{${tokens.map(([name, value]) => `${name}:${value}`).join(';')}}`;
};

const openPage = async (
  { path, title, load }: PublicEntry,
  around: Around & { readonly assets: WingAssets },
): Promise<WingPage> => {
  const { default: page } = await load();
  return {
    path,
    call: page.ask?.call.callName ?? null,
    question: ({ params, search }) =>
      page.ask?.input({ params, query: new URLSearchParams(search) }) ?? null,
    render(view) {
      setConfig(view.config);
      const drawn = drawTitled(title, () => drawBody(page, title, view, around));
      const head = drawHead(page, drawn.title, view, around.assets);
      return `<!doctype html><html lang="es-MX"><head>${head}</head><body>${drawn.html}</body></html>`;
    },
  };
};

const drawHead = (
  page: PublicPage,
  title: string,
  { address, answer, problem }: PageView,
  { script, style, fonts, mono }: WingAssets,
): string => {
  const brand = brandStyle();
  // What it says of somebody's paper is for who has its address; where one asks may be found.
  const found = answer === null && problem === null && address.search === '';
  return renderToStaticMarkup(
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="format-detection" content="telephone=no" />
      <title>{title}</title>
      <meta name="description" content={page.description} />
      {!found && <meta name="robots" content="noindex" />}
      {/* Before anything is painted: the theme that was chosen. */}
      <script src={script} />
      <link rel="stylesheet" href={style} />
      {/* All that it will need, so that nothing moves when they arrive. */}
      {[...fonts, ...(page.ask ? [mono] : [])].map((font) => (
        <link key={font} rel="preload" as="font" type="font/woff2" crossOrigin="" href={font} />
      ))}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: colours reckoned from one that was checked */}
      {brand && <style dangerouslySetInnerHTML={{ __html: brand }} />}
      <link rel="icon" href={`data:image/svg+xml,${encodeURIComponent(favicon)}`} />
    </>,
  );
};

const CONTENT = 'contenido';

const drawBody = (
  page: PublicPage,
  title: string,
  { address: { pathname, search, params }, signedIn, answer, problem, sent }: PageView,
  { home, footer }: Around,
): string => {
  const here = pathname + search;
  const thrown = problem && new CallError(problem.status, problem.message, problem.details);
  return renderToStaticMarkup(
    <StaticRouter location={here}>
      <PublicFrame
        home={home}
        signedIn={signedIn}
        footer={footer}
        skip={
          <a href={`#${CONTENT}`} className={SKIP_CLASS}>
            Ir al contenido
          </a>
        }
        appearance={<AppearanceFields />}
        mainId={CONTENT}
      >
        {thrown && !sent && !isOfTheAddress(thrown) ? (
          <>
            <PageHeading title={title} />
            <ErrorState
              error={thrown}
              action={
                <LinkButton size="small" to={here}>
                  Intentar de nuevo
                </LinkButton>
              }
            />
          </>
        ) : (
          <page.Page
            params={params}
            query={new URLSearchParams(search)}
            answer={answer}
            problem={thrown}
            sent={sent}
          />
        )}
      </PublicFrame>
    </StaticRouter>,
  );
};
