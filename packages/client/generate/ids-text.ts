import { idPrefixes } from '@doorkit/models'
import type * as z from 'zod'
import { pascalCase } from './contract.ts'
import { generatedHeader } from './generated-header.ts'
import { unwrapped } from './schema.ts'

/** The name of the type of ids with a prefix: `ContactId` for `ct_`. */
export function idTypeName(prefix: string): string {
  const [kind] = Object.entries(idPrefixes).find(([, start]) => start === prefix) ?? []
  if (kind === undefined) throw new Error(`No id begins with ${prefix}`)
  return `${pascalCase(kind)}Id`
}

/** The prefix of the ids of a schema. */
export function idPrefixOf(schema: z.core.$ZodType): string {
  const { def } = unwrapped(schema).innermost._zod
  const [start] = def.type === 'template_literal' ? def.parts : []
  if (typeof start !== 'string') throw new Error('The schema is not the schema of an id')
  return start
}

/** Writes the types of ids, and the table that distinguishes them at run time. */
export function idsText(): string {
  const kinds = Object.entries(idPrefixes)
  const rows = kinds.map(([kind, prefix]) => `  ${kind}: '${prefix}',\n`)
  const types = kinds.map(
    ([kind, prefix]) =>
      `\n/** The id of ${withArticle(kind)}. */\nexport type ${idTypeName(prefix)} = Id<'${kind}'>\n`,
  )
  return `${generatedHeader}
/** The prefix of the ids of each kind of object. */
export const idPrefixes = {
${rows.join('')}} as const

/** The kinds of objects that have ids. */
export type IdKind = keyof typeof idPrefixes

/** The id of one kind of object: \`Id<'contact'>\`. */
export type Id<Kind extends IdKind> = \`\${(typeof idPrefixes)[Kind]}\${string}\`
${types.join('')}
/** Whether a value has the form of the ids of one kind of object. */
export function isId<Kind extends IdKind>(kind: Kind, value: unknown): value is Id<Kind> {
  const prefix = idPrefixes[kind]
  return (
    typeof value === 'string' &&
    value.startsWith(prefix) &&
    /^[\\w-]{1,64}$/.test(value.slice(prefix.length))
  )
}
`
}

/** Writes `webhookEndpoint` as `a webhook endpoint`. */
function withArticle(kind: string): string {
  const text = kind
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace('api key', 'API key')
  return `${/^[aeiou]/i.test(text) ? 'an' : 'a'} ${text}`
}
