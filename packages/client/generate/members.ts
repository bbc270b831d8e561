import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** A member of an interface, with the text of its doc comment. */
export interface DocumentedMember {
  readonly name: string
  readonly comment: string
}

/** The members of an interface in a file of the client's sources. */
export function membersOf(file: string, name: string): readonly DocumentedMember[] {
  const path = new URL(`../src/${file}.ts`, import.meta.url)
  const source = ts.createSourceFile(file, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const declaration = source.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  )
  if (!declaration || !ts.isInterfaceDeclaration(declaration))
    throw new Error(`${file} declares no ${name}`)
  return declaration.members.map((member) => ({
    name: member.name?.getText(source) ?? '',
    comment: ts
      .getJSDocCommentsAndTags(member)
      .map((comment) => ts.getTextOfJSDocComment(comment.comment) ?? '')
      .join(' ')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ \(docs\/[^)]*\)/g, ''),
  }))
}
