import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { fromNode } from '../../../src/http/mounts/node-request.ts'
import { fromStandard, type HttpRequest } from '../../../src/http/pipeline/http-request.ts'
import { listen } from '../../support/hosts.ts'

const accessorsOf = (request: HttpRequest) =>
  Object.entries(Object.getOwnPropertyDescriptors(request)).filter(([, { get }]) => get)

test('a request has no accessor, which would keep it in memory until the next full garbage collection', async () => {
  let read: HttpRequest | undefined
  const server = createServer((incoming, outgoing) => {
    read = fromNode(incoming, outgoing)
    outgoing.end()
  })
  await fetch(await listen(server))
  expect(read?.method).toBe('GET')
  for (const request of [read, fromStandard(new Request('http://localhost/v1/me'))]) {
    expect(request && accessorsOf(request)).toEqual([])
  }
})
