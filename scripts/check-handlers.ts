/**
 * A handler reads as a sentence: who, what comes in, one act, what goes out. One that has grown past that does something
 * that is an act of its feature, and belongs in `service.ts`. Run by `npm run validate`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '..');

/** Lines that `handle(…)` may have, its first and its last counted. */
export const MOST = 22;

/** The handlers of a file that are longer, by the contract that they answer, with their first line (from 1). */
export const findLong = (text: string): { name: string; line: number; lines: number }[] => {
  const source = ts.createSourceFile('handlers.ts', text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const found: { name: string; line: number; lines: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'handle') {
      const line = lineOf(node.getStart());
      const lines = lineOf(node.getEnd()) - line + 1;
      if (lines > MOST) found.push({ name: node.arguments[0]?.getText() ?? '', line, lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

if (import.meta.main) {
  const files = readdirSync(join(ROOT, 'src/features'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('/handlers.ts'))
    .map((name) => `src/features/${name}`);
  const problems = files.flatMap((file) =>
    findLong(readFileSync(join(ROOT, file), 'utf8')).map(
      ({ name, line, lines }) =>
        `${file}:${line}: the handler of ${name} has ${lines} lines (${MOST} at most). What it does is a function of service.ts beside it; leave who, what comes in, one act, what goes out.`,
    ),
  );
  // A check that looks at nothing says that all is well.
  if (files.length === 0) problems.push('src/features: no handlers.ts was found.');
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    process.exit(1);
  }
}
