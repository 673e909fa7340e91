/**
 * Who may is decided in one place: a role is compared in files called `policy.ts` only. Everything else – handlers,
 * routes, menus, buttons – asks one of their functions, so that both sides answer the same.
 * Run by `npm run validate`.
 */
import ts from 'typescript';
import { readSources, report } from './checks.ts';

const EQUALITY = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);
const ROLES = new Set(['Admin', 'Escolar']);

/** Without what changes nothing: parentheses, casts, `?? …`. */
const bare = (node: ts.Expression): ts.Expression => {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return bare(node.expression);
  if (ts.isNonNullExpression(node)) return bare(node.expression);
  return ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken
    ? bare(node.left)
    : node;
};

/** `x.role`, or a variable that was taken out of one. */
const isRoleOf = (node: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(node) && node.name.text === 'role';
const isRole = (given: ts.Expression): boolean => {
  const node = bare(given);
  return isRoleOf(node) || (ts.isIdentifier(node) && node.text === 'role');
};

/** What only who decides compares a role with; a filter's `ninguno` and a form's empty choice are no roles. */
const isAnswer = (given: ts.Expression): boolean => {
  const node = bare(given);
  return (
    node.kind === ts.SyntaxKind.NullKeyword ||
    (ts.isIdentifier(node) && node.text === 'undefined') ||
    (ts.isStringLiteral(node) && ROLES.has(node.text))
  );
};

const decides = (node: ts.Node): boolean => {
  if (ts.isBinaryExpression(node) && EQUALITY.has(node.operatorToken.kind)) {
    const { left, right } = node;
    return (
      isRoleOf(bare(left)) ||
      isRoleOf(bare(right)) ||
      (isRole(left) && isAnswer(right)) ||
      (isRole(right) && isAnswer(left))
    );
  }
  if (ts.isSwitchStatement(node)) return isRole(node.expression);
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    ['includes', 'has', 'indexOf'].includes(node.expression.name.text) &&
    node.arguments.some(isRole)
  );
};

const each = (node: ts.Node, visit: (node: ts.Node) => void): void => {
  visit(node);
  ts.forEachChild(node, (child) => each(child, visit));
};

/** Lines of a source (from 1) in which a role is compared, with what they say. */
export const findDecisions = (path: string, text: string): { line: number; said: string }[] => {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: { line: number; said: string }[] = [];
  each(source, (node) => {
    if (!decides(node)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push({ line: line + 1, said: node.getText().slice(0, 80) });
  });
  return found;
};

if (import.meta.main) {
  report(
    readSources('src')
      .filter(({ name }) => !/(^|\/)policy\.ts$/.test(name))
      .flatMap(({ name, text }) =>
        findDecisions(name, text).map(
          ({ line, said }) =>
            `src/${name}:${line}: ${said} decides by a role. Ask a function of the feature's policy.ts (or write it there): the server and the screens then give the same answer.`,
        ),
      ),
  );
}
