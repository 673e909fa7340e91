/**
 * One word for one thing (docs/glossary.md, docs/decisions/0044): words that were retired do not come back, a callable's
 * name says of what it is, what is printed for people is never taken apart again, and the browser's own way of doing what
 * the house does (fields of dates, dragging) is not taken.
 * Run by `npm run validate`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT, report } from './checks.ts';

type Retired = {
  /** The whole identifier, or a whole text between quotes; with `_` also within SQL. */
  pattern: RegExp;
  /** What to write instead. */
  use: string;
  /** Where the word has its one meaning. */
  butIn?: RegExp;
};

const RETIRED: readonly Retired[] = [
  {
    pattern: /^(?!presolicitud)\w*solicitud(?!posgrado)\w*$/i,
    use: 'a solicitud is what somebody asks of the school (posgrado). A request is a petición (peticionId), what one fills in to enrol is the borrador of an inscripción, an account that asks for a file is a vinculación.',
    butIn:
      /^src\/features\/(posgrado\/|arco\/(copias|supresion)\/server\/handlers\.test\.ts$|soporte\/(contextos\/rules|server\/handlers\.test)\.ts$)|^tests\/([a-z0-9]+\/)?(posgrado|evaluacion|lugares|publicacion-muerta|concurso|recomendacion|escuela)\b|^bench\/posgrado\.ts$/,
  },
  {
    pattern: /^(hechos|Hechos|hechosOf|hechosSchema)$/,
    use: 'hechos are the facts that a regla looks at. How far a job has come is its avance, what a batch changed is cambiadas.',
    // A feature's manifest gives them, by the slot of that name.
    butIn:
      /^src\/features\/((plantillas|inscripciones|posgrado)\/|[a-z]+\/(hechos\/|server\/feature\.ts$))|^tests\/(factories\/(app|reglas|lugares)|reglas(-en-el-portal)?\.test|concurrency\/(reglas|simulacion)\.pg\.test)\.ts$|^bench\/inscritos\.ts$/,
  },
  {
    pattern: /^([hH]ech[oa]|hechas)$/,
    use: 'a job is terminado, an import terminada, the row of a batch cambiada, what came of an act its resultado.',
  },
  {
    pattern: /^(?!\w*(work|spread|style)sheet)\w*sheet(?!Data$|s?Id$)\w*$/i,
    use: 'a list as a spreadsheet is a hoja (defineHoja); a sheet of a workbook is a worksheet, a file of somebody’s a spreadsheet.',
    butIn: /^tests\/cards\//,
  },
  {
    pattern: /^(creada|created)(_en|_at|En)$/,
    use: 'a row was written at creado_en (creadoEn), whatever its table’s gender.',
  },
  {
    pattern: /^(actualizada|cambiado|cambiada|updated)(_en|_at|En)$/,
    use: 'a row was last changed at actualizado_en (actualizadoEn).',
  },
  {
    pattern: /^(vence|caduca|(expira|expires|caduca)(_en|_at|En|At))$/,
    use: 'what ends does at vence_en (venceEn).',
  },
  {
    pattern: /^[a-z]+(_[a-z]+)*_at$/,
    use: 'a moment’s column ends in _en: ultimo_ingreso_en, revocado_en.',
  },
];

/** What people read that has another word now: docs/glossary.md, «What people read». */
const UNSAID: readonly { pattern: RegExp; use: string }[] = [
  { pattern: /\brengl[oó]n(es)?\b/i, use: 'what a table or a file has are filas.' },
  {
    pattern: /administraci[oó]n del portal/i,
    use: 'whom one writes to is la escuela; who reviews files and enrolments, Control Escolar.',
  },
  {
    pattern: /\brestablecimiento de\b|enviar restablecimiento/i,
    use: 'a password is restablecida: «Restablecer su contraseña».',
  },
  { pattern: /columnas del principio/i, use: '«Volver a las columnas iniciales».' },
  { pattern: /\by otr[oa]s $/i, use: '«y 15 más», which needs no gender.' },
  {
    pattern: /^ h(?![\p{L}\d])/u,
    use: 'a time and its unit stay on one line: a no-break space (\\u00a0h).',
  },
];

/** Names of callables that the specification gives. */
const GIVEN = new Set(['getTextFromImage', 'setCurpUserNew', 'setCurpUserTransaction']);

const VERBS =
  /^(accept|apply|archive|assign|cancel|change|check|confirm|create|decide|declare|delete|describe|disable|discard|end|get|hide|link|list|preview|publish|refresh|rehearse|remove|renew|reorder|replace|request|resend|reset|retry|review|save|send|set|sign|start|submit|undo|update|verify|withdraw)(?=[A-Z])/;
/** Nouns that say nothing alone once there are 150 callables: of what? */
const GENERAL =
  /^(To|Of|Mi|Item|Items|Elementos?|Activo|Inactivo|Role|Rol|Disabled|Uso|Usos|Ramas?|Borrador(es)?|Estado|Datos?|Listas?|Documentos?|Archivos?|Codigos?|Fotos?|Textos?|Contactos?|Accesos?|Discrepancias|Sensibles|Notas?|Tipos?|Nombres?|Orden|Version|Versiones|Historia|Reset|Verificacion)$/;

/** What is wrong with a callable's name, or null. */
const nameProblem = (name: string): string | null => {
  if (GIVEN.has(name)) return null;
  if (!VERBS.test(name)) {
    return `${name}: a callable's name begins with a verb of this script's list (add one if there is none that says it).`;
  }
  const nouns = name.replace(VERBS, '').match(/[A-Z][a-z0-9]*/g) ?? [];
  return nouns.every((noun) => GENERAL.test(noun))
    ? `${name}: of what? A callable's name ends with what it is about, in full, as the glossary calls it: getItemCatalogo, saveBorradorInscripcion.`
    : null;
};

/** What begins the browser's own dragging; files that are dropped on something come without. */
const DRAGS = /^(draggable|onDragStart|onDrag|onDragEnd)$/;

/** What makes a text for people out of data. */
const PRINTS = /^(format|describe|explain|messageOf$|properName$|momentoDe$)|\.palabra$/;
const TAKES_APART =
  /^(split|replace|replaceAll|match|matchAll|slice|substring|startsWith|endsWith|includes|indexOf|at|charAt)$/;

const isPrinted = (node: ts.Expression): boolean => {
  if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node)) {
    return isPrinted(node.expression);
  }
  if (!ts.isCallExpression(node)) return false;
  if (ts.isIdentifier(node.expression)) return PRINTS.test(node.expression.text);
  return (
    ts.isPropertyAccessExpression(node.expression) && PRINTS.test(`.${node.expression.name.text}`)
  );
};
const isMessage = (node: ts.Expression): boolean => {
  const name = ts.isIdentifier(node)
    ? node.text
    : ts.isPropertyAccessExpression(node)
      ? node.name.text
      : '';
  return name === 'mensaje' || name === 'message';
};
const isText = (node: ts.Expression): boolean =>
  ts.isStringLiteralLike(node) || (ts.isIdentifier(node) && /^[A-Z][A-Z_]+$/.test(node.text));

/** What reads a printed text back, as it is written; null for anything else. */
const readsBack = (node: ts.Node): string | null => {
  if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    TAKES_APART.test(node.expression.name.text) &&
    isPrinted(node.expression.expression)
  ) {
    return node.getText();
  }
  if (
    ts.isBinaryExpression(node) &&
    /^[!=]==?$/.test(node.operatorToken.getText()) &&
    ((isMessage(node.left) && isText(node.right)) || (isMessage(node.right) && isText(node.left)))
  ) {
    return node.getText();
  }
  return null;
};

type Problem = { line: number; said: string };

const retiredIn = (file: string, word: string): Retired | undefined =>
  RETIRED.find(({ pattern, butIn }) => pattern.test(word) && !butIn?.test(file));

/** A class of a style sheet is named after what it looks like. */
const isStyle = (node: ts.Identifier): boolean =>
  ts.isPropertyAccessExpression(node.parent) &&
  node.parent.name === node &&
  node.parent.expression.getText() === 'styles';

/** What is wrong with the names in a source; `file` is its path from the root. */
export const findNames = (file: string, text: string): Problem[] => {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found: Problem[] = [];
  const say = (node: ts.Node, said: string) =>
    found.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, said });
  const word = (node: ts.Node, name: string) => {
    const retired = retiredIn(file, name);
    if (retired) say(node, `${name}: ${retired.use}`);
  };
  // What tests and measurements look at is what people read.
  const isProduct = file.startsWith('src/') && !/\.test\.tsx?$/.test(file);
  const isContract = /^src\/features\/.*contract\.ts$/.test(file);
  const unsaid = (node: ts.Node, text: string) => {
    // A text of its own that begins with a blank is part of none: it is looked for.
    if (ts.isStringLiteral(node) && text.startsWith(' ')) return;
    for (const { pattern, use } of UNSAID) {
      const [said] = pattern.exec(text) ?? [];
      if (said !== undefined) say(node, `«${said.trim()}»: ${use}`);
    }
  };
  const visit = (node: ts.Node): void => {
    if (isProduct && (ts.isJsxText(node) || ts.isStringLiteralLike(node))) unsaid(node, node.text);
    if (isProduct && (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))) {
      unsaid(node, node.text);
    }
    if (ts.isIdentifier(node) && !isStyle(node)) word(node, node.text);
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    ) {
      if (ts.isStringLiteralLike(node) && /^[a-z]\w*$/.test(node.text)) word(node, node.text);
      else for (const [name] of node.text.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)) word(node, name);
    }
    if (
      isContract &&
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'callable' &&
      node.arguments[0] &&
      ts.isObjectLiteralExpression(node.arguments[0])
    ) {
      for (const property of node.arguments[0].properties) {
        if (
          ts.isPropertyAssignment(property) &&
          property.name.getText() === 'name' &&
          ts.isStringLiteralLike(property.initializer)
        ) {
          const problem = nameProblem(property.initializer.text);
          if (problem) say(property, problem);
        }
      }
    }
    if (
      isProduct &&
      ts.isJsxAttribute(node) &&
      node.name.getText() === 'type' &&
      node.initializer &&
      ts.isStringLiteral(node.initializer) &&
      /^(date|datetime-local|month|time|week)$/.test(node.initializer.text)
    ) {
      say(
        node,
        `${node.initializer.text}: the browser's own field reads mm/dd/yyyy in an English browser. Take DateField, or a filter of kind 'dates'.`,
      );
    }
    if (
      isProduct &&
      ts.isJsxAttribute(node) &&
      DRAGS.test(node.name.getText()) &&
      node.initializer?.getText() !== '{false}'
    ) {
      say(
        node,
        `${node.name.getText()}: the browser's own dragging does nothing by finger nor by keyboard. Take Asa (platform/web/editor/asa.tsx).`,
      );
    }
    const back = isProduct ? readsBack(node) : null;
    if (back) {
      say(
        node,
        `${back.slice(0, 80)} reads what is printed for people. Take it from the data: a part that is wanted alone has its own function (formatHora), and what failed has a code (codeOf).`,
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/**
 * What is so on purpose: file, word (or text) and why. Only to be taken away from: a new one is mended, not listed.
 */
const ALLOWED: readonly { file: string; said: string; why: string }[] = [
  {
    file: 'src/platform/server/hojas/workbook.ts',
    said: 'sheet:',
    why: 'what OOXML calls the element',
  },
];

/** Old words are what these are about: tables as they were, and this list. */
const ABOUT_THEM = /^(tests\/(migrations|checks)\.test\.ts|scripts\/check-names\.ts)$/;

if (import.meta.main) {
  const files = ['src', 'tests', 'scripts', 'bench']
    .flatMap((dir) =>
      readdirSync(join(ROOT, dir), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${dir}/${name}`,
      ),
    )
    .filter((name) => /\.tsx?$/.test(name) && !ABOUT_THEM.test(name));
  const used = new Set<(typeof ALLOWED)[number]>();
  const problems = files.flatMap((file) =>
    findNames(file, readFileSync(join(ROOT, file), 'utf8')).flatMap(({ line, said }) => {
      const allowed = ALLOWED.find((one) => one.file === file && said.startsWith(one.said));
      if (allowed) used.add(allowed);
      return allowed ? [] : [`${file}:${line}: ${said}`];
    }),
  );
  for (const one of ALLOWED) {
    if (!used.has(one)) {
      problems.push(`${one.file}: «${one.said}» is no more: take it off the list of check-names.`);
    }
  }
  report(problems);
}
