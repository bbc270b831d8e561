import { type Api, ok } from './api.ts'
import type { List } from './wire.ts'

/** Every item of a list, page by page, by the cursors it gives. */
export async function walk<Item>(api: Api, path: string): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const page: List<Item> = await ok(api.get<List<Item>>(pagePath(path, cursor)))
    items.push(...page.data)
    cursor = page.next_cursor
  } while (cursor !== null)
  return items
}

/** The path of the page that a cursor leads to. */
export function pagePath(path: string, cursor: string | null): string {
  if (cursor === null) return path
  return `${path}${path.includes('?') ? '&' : '?'}starting_after=${encodeURIComponent(cursor)}`
}
