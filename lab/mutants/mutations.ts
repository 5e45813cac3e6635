import {
  isArrayLiteralExpression,
  isAwaitExpression,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isExportDeclaration,
  isExpressionStatement,
  isIfStatement,
  isImportDeclaration,
  isInterfaceDeclaration,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isPrefixUnaryExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSpreadAssignment,
  isSpreadElement,
  isStringLiteral,
  isTemplateExpression,
  isTypeAliasDeclaration,
  isTypeNode,
  isVariableDeclaration,
  isWhileStatement,
  type Node,
  type SourceFile,
  SyntaxKind,
} from "typescript/unstable/ast";

/** One small fault that somebody could have written. */
export interface Mutant {
  /** Relative to the repository. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly line: number;
  /** The code and its replacement, on one line, which stay the same as long as the code does. */
  readonly change: string;
}

/** The number of characters of the line that are shown before and after a change. */
const AROUND = 30;

/** All mutants of a file. Types, sentences for people and lines of a log are left alone. */
export function mutantsIn(source: SourceFile, file: string): Mutant[] {
  const mutants: Mutant[] = [];
  const { text } = source;
  const startOf = (node: Node) => node.getStart(source);
  const textOf = (node: Node) => text.slice(startOf(node), node.end);
  const addAt = (start: number, end: number, replacement: string): void => {
    const from = Math.max(text.lastIndexOf("\n", start - 1) + 1, start - AROUND);
    const to = Math.min(`${text}\n`.indexOf("\n", end), end + AROUND);
    const after = text.slice(from, start) + replacement + text.slice(end, to);
    const line = text.slice(0, start).split("\n").length;
    const change = `${short(text.slice(from, to))} → ${short(after)}`;
    mutants.push({ file, start, end, replacement, line, change });
  };
  const add = (node: Node, replacement: string): void => addAt(startOf(node), node.end, replacement);

  const visit = (node: Node): void => {
    if (isForTypesOnly(node) || isProse(node) || isLogged(node)) return;
    if (isBinaryExpression(node)) {
      const other = OTHER_OPERATOR.get(node.operatorToken.kind);
      if (other !== undefined) add(node.operatorToken, other);
      if (node.operatorToken.kind === SyntaxKind.QuestionQuestionToken) add(node, textOf(node.left));
    } else if (isIfStatement(node) || isWhileStatement(node)) {
      add(node.expression, `!(${textOf(node.expression)})`);
    } else if (isConditionalExpression(node)) {
      const { condition, whenTrue, whenFalse } = node;
      add(node, `${textOf(condition)} ? ${textOf(whenFalse)} : ${textOf(whenTrue)}`);
    } else if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) {
      add(node, textOf(node.operand));
    } else if (isReturnStatement(node)) {
      if (node.expression === undefined) add(node, "{}");
      else if (!SIMPLE.has(node.expression.kind) && textOf(node.expression) !== "undefined")
        add(node, "return;");
    } else if (isExpressionStatement(node)) {
      const done = isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
      if (isCallExpression(done) && done.expression.kind !== SyntaxKind.SuperKeyword) add(node, "{}");
    } else if (isCallExpression(node)) {
      const [last, previous] = node.arguments.toReversed();
      if (last !== undefined) addAt(previous?.end ?? startOf(last), last.end, "");
    } else if (isSpreadElement(node)) {
      add(node, "...[]");
    } else if (isSpreadAssignment(node)) {
      add(node, "...{}");
    } else if (isNumericLiteral(node)) {
      add(node, String(Number(node.text) + 1));
    } else if (node.kind === SyntaxKind.TrueKeyword || node.kind === SyntaxKind.FalseKeyword) {
      add(node, node.kind === SyntaxKind.TrueKeyword ? "false" : "true");
    } else if (isArrayLiteralExpression(node)) {
      if (node.elements.length > 0 && !isTarget(node)) add(node, "[]");
    } else if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) {
      if (node.text !== "" && !isName(node)) add(node, '""');
    } else if (isTemplateExpression(node)) {
      add(node, '""');
    }
    node.forEachChild(visit);
  };
  source.forEachChild(visit);
  return mutants;
}

const OTHER_OPERATOR: ReadonlyMap<SyntaxKind, string> = new Map([
  [SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [SyntaxKind.LessThanToken, "<="],
  [SyntaxKind.LessThanEqualsToken, "<"],
  [SyntaxKind.GreaterThanToken, ">="],
  [SyntaxKind.GreaterThanEqualsToken, ">"],
  [SyntaxKind.AmpersandAmpersandToken, "||"],
  [SyntaxKind.BarBarToken, "&&"],
  [SyntaxKind.MinusToken, "+"],
  [SyntaxKind.PlusToken, "-"],
]);

/** Returned values that are as good as none, or have a mutant of their own. */
const SIMPLE: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.TrueKeyword,
  SyntaxKind.FalseKeyword,
  SyntaxKind.NullKeyword,
  SyntaxKind.StringLiteral,
  SyntaxKind.NumericLiteral,
  SyntaxKind.ArrayLiteralExpression,
  SyntaxKind.TemplateExpression,
]);

function isForTypesOnly(node: Node): boolean {
  return (
    isTypeNode(node) ||
    isInterfaceDeclaration(node) ||
    isTypeAliasDeclaration(node) ||
    isImportDeclaration(node) ||
    isExportDeclaration(node)
  );
}

const FOR_PEOPLE = new Set(["docs", "message", "title", "description", "what", "why", "reason"]);

/** True if a node is a sentence that people read, or the documentation of a rule. */
function isProse(node: Node): boolean {
  if (isPropertyAssignment(node) || isVariableDeclaration(node)) {
    return FOR_PEOPLE.has(node.name.getText());
  }
  if (isCallExpression(node)) return /^(?:\w+\.)*t$/.test(node.expression.getText());
  const isText = isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isTemplateExpression(node);
  return isText && /[a-z}"] [\w$"]+ [\w$"]/i.test(node.getText());
}

/** True if a statement only writes to a log. */
function isLogged(node: Node): boolean {
  return (
    isExpressionStatement(node) &&
    isCallExpression(node.expression) &&
    /(?:^|\.)(?:log|console)\??\.\w+$/.test(node.expression.expression.getText())
  );
}

/** True if a text is the name of a property. */
function isName(node: Node): boolean {
  return isPropertyAssignment(node.parent) && node.parent.name === node;
}

/** True if an array is the target of a destructuring assignment. */
function isTarget(node: Node): boolean {
  const { parent } = node;
  return (
    isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === SyntaxKind.EqualsToken
  );
}

function short(code: string): string {
  const line = code.trim().replace(/\s+/g, " ");
  return line.length > 100 ? `${line.slice(0, 50)}…${line.slice(-49)}` : line;
}
