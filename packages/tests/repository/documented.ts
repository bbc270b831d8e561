import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { root } from './pages.ts'

const rootPath = fileURLToPath(root)

/** A name that a package exports, or a member of such a name. */
export interface PublicName {
  /** Such as `DoorkitOptions.clock`. */
  readonly name: string
  /** The path of its file from the root of the repository. */
  readonly file: string
  readonly hasComment: boolean
}

/** Reads the exports of entry points, and the members in their declarations. */
export function readPublicNames(entries: readonly string[]): readonly PublicName[] {
  const program = ts.createProgram({
    rootNames: entries.map((entry) => resolve(rootPath, entry)),
    options: compilerOptions(),
  })
  const checker = program.getTypeChecker()
  const names = new Map<ts.Node, PublicName>()
  const add = (name: string, nodes: readonly ts.Node[]) => {
    const [node] = nodes
    if (!node || names.has(node)) return
    const file = node.getSourceFile().fileName.slice(rootPath.length)
    names.set(node, { name, file, hasComment: nodes.some(hasComment) })
  }
  for (const entry of entries) {
    const file = program.getSourceFile(resolve(rootPath, entry))
    const moduleSymbol = file && checker.getSymbolAtLocation(file)
    if (!moduleSymbol) throw new Error(`${entry} exports nothing.`)
    for (const symbol of checker.getExportsOfModule(moduleSymbol)) {
      // A schema and its type share a name and a comment, and so do the overloads of a function.
      const declarations = declarationsOf(checker, symbol)
      add(symbol.name, declarations)
      for (const member of declarations.flatMap(membersOf)) {
        add(`${symbol.name}.${member.name?.getText()}`, [member])
      }
    }
  }
  return [...names.values()]
}

/** Returns the declarations of an exported name in this repository, even if the name is re-exported. */
function declarationsOf(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Declaration[] {
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0
  const { declarations = [] } = isAlias ? checker.getAliasedSymbol(symbol) : symbol
  return declarations.filter(
    (node) => !ts.isSourceFile(node) && !node.getSourceFile().fileName.includes('/node_modules/'),
  )
}

type Member = ts.TypeElement | ts.ClassElement

/** Returns the members of a declaration that need a comment. */
function membersOf(node: ts.Node): Member[] {
  if (ts.isInterfaceDeclaration(node)) return node.members.filter(needsComment)
  if (ts.isClassDeclaration(node)) return node.members.filter(needsComment)
  if (ts.isTypeAliasDeclaration(node)) return membersOf(node.type)
  // The comment of a type on one line covers its members.
  if (ts.isTypeLiteralNode(node) && node.getText().includes('\n')) {
    return node.members.filter(needsComment)
  }
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) {
    return node.types.flatMap(membersOf)
  }
  return []
}

/** Hidden, inherited, protocol and literal members need no comment. */
function needsComment(member: Member): boolean {
  if (!member.name || ts.isPrivateIdentifier(member.name)) return false
  if (ts.isComputedPropertyName(member.name)) return false
  const exempt =
    ts.ModifierFlags.Private |
    ts.ModifierFlags.Protected |
    ts.ModifierFlags.Override |
    ts.ModifierFlags.Ambient
  if (ts.getCombinedModifierFlags(member) & exempt) return false
  if (!ts.isPropertySignature(member) || !member.type) return true
  return !ts.isLiteralTypeNode(member.type) && member.type.kind !== ts.SyntaxKind.UndefinedKeyword
}

function hasComment(node: ts.Node): boolean {
  // The comment of a `const` is above its statement.
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node
  return ts.getJSDocCommentsAndTags(statement).some(ts.isJSDoc)
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(
    resolve(rootPath, 'packages/tsconfig.base.json'),
    ts.sys.readFile,
  )
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, rootPath)
  return { ...options, noEmit: true }
}
