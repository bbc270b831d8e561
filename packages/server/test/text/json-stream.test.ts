import { expect, test } from 'vitest'
import { JsonStream, jsonPieces, PagedList } from '../../src/text/json-stream.ts'

async function textOf(value: unknown): Promise<string> {
  let text = ''
  for await (const piece of jsonPieces(value)) text += piece
  return text
}

const paged = <Item>(...pages: Item[][]) =>
  new PagedList(async function* () {
    yield* pages
  })

test('the streamed text is the same as for the whole value, even if paged lists are empty, in one another or deep in an object', async () => {
  const whole = {
    object: 'list',
    empty: [],
    nothing: null,
    left_out: undefined,
    data: [
      { id: 'é"\n', messages: [{ text: '1' }, { text: '2' }, { text: '3' }], after: { deep: [1] } },
      { id: 'b', messages: [] },
      { id: 'c', in: { an: { object: [1, 2] } } },
    ],
    has_more: false,
  }
  const value = new JsonStream<typeof whole>({
    ...whole,
    empty: paged(),
    data: paged<unknown>(
      [{ ...whole.data[0], messages: paged([{ text: '1' }, { text: '2' }], [], [{ text: '3' }]) }],
      [
        { ...whole.data[1], messages: paged([]) },
        { id: 'c', in: { an: { object: paged([1, 2]) } } },
      ],
    ) as never,
  }).value
  expect(await textOf(value)).toBe(JSON.stringify(whole))
})

test('a value without paged lists is one piece', async () => {
  for (const value of [null, 'text', 1, [1, [2]], { a: { b: [] } }]) {
    const pieces = jsonPieces(value)
    expect(await pieces.next()).toEqual({ done: false, value: JSON.stringify(value) })
    expect((await pieces.next()).done).toBe(true)
  }
})

test('a page is written in pieces of at most about 64 KB, however long it is', async () => {
  const items = Array.from({ length: 200 }, () => 'x'.repeat(4_000))
  const lengths: number[] = []
  for await (const piece of jsonPieces(paged(items))) lengths.push(piece.length)
  expect(lengths.reduce((sum, length) => sum + length)).toBe(JSON.stringify(items).length)
  expect(Math.max(...lengths)).toBeLessThan(70_000)
})
