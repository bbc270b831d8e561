// Reads a list and prints how much the heap has grown. Run with --expose-gc.
import { createClient, type FetchFunction } from '../../src/index.ts'

const pages = Number(process.argv[2])
const warmUpPages = 1_000

const fetch: FetchFunction = async (url) => {
  const page = Number(new URL(url).searchParams.get('starting_after') ?? 0)
  const data = Array.from({ length: 5 }, (_, index) => ({ id: `ct_${page}_${index}` }))
  const body = { object: 'list', data, has_more: true, next_cursor: String(page + 1) }
  return Response.json(body, { headers: { 'x-request-id': `req_${page}` } })
}

const client = createClient({ apiKey: 'dk_test_secret', baseUrl: 'https://host/v1', fetch })

function heapUsed(): number {
  if (!globalThis.gc) throw new Error('Run with --expose-gc')
  globalThis.gc()
  globalThis.gc()
  return process.memoryUsage().heapUsed
}

const { signal } = new AbortController()
let readPages = 0
let heapBefore = 0
for await (const _ of client.contacts.list({ limit: 5 }, { signal, prefetch: true }).pages()) {
  readPages += 1
  if (readPages === warmUpPages) heapBefore = heapUsed()
  if (readPages === warmUpPages + pages) break
}
process.stdout.write(
  JSON.stringify({ pages: readPages - warmUpPages, grownBytes: heapUsed() - heapBefore }),
)
