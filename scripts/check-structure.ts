/**
 * The closed vocabulary of file names: every file of a feature says by its name what it holds.
 * Run by `npm run validate`. Prints what to do with each file that does not fit.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FEATURES = join(ROOT, 'src/features');

/** Features without a manifest, each with why. */
const NO_MANIFEST: Readonly<Record<string, string>> = {
  plantillas: 'nobody asks it by the wire, so far: inscripciones asks its service',
};

const IN_ROOT =
  /^(contract|estados|rules|policy|errors|routes|historial)(\.test)?\.ts$|^reference\.json$/;
const IN_SERVER =
  /^(feature|handlers|service|data|reading|present|http|jobs|mails|seed|document|sheets|ocr|grammar|evidence)(\.test)?\.ts$|^[a-z-]+\.typ$/;
const IN_WEB = /^(feature|public|hooks|session)(\.test)?\.ts$/;
const IN_SCREENS = /^[a-z0-9-]+\.(tsx|test\.ts|module\.css)$/;

/** A folder of kinds, one a file; `contract.ts` says what a kind is and `rules.ts` lists them. */
const KINDS = 'campos';
const IN_KINDS = /^[a-z]+(-[a-z]+)*(\.test)?\.ts$/;

/** Whether a file is one kind and nothing else. */
const onlyKind = (text: string): boolean => {
  const exported = [...text.matchAll(/^export (.*)$/gm)].map(([, said = '']) => said);
  return exported.length === 1 && /^const \w+ = define[A-Z]\w*\(/.test(exported[0] ?? '');
};

/** Whether a file declares lists of handlers, and nothing that somebody else could want, at its top. */
const onlyHandlers = (path: string): boolean =>
  [...readFileSync(path, 'utf8').matchAll(/^export (.*)$/gm)].every(([, text = '']) =>
    /^const \w+Handlers\b/.test(text),
  );

const problems: string[] = [];

const check = (
  dir: string,
  kind: 'root' | 'server' | 'web' | 'screens' | 'kinds',
  depth: number,
): void => {
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    const shown = relative(ROOT, path);
    const isFolder = statSync(path).isDirectory();
    if (kind === 'root' && isFolder) {
      if (name === 'server') check(path, 'server', depth);
      else if (name === 'web') check(path, 'web', depth);
      else if (name === KINDS) check(path, 'kinds', depth);
      else if (!/^[a-z]+$/.test(name)) {
        problems.push(`${shown}: a sub-concern is one lower-case Spanish noun, like documentos.`);
      } else if (depth >= 2) {
        problems.push(`${shown}: two levels of sub-concerns at most. Put it beside its parent.`);
      } else check(path, 'root', depth + 1);
    } else if (kind === 'web' && isFolder) {
      if (name === 'pages' || name === 'components') check(path, 'screens', depth);
      else problems.push(`${shown}: web/ holds pages/ and components/. Move it into one of them.`);
    } else if (isFolder) {
      problems.push(
        `${shown}: ${kind}/ has no folders. If it is a concern of its own, give it a folder beside its parent.`,
      );
    } else if (kind === 'kinds' && !IN_KINDS.test(name)) {
      problems.push(`${shown}: ${KINDS}/ holds kebab-case .ts files, one a kind.`);
    } else if (kind === 'kinds' && !IN_ROOT.test(name) && !onlyKind(readFileSync(path, 'utf8'))) {
      problems.push(
        `${shown}: a file of ${KINDS}/ exports one kind (export const x = define…({) and nothing else. What several share goes to contract.ts beside it.`,
      );
    } else if (kind === 'root' && !IN_ROOT.test(name)) {
      problems.push(
        `${shown}: a feature's root holds contract, estados, rules, policy, errors, routes, historial (.ts) and reference.json. Does it run on the server only (server/) or in the browser only (web/)? Otherwise put it in the one of those that says what it is.`,
      );
    } else if (kind === 'server' && !IN_SERVER.test(name)) {
      problems.push(
        `${shown}: server/ holds feature, handlers, service, data, reading, present, http, jobs, mails, seed, document, sheets, ocr (.ts) and *.typ. What could serve another product goes to platform/server.`,
      );
    } else if (depth > 0 && /^(feature|public)\.ts$/.test(name) && kind !== 'screens') {
      problems.push(
        `${shown}: a feature has one manifest for each wing, in its own server/ and web/. Give this to that one.`,
      );
    } else if (name === 'handlers.ts' && !onlyHandlers(path)) {
      problems.push(
        `${shown}: a file of handlers holds handle(…) and exports …Handlers, nothing else. What it does and others may ask is a function of service.ts beside it.`,
      );
    } else if (kind === 'web' && !IN_WEB.test(name)) {
      problems.push(
        `${shown}: web/ holds feature.ts, public.ts, hooks.ts, session.ts, pages/ and components/.`,
      );
    } else if (kind === 'screens' && !IN_SCREENS.test(name)) {
      problems.push(
        `${shown}: screens and components are kebab-case .tsx files, with an optional .module.css.`,
      );
    }
  }
};

for (const name of readdirSync(FEATURES)) {
  if (!/^[a-z]+$/.test(name)) {
    problems.push(`src/features/${name}: a feature is one lower-case Spanish noun, like soporte.`);
  } else if (existsSync(join(FEATURES, name, 'server/feature.ts')) === name in NO_MANIFEST) {
    problems.push(
      `src/features/${name}: a feature says in server/feature.ts what it is (docs/ARCHITECTURE.md, "A new feature"); one that has nothing to say is in NO_MANIFEST of this script, and only then.`,
    );
  }
  check(join(FEATURES, name), 'root', 0);
}

if (problems.length > 0) {
  console.error(`${problems.join('\n')}\n\n${problems.length} file(s) out of place.`);
  process.exit(1);
}
