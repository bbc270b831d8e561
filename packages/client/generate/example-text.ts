import { existsSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { contractResources } from './contract.ts'

/**
 * The text of an example, such as `contacts.update`, `request` or `skill.call`. It is the body of the
 * function that the tests run.
 *
 * @throws Error if there is no such example.
 */
export function exampleText(id: string): string {
  const { source, body } = exampleOf(id)
  const text = body.getText(source).replace(/^\{\n/, '')
  return withoutIndent(text.replace(/\n *\}$/, ''))
}

/** The import statements that users need to run an example. */
export function exampleImports(id: string): readonly string[] {
  const { source, body } = exampleOf(id)
  const words = new Set(body.getText(source).match(/\w+/g))
  return source.statements.filter(ts.isImportDeclaration).flatMap((statement) => {
    const bindings = statement.importClause?.namedBindings
    const names = bindings && ts.isNamedImports(bindings) ? bindings.elements : []
    const usedNames = names.map((name) => name.getText(source)).filter((name) => words.has(name))
    const from = publicName(statement.moduleSpecifier.getText(source).replaceAll("'", ''))
    const isPublic = usedNames.length > 0 && !from.startsWith('.')
    return isPublic ? [`import { ${usedNames.join(', ')} } from '${from}'`] : []
  })
}

/** The name that users import: `@doorkit/client/testing` for `../../src/testing/index.ts`. */
function publicName(from: string): string {
  const [, entry] = /^\.\.\/\.\.\/src\/(.*?)\/?index\.ts$/.exec(from) ?? []
  if (entry === undefined) return from
  return entry === '' ? '@doorkit/client' : `@doorkit/client/${entry}`
}

function exampleOf(id: string): { readonly source: ts.SourceFile; readonly body: ts.Block } {
  const [resource = '', name = resource] = id.split('.')
  const { file } = contractResources.find((one) => one.name === resource) ?? { file: resource }
  const path = new URL(`../test/examples/${file}.ts`, import.meta.url)
  if (!existsSync(path)) throw new Error(`${id} has no example: write test/examples/${file}.ts`)
  const source = ts.createSourceFile(file, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const body = shownIn(source, name)?.body
  if (!body) throw new Error(`${id} has no example in test/examples/${file}.ts`)
  return { source, body }
}

/** The function `shown` of an example. `name` is the name of a property or a constant. */
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
