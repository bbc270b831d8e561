import { docComment } from './doc-comment.ts'
import { exampleText } from './example-text.ts'
import { generatedHeader } from './generated-header.ts'
import { type OpenEnumeration, openEnumerations } from './open-enumerations.ts'

/** Writes the table of the known values of each enumeration in answers. */
export function knownValuesText(): string {
  const rows = openEnumerations.map(rowOf).join('')
  const guardComment = docComment([
    'Whether this version knows a value of an enumeration.',
    `@example\n\`\`\`ts\n${exampleText('enumeration')}\n\`\`\``,
  ])
  return `${generatedHeader}
/** The values that this version knows of each open enumeration in answers. */
export const knownValues = {
${rows}} as const

/** The values that this version knows of an enumeration: \`KnownValue<'ContactSource'>\`. */
export type KnownValue<Name extends keyof typeof knownValues> = (typeof knownValues)[Name][number]

${guardComment}export function isKnown<Name extends keyof typeof knownValues>(
  name: Name,
  value: string | null | undefined,
): value is KnownValue<Name> {
  const values: readonly (string | null | undefined)[] = knownValues[name]
  return values.includes(value)
}
`
}

/** Lists the enumerations and their known values. */
export function knownValuesList(): string {
  const lines = openEnumerations.map(
    ({ name, fields, values }) =>
      `- \`${name}\` (${fields.map(code).join(', ')}): ${values.map(code).join(', ')}`,
  )
  return lines.join('\n')
}

function rowOf({ name, fields, values }: OpenEnumeration): string {
  const comment = docComment([`${fields.map(code).join(', ')}.`], '  ')
  const words = values.map((value) => `'${value}'`).join(', ')
  const line = `  ${name}: [${words}],`
  const row =
    line.length > 98
      ? `  ${name}: [\n${values.map((value) => `    '${value}',\n`).join('')}  ]`
      : `  ${name}: [${words}]`
  return `${comment}${row},\n`
}

const code = (word: string) => `\`${word}\``
