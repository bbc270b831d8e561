import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { collections } from '../../src/collections/all-collections.ts'
import type { AnyCollection } from '../../src/collections/collection.ts'

const folder = new URL('../../src/collections/', import.meta.url)
const declaration =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const \w+ = (?:collection|directory)<[\s\S]*?name: '(\w+)'/g

/**
 * The comment above each collection up to its first period or colon, and its file, by the collection's name.
 */
const declared = new Map(
  readdirSync(folder).flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(declaration)].map(
      ([, comment = '', name = '']) => {
        const text = comment.replaceAll(/\s*\n?\s*\*\s+/g, ' ').trim()
        return [
          name,
          { file, about: text.replace(/(?<=[.:]) .*$/s, '').replace(/:$/, '.') },
        ] as const
      },
    ),
  ),
)

type Rule = string | { readonly is?: string; readonly of?: string | readonly string[] }

function row({ plan }: AnyCollection): string {
  const { file, about } = declared.get(plan.name) ?? { file: '', about: '' }
  const rules = Object.entries(plan.fields as Readonly<Record<string, Rule>>)
  const fields = rules.filter(([, rule]) => rule !== 'plain' && rule !== 'sealed')
  const ofPerson = fields.filter(([, rule]) => typeof rule === 'string' || !rule.of)
  const isRemoved = fields.some(([, rule]) => rule === 'personal')
  const foundBy = fields.filter(
    ([field, rule]) => field in plan.columns && typeof rule === 'object' && (rule.is || rule.of),
  )
  const list = (some: typeof rules) => some.map(([field]) => `\`${field}\``).join(', ')
  const retention = typeof plan.retention === 'string' ? plan.retention : plan.retention.words
  const exported = typeof plan.exported === 'function' ? 'yes' : (plan.exported ?? '')
  const erased = fields.length === 0 ? '' : isRemoved ? 'the whole row' : list(ofPerson)
  const name = `[\`${plan.name}\`](../packages/server/src/collections/${file})`
  return `| ${[name, about, retention, list(foundBy), erased, exported].join(' | ')} |`
}

const page = `# The collections

This page lists everything that the server stores. A test generates this page from the declarations in
\`packages/server/src/collections\`.

*Kept* says how long a row stays. The option \`retention\` can set shorter times for meetings, for
bookings, and for conversations together with their messages and chat sessions. The last three columns
apply to rows about a person: *Found by* has the columns by which exports and erasures find the row,
*Erased* has the fields that an erasure clears or changes, or says that it removes the whole row, and
*Exported* says whether an export contains the row.

Five names are older than the words of this page, and stay because stored rows use them:
\`conversation_namings\` are the leads of conversations, \`knowledge_chunks\` are passages, \`recordings\` are
report ids, \`rollups\` are daily counts, and \`webhook_lanes\` are endpoint queues.

| Collection | Content | Kept | Found by | Erased | Exported |
| - | - | - | - | - | - |
${collections.map(row).sort().join('\n')}
`

test('docs/collections.md says what every collection declares', async () => {
  expect(collections.filter(({ plan }) => !declared.get(plan.name)?.about)).toEqual([])
  await expect(page).toMatchFileSnapshot('../../../../docs/collections.md')
})
