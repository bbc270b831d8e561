import { type Api, ok } from './api.ts'
import type { List } from './wire.ts'

/** Reads every item of a list, following its cursors. */
export async function listAll<Item>(api: Api, path: string): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const page: List<Item> = await ok(api.get<List<Item>>(pagePath(path, cursor)))
    items.push(...page.data)
    cursor = page.next_cursor
  } while (cursor !== null)
  return items
}

/** Returns the path of the page after a cursor. With null, returns the path of the first page. */
export function pagePath(path: string, cursor: string | null): string {
  if (cursor === null) return path
  return `${path}${path.includes('?') ? '&' : '?'}starting_after=${encodeURIComponent(cursor)}`
}

export const idsOf = (items: readonly { readonly id: string }[]): string[] =>
  items.map(({ id }) => id)
