import { existsSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { contractResources } from './contract.ts'

/**
 * The text of the example of a method: `contacts.update`, `chatSessions.stream`, `request`. It is
 * the body of the function that the tests run.
 *
 * @throws Error when the method has no example.
 */
export function exampleText(id: string): string {
  const [resource = '', name = resource] = id.split('.')
  const { file } = contractResources.find((one) => one.name === resource) ?? { file: resource }
  const path = new URL(`../examples/${file}.ts`, import.meta.url)
  if (!existsSync(path)) throw new Error(`${id} has no example: write test/examples/${file}.ts`)
  const source = ts.createSourceFile(file, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const shown = shownIn(source, name)
  if (!shown?.body) throw new Error(`${id} has no example in test/examples/${file}.ts`)
  return withoutIndent(
    shown.body
      .getText(source)
      .replace(/^\{\n/, '')
      .replace(/\n *\}$/, ''),
  )
}

/** The function `shown` of what is called `name`: a member of the examples, or a constant. */
function shownIn(node: ts.Node, name: string): ts.MethodDeclaration | undefined {
  const isNamed = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)
  if (isNamed && node.name.getText() === name && node.initializer) {
    if (ts.isCallExpression(node.initializer)) return methodShown(node.initializer)
  }
  return ts.forEachChild(node, (child) => shownIn(child, name))
}

function methodShown(node: ts.Node): ts.MethodDeclaration | undefined {
  if (ts.isMethodDeclaration(node) && node.name.getText() === 'shown') return node
  return ts.forEachChild(node, methodShown)
}

function withoutIndent(text: string): string {
  const lines = text.split('\n')
  const indent = /^ */.exec(lines[0] ?? '')?.[0].length ?? 0
  return lines.map((line) => line.slice(indent)).join('\n')
}
