import { idPrefixes, PageQuery } from '@doorkit/models'
import type * as z from 'zod'
import type { ContractResource } from './contract.ts'
import { type Declaration, declarationText } from './declarations.ts'
import { generatedHeader } from './generated-header.ts'
import { idTypeName } from './ids-text.ts'
import { methodsText } from './methods-text.ts'
import { pageQueryName } from './operation-types.ts'
import { fileOf, typesIn } from './resource-types.ts'
import { unwrapped } from './schema.ts'

/** The files of the types that no file in `src/contract/resources` declares. */
const filesOutside: Readonly<Record<string, string>> = {
  Call: '../../call/call.ts',
  ListCall: '../../list/list-call.ts',
  StreamCall: '../../stream/stream-method.ts',
  CallOptions: '../../call/call-options.ts',
  ListOptions: '../../call/call-options.ts',
  StreamOptions: '../../call/call-options.ts',
  WriteOptions: '../../call/call-options.ts',
  EventType: '../event-type.ts',
  ...Object.fromEntries(
    Object.values(idPrefixes).map((prefix) => [idTypeName(prefix), '../ids.ts']),
  ),
  Scope: '../scope.ts',
}

/** Writes the file of a resource: its objects, its inputs and its methods. */
export function resourceText(resource: ContractResource): string {
  return fileText(resource.file, (use) => [methodsText(resource, use)])
}

/** Writes a file of types that no single resource owns. */
export function sharedText(file: string): string {
  return fileText(file, () => [])
}

function fileText(
  file: string,
  writeMethods: (use: (name: string) => void) => readonly string[],
): string {
  const usedNames = new Set<string>()
  const use = (name: string) => void usedNames.add(name)
  const types = typesIn(file)
  const declarations = types.map((type) => declarationText(withBase(type, types), use))
  const texts = [...declarations, ...writeMethods(use)]
  const ownNames = new Set(types.map(({ name }) => name))
  const imports = importsText([...usedNames].filter((name) => !ownNames.has(name)))
  return `${generatedHeader}${imports}\n${texts.join('\n')}`
}

/** Lets an input extend the one whose members it has: `ContactUpsert` extends `ContactUpdate`. */
function withBase(input: Declaration, types: readonly Declaration[]): Declaration {
  const members = membersOf(input)
  const base = types.find((type) => type !== input && isBase(membersOf(type), members))
  if (!base) return input
  const without = Object.entries(membersOf(base)).flatMap(([name, schema]) =>
    members[name] === schema ? name : [],
  )
  return { ...input, extends: base.name, without }
}

type Members = Readonly<Record<string, z.core.$ZodType>>

function membersOf({ schema, direction, extends: base }: Declaration): Members {
  const { def } = unwrapped(schema).innermost._zod
  return direction === 'given' && base === undefined && def.type === 'object' ? def.shape : {}
}

/** Whether an input has every member of `base`, at least half of them unchanged, the others required. */
function isBase(base: Members, members: Members): boolean {
  const names = Object.keys(base)
  const unchanged = names.filter((name) => members[name] === base[name])
  const required = names.filter((name) => isRequiredForm(members[name], base[name]))
  return (
    unchanged.length > 0 &&
    unchanged.length < Object.keys(members).length &&
    unchanged.length + required.length === names.length &&
    unchanged.length >= required.length
  )
}

function isRequiredForm(member: z.core.$ZodType | undefined, other: z.core.$ZodType | undefined) {
  if (!member || !other || unwrapped(member).optional) return false
  return unwrapped(other).optional && unwrapped(other).innermost === unwrapped(member).innermost
}

/** Writes the file of the query that paged lists share. */
export function pageQueryText(): string {
  const declaration: Declaration = { name: pageQueryName, schema: PageQuery, direction: 'given' }
  return `${generatedHeader}\n${declarationText(declaration, () => {})}`
}

function importsText(names: readonly string[]): string {
  const byFile = new Map<string, string[]>()
  for (const name of [...names].sort()) {
    const file = filesOutside[name] ?? `./${fileOf(name)}.ts`
    byFile.set(file, [...(byFile.get(file) ?? []), name])
  }
  return [...byFile]
    .sort(([one], [other]) => (moduleOf(one) < moduleOf(other) ? -1 : 1))
    .map(([file, types]) => `import type { ${types.join(', ')} } from '${file}'\n`)
    .join('')
}

const moduleOf = (file: string) => file.replace(/\.ts$/, '')
