import type { Call } from './kit.ts'

/** Reads a list to its end, and returns the pages. Calls `between` after each page. */
export async function walk(
  call: Call,
  path: string,
  between: (page: number) => unknown = () => {},
): Promise<{ id: string }[][]> {
  const pages: { id: string }[][] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const join = path.includes('?') ? '&' : '?'
    const after: string = cursor === '' ? '' : `${join}starting_after=${encodeURIComponent(cursor)}`
    const { json } = await call('GET', `${path}${after}`)
    pages.push(json.data)
    if (json.has_more !== (json.next_cursor !== null)) throw new Error('has_more is wrong')
    cursor = json.next_cursor
    await between(pages.length)
  }
  return pages
}

/** The ids of a list's items. */
export const idsOf = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id)
