import assert from 'node:assert/strict'

/** Fetches one path of the API. */
export type Fetch = (path: string) => Promise<{ readonly status: number; readonly json: unknown }>

/** The lists that can be read incrementally, with a page size that makes several pages. */
export const resources = {
  contacts: '/contacts?limit=5',
  conversations: '/conversations?limit=7&include_test=true&expand=messages',
  meetings: '/meetings?limit=3&include_test=true',
} as const
export type Resource = keyof typeof resources

/** The names of these lists. */
export const resourceNames = Object.keys(resources) as Resource[]

interface Item {
  readonly id: string
}

/** Reads every page of a list; fails if an item appears twice. */
export async function walk(fetch: Fetch, path: string): Promise<Map<string, Item>> {
  const items = new Map<string, Item>()
  let cursor: string | null = null
  do {
    const { status, json } = await fetch(
      cursor === null ? path : `${path}&starting_after=${encodeURIComponent(cursor)}`,
    )
    assert.equal(status, 200, `GET ${path}: ${JSON.stringify(json)}`)
    const page = json as { data: Item[]; has_more: boolean; next_cursor: string | null }
    for (const item of page.data) {
      assert.ok(!items.has(item.id), `${item.id} appeared twice in one walk of ${path}.`)
      items.set(item.id, item)
    }
    assert.equal(page.has_more, page.next_cursor !== null)
    cursor = page.next_cursor
  } while (cursor !== null)
  return items
}

/**
 * A copy of a resource that a client keeps: each run reads what changed since the start of the run
 * before, by the server's clock.
 */
export function createMirror(fetch: Fetch, resource: Resource, now: () => number) {
  const copies = new Map<string, Item>()
  let since: number | null = null
  return {
    copies,
    async run(): Promise<void> {
      const begunAt = now()
      const filter = since === null ? '' : `&updated_since=${new Date(since).toISOString()}`
      const changed = await walk(fetch, `${resources[resource]}${filter}`)
      for (const [id, item] of changed) copies.set(id, item)
      since = begunAt
    },
  }
}
