import { docComment } from './doc-comment.ts'
import { exampleText } from './example-text.ts'
import { generatedHeader } from './generated-header.ts'
import { type OpenEnumeration, openEnumerations } from './open-enumerations.ts'
import { broken } from './type-text.ts'

/** The guard whose doc comment has the example. */
const shown = 'ContactSource'

/** Writes a type and a guard for the values that are known of each enumeration in answers. */
export function knownValuesText(): string {
  const imports = [
    "import type { ErrorCode } from './error-codes.ts'",
    "import type { EventType } from './event-type.ts'",
    "import { isOneOf } from './is-one-of.ts'",
    "import type { Scope } from './scope.ts'",
  ]
  const declarations = openEnumerations.flatMap((one) => [typeOf(one), guardOf(one)])
  return `${generatedHeader}${imports.join('\n')}\n${declarations.join('')}`
}

/** Lists the guards, and what they know. */
export function knownValuesList(): string {
  const lines = openEnumerations.map(
    ({ name, fields, values }) =>
      `- \`isKnown${name}\` (${fields.map(code).join(', ')}): ${values.map(code).join(', ')}`,
  )
  return lines.join('\n')
}

function typeOf({ name, type, fields, values }: OpenEnumeration): string {
  if (type === name) return ''
  const comment = docComment([`What this version knows of ${listed(fields, 'and')}.`])
  return `\n${comment}${broken(`export type ${type} =`, values.map(literal).join(' | '), '')}\n`
}

function guardOf({ name, type, fields, values }: OpenEnumeration): string {
  const comment = docComment([
    `Whether a value of ${listed(fields, 'or')} is one that this version knows.`,
    name === shown ? `@example\n\`\`\`ts\n${exampleText('enumeration')}\n\`\`\`` : '',
  ])
  const signature = `export function isKnown${name}(value: string | null | undefined): value is ${type} {`
  const call = `return isOneOf(value, ${values.map(literal).join(', ')})`
  return `\n${comment}${signature}\n  ${wrapped(call)}\n}\n`
}

/** In lines that fit, where the words of the enumeration have no spaces. */
function wrapped(call: string): string {
  const lines: string[] = []
  for (const word of call.split(', ')) {
    const line = lines.at(-1)
    if (line === undefined || `  ${line}, ${word}`.length > 98) lines.push(word)
    else lines[lines.length - 1] = `${line}, ${word}`
  }
  return lines.join(',\n    ')
}

function listed(fields: readonly string[], word: 'and' | 'or'): string {
  const last = fields.slice(-1).map(code)
  const others = fields.slice(0, -1).map(code).join(', ')
  return [...(others === '' ? [] : [others]), ...last].join(` ${word} `)
}

const literal = (value: string) => `'${value}'`

const code = (word: string) => `\`${word}\``
