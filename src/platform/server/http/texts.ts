import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallError, type FieldErrors } from '../../shared/errors.ts';
import { textProblem } from '../../shared/text.ts';

/** Objects within objects that anything sent here may have; no contract needs half of it. */
const MAX_DEPTH = 40;

/**
 * What is wrong with the texts within a value that came from outside, by path ("persona.nombre");
 * line ends become "\n" where they are. Names of keys count as texts. Not recursive: what is sent
 * may be nested as deep as its size allows.
 */
export const receiveTexts = (root: unknown): FieldErrors => {
  const problems: FieldErrors = {};
  const note = (path: readonly string[], problem: string | null) => {
    if (problem !== null) problems[path.join('.')] ??= problem;
  };
  if (typeof root === 'string') note([], textProblem(root));
  const waiting: [value: unknown, path: string[]][] = [[root, []]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, path] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (path.length > MAX_DEPTH) {
      note(path.slice(0, 1), 'Los datos tienen demasiados niveles.');
      continue;
    }
    const container = value as Record<string, unknown>;
    for (const key of Object.keys(container)) {
      const inner = container[key];
      note(path, textProblem(key));
      if (typeof inner !== 'string') {
        waiting.push([inner, [...path, key]]);
        continue;
      }
      if (inner.includes('\r')) container[key] = inner.replace(/\r\n?/g, '\n');
      note([...path, key], textProblem(container[key] as string));
    }
  }
  return problems;
};

/** In a callable's words a field is named from `data` on. */
const withoutData = (problems: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(problems).map(([path, text]) => [path.replace(/^data(\.|$)/, ''), text]),
  );

/**
 * The one door of every text that comes from outside – bodies, addresses and queries of callables, of
 * the genuine client's wire and of plain routes alike: what no text may have is refused before anybody reads it,
 * so that no contract has to think of it. (Files are read by who receives them.)
 */
export const registerTexts = (app: FastifyInstance): void => {
  app.addHook('preValidation', async (request: FastifyRequest) => {
    // Nobody reads the query of an address that does not exist, or of a page.
    if (request.is404) return;
    const problems = withoutData({
      ...receiveTexts(request.params),
      ...receiveTexts(request.query),
      ...receiveTexts(request.body),
    });
    if (Object.keys(problems).length === 0) return;
    request.log.info({ reqId: request.id, route: request.routeOptions.url }, 'texto rechazado');
    throw new CallError(
      'INVALID_ARGUMENT',
      'Un dato lleva caracteres que no se admiten. Bórrelo y escríbalo de nuevo.',
      { code: 'texto-invalido', fields: problems },
    );
  });
};
