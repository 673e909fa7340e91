/**
 * The closed vocabulary of file names: every file of a feature says by its name what it holds.
 * Run by `npm run validate`. Prints what to do with each file that does not fit.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, report } from './checks.ts';

const FEATURES = 'src/features';

/** Features without a manifest, each with why. */
const NO_MANIFEST: Readonly<Record<string, string>> = {};

const IN_ROOT =
  /^(contract|estados|rules|policy|errors|routes|historial)(\.test)?\.ts$|^reference\.json$/;
const IN_SERVER =
  /^(feature|handlers|service|data|reading|present|http|jobs|mails|textos|seed|document|hojas|ocr|grammar|evidence)(\.test)?\.ts$|^[a-z-]+\.typ$/;
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
const onlyHandlers = (file: string): boolean =>
  [...file.matchAll(/^export (.*)$/gm)].every(([, text = '']) => /^const \w+Handlers\b/.test(text));

const WEB_HOLDS = 'web/ holds feature.ts, public.ts, hooks.ts, session.ts, pages/ and components/.';

/** Work that a thread of its own does, beside what asks for it. */
const WORKER = 'worker.ts';

type Room = 'root' | 'server' | 'web' | 'screens' | 'kinds';

/** The room that a folder of a room is, or what is wrong with it. */
const roomIn = (room: Room, name: string, depth: number): { room: Room } | { wrong: string } => {
  if (room === 'web') {
    return name === 'pages' || name === 'components'
      ? { room: 'screens' }
      : { wrong: 'web/ holds pages/ and components/. Move it into one of them.' };
  }
  if (room !== 'root') {
    return {
      wrong: `${room === 'kinds' ? KINDS : room}/ has no folders. If it is a concern of its own, give it a folder beside its parent.`,
    };
  }
  if (name === 'server' || name === 'web') return { room: name };
  if (name === KINDS) return { room: 'kinds' };
  if (!/^[a-z]+$/.test(name)) {
    return { wrong: 'a sub-concern is one lower-case Spanish noun, like documentos.' };
  }
  return depth >= 2
    ? { wrong: 'two levels of sub-concerns at most. Put it beside its parent.' }
    : { room: 'root' };
};

/** What is wrong with a file in a room, or null. */
const wrongIn = (room: Room, name: string, depth: number, read: () => string): string | null => {
  if (room === 'server' && name === WORKER) return null;
  if (depth > 1 && room !== 'screens' && /^(feature|public)\.ts$/.test(name)) {
    return 'a feature has one manifest for each wing, in its own server/ and web/. Give this to that one.';
  }
  if (room === 'root' && !IN_ROOT.test(name)) {
    return "a feature's root holds contract, estados, rules, policy, errors, routes, historial (.ts) and reference.json. Does it run on the server only (server/) or in the browser only (web/)? Otherwise put it in the one of those that says what it is.";
  }
  if (room === 'kinds' && !IN_KINDS.test(name)) {
    return `${KINDS}/ holds kebab-case .ts files, one a kind.`;
  }
  if (room === 'kinds' && !IN_ROOT.test(name) && !onlyKind(read())) {
    return `a file of ${KINDS}/ exports one kind (export const x = define…({) and nothing else. What several share goes to contract.ts beside it.`;
  }
  if (room === 'server' && !IN_SERVER.test(name)) {
    return 'server/ holds feature, handlers, service, data, reading, present, http, jobs, mails, textos, seed, document, hojas, ocr (.ts) and *.typ. What could serve another product goes to platform/server.';
  }
  if (room === 'server' && name === 'handlers.ts' && !onlyHandlers(read())) {
    return 'a file of handlers holds handle(…) and exports …Handlers, nothing else. What it does and others may ask is a function of service.ts beside it.';
  }
  if (room === 'web' && !IN_WEB.test(name)) return WEB_HOLDS;
  return room === 'screens' && !IN_SCREENS.test(name)
    ? 'screens and components are kebab-case .tsx files, with an optional .module.css.'
    : null;
};

/** What is wrong with where a file of src/features is, or with how it is called; null when nothing is. */
export const problemOf = (path: string, read: () => string): string | null => {
  const [feature = '', ...rest] = path.split('/');
  const name = rest.pop();
  if (name === undefined || !/^[a-z]+$/.test(feature)) {
    return `${FEATURES}/${feature}: a feature is one lower-case Spanish noun, like soporte.`;
  }
  let room: Room = 'root';
  let at = `${FEATURES}/${feature}`;
  for (const [depth, folder] of rest.entries()) {
    at += `/${folder}`;
    const inside = roomIn(room, folder, depth);
    if ('wrong' in inside) return `${at}: ${inside.wrong}`;
    room = inside.room;
  }
  const wrong = wrongIn(room, name, rest.length, read);
  return wrong && `${at}/${name}: ${wrong}`;
};

/** The features that lack their manifest, and those that have one and are listed as having none. */
export const findNoManifest = (
  paths: readonly string[],
  listed: Readonly<Record<string, string>>,
): string[] => {
  const features = [...new Set(paths.map((path) => path.split('/')[0] ?? ''))];
  return features
    .filter((name) => paths.includes(`${name}/server/feature.ts`) === name in listed)
    .map(
      (name) =>
        `${FEATURES}/${name}: a feature says in server/feature.ts what it is (docs/ARCHITECTURE.md, "A new feature"); one that has nothing to say is in NO_MANIFEST of this script, and only then.`,
    );
};

if (import.meta.main) {
  const dir = join(ROOT, FEATURES);
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(dir, name)).isFile(),
  );
  const problems = files.map((name) =>
    problemOf(name, () => readFileSync(join(dir, name), 'utf8')),
  );
  // A folder that is out of place is said once, whatever it holds.
  report([
    ...new Set(problems.filter((problem) => problem !== null)),
    ...findNoManifest(files, NO_MANIFEST),
  ]);
}
