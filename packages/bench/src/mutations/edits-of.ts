import ts from 'typescript'
import type { Edit } from './edit.ts'
import { methods, operators, truths } from './operators.ts'
import { patternEdits } from './pattern-edits.ts'

type Made = readonly [operator: string, from: ts.Node | number, to: number, replacement: string]

/** The mistakes that can be made at one node, those of its children left to them. */
export function editsOf(node: ts.Node, source: ts.SourceFile): Edit[] {
  return made(node, source).map(([operator, from, end, replacement]) => ({
    operator,
    node,
    start: typeof from === 'number' ? from : from.getStart(source),
    end,
    replacement,
  }))
}

function made(node: ts.Node, source: ts.SourceFile): Made[] {
  if (ts.isExpression(node)) {
    return [...conditionEdits(node), ...expressionEdits(node, source)]
  }
  if (ts.isBlock(node)) return canBeEmptied(node) ? [['block', node, node.end, '{}']] : []
  const isOnly = ts.isBlock(node.parent) && node.parent.statements.length === 1
  return ts.isExpressionStatement(node) && !isOnly && !isSuperCall(node)
    ? [['statement', node, node.end, '']]
    : []
}

function canBeEmptied({ statements, parent }: ts.Block): boolean {
  return statements.length > 0 && !ts.isConstructorDeclaration(parent)
}

function isSuperCall({ expression }: ts.ExpressionStatement): boolean {
  return (
    ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword
  )
}

/** A condition that always holds, or never. */
function conditionEdits(node: ts.Expression): Made[] {
  const { parent } = node
  const isLoop = ts.isForStatement(parent) && parent.condition === node
  const isLoopTest = isLoop || (ts.isWhileStatement(parent) && parent.expression === node)
  const isTest =
    (ts.isIfStatement(parent) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node)
  const isTruth = ts.isBinaryExpression(node) && truths.has(node.operatorToken.kind)
  if (!isLoopTest && !isTest && !isTruth) return []
  // A loop without an end only shows that tests end.
  return (isLoopTest ? ['false'] : ['true', 'false']).map((text) => [
    'condition',
    node,
    node.end,
    text,
  ])
}

function expressionEdits(node: ts.Expression, source: ts.SourceFile): Made[] {
  if (ts.isBinaryExpression(node)) return binaryEdits(node, source)
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    return unaryEdits(node, source)
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [['truth', node, node.end, 'false']]
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [['truth', node, node.end, 'true']]
  if (ts.isRegularExpressionLiteral(node)) {
    const first = node.getStart(source)
    return patternEdits(node.text).map(({ operator, start, end, replacement }) => [
      operator,
      first + start,
      first + end,
      replacement,
    ])
  }
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
    const text = node.getText(source)
    // A sentence is for people, and may change.
    if (/\w \w/.test(text)) return []
    return [['text', node, node.end, text.length === 2 ? "'other'" : "''"]]
  }
  if (ts.isArrayLiteralExpression(node)) {
    return [['list', node, node.end, node.elements.length === 0 ? "['other']" : '[]']]
  }
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.length === 0 ? [] : [['object', node, node.end, '{}']]
  }
  if (ts.isArrowFunction(node)) {
    const { body } = node
    return ts.isBlock(body) ? [] : [['function', body, body.end, 'undefined']]
  }
  return accessEdits(node, source)
}

function binaryEdits(node: ts.BinaryExpression, source: ts.SourceFile): Made[] {
  const { operatorToken, left, right } = node
  const known = operators.get(operatorToken.kind)
  // Texts are joined; nothing else is done to them.
  if (!known || isText(left) || isText(right)) return []
  const [operator, become] = known
  // Another operator binds otherwise: each side stays together.
  const [first, second] = [left, right].map((side) =>
    ts.isBinaryExpression(side) ? `(${side.getText(source)})` : side.getText(source),
  )
  return become.map((text) => [operator, node, node.end, `(${first} ${text} ${second})`])
}

function isText(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
}

function unaryEdits(
  node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression,
  source: ts.SourceFile,
): Made[] {
  const { operand } = node
  const isPrefix = ts.isPrefixUnaryExpression(node)
  const start = isPrefix ? node.getStart(source) : operand.end
  const end = isPrefix ? operand.getStart(source) : node.end
  if (node.operator === ts.SyntaxKind.ExclamationToken) return [['negation', start, end, '']]
  const [operator, become] = operators.get(node.operator) ?? ['', []]
  return become.map((text) => [operator, start, end, text])
}

function accessEdits(node: ts.Expression, source: ts.SourceFile): Made[] {
  const edits: Made[] = []
  const isAccess = ts.isPropertyAccessExpression(node)
  if (isAccess || ts.isElementAccessExpression(node) || ts.isCallExpression(node)) {
    const { questionDotToken } = node
    if (questionDotToken) {
      edits.push(['optional', questionDotToken, questionDotToken.end, isAccess ? '.' : ''])
    }
  }
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression
    const other = methods.get(name.text)
    if (other) edits.push(['method', name, name.end, other])
    if (other === '') edits.push(['method', expression.end, node.end, ''])
  }
  return edits.map(([operator, from, to, replacement]) => [
    operator,
    typeof from === 'number' ? from : from.getStart(source),
    to,
    replacement,
  ])
}
