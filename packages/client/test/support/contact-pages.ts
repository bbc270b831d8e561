import { json, listOf, type ScriptedServer, startServer } from './scripted-server.ts'

/** Objects with the ids `ct_1`, `ct_2` and so on, for these numbers. */
export function items(...numbers: number[]): { id: string }[] {
  return numbers.map((number) => ({ id: `ct_${number}` }))
}

/** Starts a server with seven contacts, three to a page, and an empty page in between. */
export function startContactServer(): Promise<ScriptedServer> {
  return startServer((response, request) => {
    const cursor = new URL(request.url, 'http://host').searchParams.get('starting_after')
    const answers: Record<string, unknown> = {
      first: listOf(items(1, 2, 3), 'a'),
      a: listOf([], 'b'),
      b: listOf(items(4, 5, 6), 'c'),
      c: listOf(items(7)),
    }
    json(answers[cursor ?? 'first'])(response, request)
  })
}

/** The ids of the seven contacts. */
export const allIds = items(1, 2, 3, 4, 5, 6, 7).map(({ id }) => id)

/** The ids that an iteration yields. */
export async function idsOf(list: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of list) ids.push(id)
  return ids
}
