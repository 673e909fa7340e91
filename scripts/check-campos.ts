/**
 * What is of one kind of field is in the file of the kind (src/features/plantillas/formulario/campos): nobody else asks
 * which kind a field is. Run by `npm run validate`.
 */
import ts from 'typescript';
import { CLASES } from '../src/features/plantillas/formulario/campos/rules.ts';
import { readSources, report } from './checks.ts';

const KINDS_FOLDER = /(^|\/)formulario\/campos\//;

const EQUALITY = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

/** `x.tipo`, or a variable that was taken out of one. */
const isTipo = (node: ts.Node): boolean =>
  (ts.isPropertyAccessExpression(node) && node.name.text === 'tipo') ||
  (ts.isIdentifier(node) && node.text === 'tipo');

/** Lines of a source (from 1) in which somebody asks for one of these kinds of field, with what they say. */
export const findKinds = (
  text: string,
  tipos: ReadonlySet<string>,
): { line: number; said: string }[] => {
  const source = ts.createSourceFile(
    'x.tsx',
    text,
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
  const names = (node: ts.Node): boolean => ts.isStringLiteralLike(node) && tipos.has(node.text);
  const asks = (node: ts.Node): boolean => {
    if (ts.isBinaryExpression(node) && EQUALITY.has(node.operatorToken.kind)) {
      const { left, right } = node;
      return (isTipo(left) && names(right)) || (isTipo(right) && names(left));
    }
    if (ts.isSwitchStatement(node)) {
      return (
        isTipo(node.expression) &&
        node.caseBlock.clauses.some((clause) => ts.isCaseClause(clause) && names(clause.expression))
      );
    }
    // ['texto', 'textoLargo'].includes(campo.tipo)
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const list = node.expression.expression;
      return (
        node.arguments.some(isTipo) &&
        ts.isArrayLiteralExpression(list) &&
        list.elements.some(names)
      );
    }
    // Extract<Campo, { tipo: 'numero' }>
    return (
      ts.isPropertySignature(node) &&
      node.name.getText() === 'tipo' &&
      node.type !== undefined &&
      ts.isLiteralTypeNode(node.type) &&
      names(node.type.literal)
    );
  };
  const found: { line: number; said: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (asks(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ line: line + 1, said: node.getText().split('\n')[0] ?? '' });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

if (import.meta.main) {
  const tipos = new Set<string>(CLASES.map(({ tipo }) => tipo));
  report(
    ['src', 'tests/factories'].flatMap((dir) =>
      readSources(dir)
        .filter(({ name }) => !KINDS_FOLDER.test(name))
        .flatMap(({ name, text }) =>
          findKinds(text, tipos).map(
            ({ line, said }) =>
              `${dir}/${name}:${line}: ${said} asks for a kind of field. Ask the kind (claseOf, or a function of formulario/rules.ts), and say in each file of formulario/campos what is so of it.`,
          ),
        ),
    ),
  );
}
