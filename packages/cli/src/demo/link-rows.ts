import { dayMs, linkGreetings, personalLinks } from '@doorkit/server/internal'
import type { WriteOp } from '@doorkit/server/store'
import type { DemoId } from './demo-ids.ts'
import { greetingTexts, linkAudiences } from './greeting-texts.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A personal link of the demo that people can open. */
export interface DemoLink {
  readonly id: string
  readonly greeting: string
  /** A path. */
  readonly page: string
  readonly createdAt: number
}

/** The personal links of the demo, and the writes that store them with their greetings. */
export interface DemoLinks {
  /** Those that have a greeting. */
  readonly active: readonly DemoLink[]
  readonly ops: readonly WriteOp[]
}

const linkPages = ['/pricing', '/', '/how-it-works', '/security', '/integrations'] as const

/** Makes two greetings and thirty links, of which two are drafts. All are older than 30 days. */
export function linkRows(
  random: SeededRandom,
  workspace: string,
  demoId: DemoId,
  today: number,
): DemoLinks {
  const greetings = greetingTexts.map((data, position) => {
    const createdAt = today - 88 * dayMs + position
    return { id: demoId('linkGreeting', data.name, createdAt), createdAt, data }
  })
  const links = linkAudiences.map((name, position) => {
    const createdAt = today - random.between(35, 86) * dayMs + position
    const isDraft = position >= linkAudiences.length - 2
    return {
      id: demoId('personalLink', name, createdAt),
      greeting: isDraft ? null : (greetings[position % greetings.length]?.id ?? null),
      page: linkPages[position % linkPages.length] ?? '/',
      name,
      createdAt,
    }
  })
  return {
    active: links.flatMap(({ name: _name, greeting, ...link }) =>
      greeting === null ? [] : [{ ...link, greeting }],
    ),
    ops: [
      ...greetings.map(({ id, createdAt, data }) => {
        const uses = links.filter(({ greeting }) => greeting === id).length
        return linkGreetings.insert(id, { workspace, created_at: createdAt, links: uses }, data)
      }),
      ...links.map(({ id, greeting, page, name, createdAt }) =>
        personalLinks.insert(id, { workspace, created_at: createdAt, greeting }, { name, page }),
      ),
    ],
  }
}
