/**
 * Finds tables looked up by any name: `TABLE[name]`, with `TABLE: Record<string, …> = { … }`, also finds what
 * every object inherits (`constructor`, `toString`), and a name that comes from outside may be one of those.
 * Run by `npm run validate`. A table is a Map, is keyed by a closed type (`Record<Estado, …>`), or is asked through
 * `lookUp` of platform/shared/look-up.ts.
 */
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { readSources, report, type Source } from './checks.ts';

const OPEN_KEYS = /\bRecord<string,|\{\s*(readonly )?\[\w+: string\]/;

/** Whether a variable is a table with open keys: so annotated, and written out (or read from a file of data). */
const isTable = ({ type, initializer }: ts.VariableDeclaration): boolean => {
  if (!type || !initializer || !OPEN_KEYS.test(type.getText())) return false;
  if (ts.isPropertyAccessExpression(initializer)) return true;
  return (
    ts.isObjectLiteralExpression(initializer) &&
    initializer.properties.length > 0 &&
    !initializer.properties.some(ts.isSpreadAssignment)
  );
};

const each = (node: ts.Node, visit: (node: ts.Node) => void): void => {
  visit(node);
  ts.forEachChild(node, (child) => each(child, visit));
};

/** Names of the tables that a file declares. */
const tablesOf = (source: ts.SourceFile): Set<string> => {
  const names = new Set<string>();
  each(source, (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && isTable(node)) {
      names.add(node.name.text);
    }
  });
  return names;
};

/** Names under which a file knows tables: its own, and the ones it imports. */
const known = (
  path: string,
  source: ts.SourceFile,
  declared: ReadonlyMap<string, ReadonlySet<string>>,
): Set<string> => {
  const names = new Set(declared.get(path));
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const from = (statement.moduleSpecifier as ts.StringLiteral).text;
    const exported = declared.get(join(dirname(path), from));
    const bindings = statement.importClause?.namedBindings;
    if (!exported || !bindings || !ts.isNamedImports(bindings)) continue;
    for (const { name, propertyName } of bindings.elements) {
      if (exported.has((propertyName ?? name).text)) names.add(name.text);
    }
  }
  return names;
};

/** Whether the look-up's own statement asks first whether the name is the table's. */
const isGuarded = (node: ts.Node, table: string): boolean => {
  let statement = node;
  while (statement.parent && !ts.isStatement(statement)) statement = statement.parent;
  return statement.getText().includes(`Object.hasOwn(${table},`);
};

/** Where tables with open keys are looked up by any name. */
export const findLookups = (sources: readonly Source[]): string[] => {
  const files = sources.map(({ name, text }) => ({
    name,
    source: ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true),
  }));
  const declared = new Map(files.map(({ name, source }) => [name, tablesOf(source)]));
  const problems: string[] = [];
  for (const { name, source } of files) {
    const tables = known(name, source, declared);
    each(source, (node) => {
      if (!ts.isElementAccessExpression(node)) return;
      let inner: ts.Expression = node.expression;
      while (ts.isParenthesizedExpression(inner) || ts.isAsExpression(inner))
        inner = inner.expression;
      const table = ts.isIdentifier(inner) ? inner.text : '';
      if (!tables.has(table) || ts.isLiteralExpression(node.argumentExpression)) return;
      if (isGuarded(node, table)) return;
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      problems.push(
        `src/${name}:${line + 1}: ${node.getText()} also finds «constructor» and the like. Make ${table} a Map, give it closed keys, or ask lookUp(${table}, …) of platform/shared/look-up.ts.`,
      );
    });
  }
  return problems;
};

if (import.meta.main) report(findLookups(readSources('src')));
