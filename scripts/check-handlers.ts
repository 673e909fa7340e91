/**
 * A handler reads as a sentence: who, what comes in, one act, what goes out. One that has grown past that does something
 * that is an act of its feature, and belongs in `service.ts`. Run by `npm run validate`.
 */
import ts from 'typescript';
import { readSources, report } from './checks.ts';

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
  const files = readSources('src/features').filter(({ name }) => name.endsWith('/handlers.ts'));
  report(
    files.flatMap((file) =>
      findLong(file.text).map(
        ({ name, line, lines }) =>
          `src/features/${file.name}:${line}: the handler of ${name} has ${lines} lines (${MOST} at most). What it does is a function of service.ts beside it; leave who, what comes in, one act, what goes out.`,
      ),
    ),
  );
}
