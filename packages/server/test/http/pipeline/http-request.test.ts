import { expect, test } from 'vitest'
import { fromStandard, type UnreadBody } from '../../../src/http/pipeline/http-request.ts'

const address = 'http://localhost/v1/contacts?limit=5'

/** A request whose body the test sends, and what was read of it. */
function openRequest() {
  let sender: ReadableStreamDefaultController<Uint8Array> | undefined
  const canceled: unknown[] = []
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      sender = controller
    },
    cancel(reason) {
      canceled.push(reason)
      throw new Error('The sender is gone.')
    },
  })
  const init = { method: 'POST', body: stream, duplex: 'half' } as RequestInit
  const body = fromStandard(new Request(address, init)).body()
  const seen: unknown[] = []
  const leave = (body as UnreadBody).read(
    (part) => seen.push(...part),
    (failure) => seen.push(failure ?? 'end'),
  )
  const settle = () => new Promise(setImmediate)
  return { sender: sender ?? expect.fail(), canceled, seen, leave, settle }
}

test('a standard request is read as it is', () => {
  const { signal } = new AbortController()
  const read = fromStandard(new Request(address, { headers: { Accept: 'a/b' }, signal }))
  expect(read).toMatchObject({ method: 'GET', pathname: '/v1/contacts', search: '?limit=5' })
  expect([read.header('accept'), read.header('cookie'), read.body()]).toEqual(['a/b', null, null])
  expect(read.signal().aborted).toBe(false)
})

test('a body is read part by part to its end', async () => {
  const { sender, seen, settle } = openRequest()
  expect(seen).toEqual([])
  sender.enqueue(new Uint8Array([1, 2]))
  await settle()
  expect(seen).toEqual([1, 2])
  sender.close()
  await settle()
  expect(seen).toEqual([1, 2, 'end'])
})

test('a body that breaks off says why', async () => {
  const { sender, seen, settle } = openRequest()
  const failure = new Error('reset')
  sender.error(failure)
  await settle()
  expect(seen).toEqual([failure])
})

test('nothing more is read of a body that was left', async () => {
  const { sender, canceled, seen, leave, settle } = openRequest()
  sender.enqueue(new Uint8Array([1]))
  leave()
  await settle()
  expect([seen, canceled]).toEqual([[], [undefined]])
})
