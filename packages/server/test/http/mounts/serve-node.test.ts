import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { fromNode, toNode } from '../../../src/http/mounts/serve-node.ts'
import { fromStandard, type HttpRequest } from '../../../src/http/pipeline/http-request.ts'
import { listen } from '../../support/hosts.ts'
import { createKit } from '../../support/kit.ts'

test('a request that has neither a server nor a socket is answered', async () => {
  const { doorkit, key } = await createKit()
  const rawHeaders = ['authorization', `Bearer ${key.secret}`]
  const made = { method: 'GET', url: '/v1/me', rawHeaders, socket: undefined }
  const incoming = Object.assign(Object.create(IncomingMessage.prototype), made)
  const outgoing = new ServerResponse(incoming)
  const ended = new Promise((resolve) => {
    outgoing.end = () => {
      resolve(outgoing.statusCode)
      return outgoing
    }
  })
  toNode(doorkit)(incoming, outgoing)
  expect(await ended).toBe(200)
})

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
