import ts from 'typescript'
import type { Edit } from './edit.ts'
import { editsOf } from './edits-of.ts'
import type { Mutant } from './mutant.ts'
import { question } from './question.ts'

/** A source that holds all its mutants, and the mutants. */
export interface Instrumented {
  readonly text: string
  readonly mutants: readonly Mutant[]
}

/**
 * Puts every mutant of a source into it, behind a question each, so that one transformed source
 * serves for all of them. The first mutant gets the id `firstId`.
 */
export function instrument(file: string, text: string, firstId: number): Instrumented {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const edits = findEdits(source)
  const sites = new Map<ts.Node, string[]>()
  const mutants = edits.map((edit, index) => {
    const id = firstId + index
    const site = siteOf(edit.node)
    const start = site.getStart(source)
    const changed =
      text.slice(start, edit.start) + edit.replacement + text.slice(edit.end, site.end)
    sites.set(site, [...(sites.get(site) ?? []), `${question}(${id})`, changed])
    return describe(id, file, edit, source)
  })
  return { text: render(source, source, sites), mutants }
}

function findEdits(source: ts.SourceFile): Edit[] {
  const edits: Edit[] = []
  const visit = (node: ts.Node) => {
    if (isOfTypes(node)) return
    if (!isName(node)) edits.push(...editsOf(node, source))
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(source, visit)
  return edits.toSorted((one, other) => one.start - other.start)
}

/** Whether a node is gone once types are stripped, or only loads another file. */
function isOfTypes(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node)
  )
}

function isName(node: ts.Node): boolean {
  return ts.isPropertyAssignment(node.parent) && node.parent.name === node
}

/** The nearest place around a node where either of two texts can stand. */
function siteOf(node: ts.Node): ts.Node {
  const { parent } = node
  if (ts.isBlock(node) || ts.isExpressionStatement(node)) return node
  return ts.isExpression(node) && canBeChosen(node, parent) ? node : siteOf(parent)
}

function canBeChosen(node: ts.Expression, parent: ts.Node): boolean {
  if (ts.isSpreadElement(node)) return false
  // A call needs what it is a method of, and a chain ends all together.
  if (ts.isCallExpression(parent) || ts.isPropertyAccessExpression(parent)) {
    return parent.expression !== node
  }
  if (ts.isElementAccessExpression(parent) || ts.isNonNullExpression(parent)) {
    return parent.expression !== node
  }
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) {
    return parent.operator === ts.SyntaxKind.ExclamationToken
  }
  return !(ts.isBinaryExpression(parent) && parent.left === node && isAssignment(parent))
}

function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
}

/** The text of a node, with the choices that are made in it. */
function render(
  node: ts.Node,
  source: ts.SourceFile,
  sites: ReadonlyMap<ts.Node, readonly string[]>,
): string {
  const { text } = source
  let rendered = ''
  let position = ts.isSourceFile(node) ? 0 : node.getStart(source)
  ts.forEachChild(node, (child) => {
    rendered += text.slice(position, child.getStart(source)) + render(child, source, sites)
    position = child.end
  })
  rendered += text.slice(position, node.end)
  const choices = sites.get(node) ?? []
  // In braces: the line before it may lack a semicolon.
  if (ts.isExpressionStatement(node)) return `{${chooseStatement(choices, rendered)}}`
  if (ts.isBlock(node))
    return choices.length > 0 ? `{${chooseStatement(choices, rendered)}}` : rendered
  return choices.length > 0 ? `(${chooseExpression(choices, rendered)})` : rendered
}

function chooseStatement(choices: readonly string[], otherwise: string): string {
  const [asked, changed, ...more] = choices
  return asked === undefined
    ? otherwise
    : `if (${asked}) {${changed}} else {${chooseStatement(more, otherwise)}}`
}

function chooseExpression(choices: readonly string[], otherwise: string): string {
  const [asked, changed, ...more] = choices
  return asked === undefined
    ? `(${otherwise})`
    : `${asked} ? (${changed}) : ${chooseExpression(more, otherwise)}`
}

function describe(id: number, file: string, edit: Edit, source: ts.SourceFile): Mutant {
  const { text } = source
  const lineStart = text.lastIndexOf('\n', edit.start - 1) + 1
  const rest = text.indexOf('\n', edit.end)
  const lineEnd = rest < 0 ? text.length : rest
  const oneLine = (lines: string) => lines.replace(/\s+/g, ' ').trim()
  return {
    id,
    file,
    line: source.getLineAndCharacterOfPosition(edit.start).line + 1,
    operator: edit.operator,
    before: oneLine(text.slice(lineStart, lineEnd)),
    after: oneLine(
      text.slice(lineStart, edit.start) + edit.replacement + text.slice(edit.end, lineEnd),
    ),
  }
}
