import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { root } from './pages.ts'

const rootPath = fileURLToPath(root)

/** A name that a package hands out. */
export interface PublicName {
  /** As `DoorkitOptions.clock`. */
  readonly name: string
  /** Its file from the root of the repository. */
  readonly file: string
  readonly hasComment: boolean
}

/** Reads what entry points export, and the members that are written out in those declarations. */
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
    const exported = file && checker.getSymbolAtLocation(file)
    if (!exported) throw new Error(`${entry} exports nothing.`)
    for (const symbol of checker.getExportsOfModule(exported)) {
      // A schema and its type share a name and a comment, and so do the forms of a function.
      const declarations = declarationsOf(checker, symbol)
      add(symbol.name, declarations)
      for (const member of declarations.flatMap(membersOf)) {
        add(`${symbol.name}.${member.name?.getText()}`, [member])
      }
    }
  }
  return [...names.values()]
}

/** The declaration, in this repository, of a name that may be handed on through several files. */
function declarationsOf(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Declaration[] {
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0
  const { declarations = [] } = isAlias ? checker.getAliasedSymbol(symbol) : symbol
  return declarations.filter(
    (node) => !ts.isSourceFile(node) && !node.getSourceFile().fileName.includes('/node_modules/'),
  )
}

type Member = ts.TypeElement | ts.ClassElement

/** The members that a declaration writes out, but for those that need no word. */
function membersOf(node: ts.Node): Member[] {
  if (ts.isInterfaceDeclaration(node)) return node.members.filter(needsComment)
  if (ts.isClassDeclaration(node)) return node.members.filter(needsComment)
  if (ts.isTypeAliasDeclaration(node)) return membersOf(node.type)
  // The comment of the whole explains members on one line.
  if (ts.isTypeLiteralNode(node) && node.getText().includes('\n')) {
    return node.members.filter(needsComment)
  }
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) {
    return node.types.flatMap(membersOf)
  }
  return []
}

/** Not what is hidden, inherited, a protocol of the language, or a literal: it says all itself. */
function needsComment(member: Member): boolean {
  if (!member.name || ts.isPrivateIdentifier(member.name)) return false
  if (ts.isComputedPropertyName(member.name)) return false
  const passedOver =
    ts.ModifierFlags.Private |
    ts.ModifierFlags.Protected |
    ts.ModifierFlags.Override |
    ts.ModifierFlags.Ambient
  if (ts.getCombinedModifierFlags(member) & passedOver) return false
  if (!ts.isPropertySignature(member) || !member.type) return true
  return !ts.isLiteralTypeNode(member.type) && member.type.kind !== ts.SyntaxKind.UndefinedKeyword
}

function hasComment(node: ts.Node): boolean {
  // The comment of a `const` stands above the statement.
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
