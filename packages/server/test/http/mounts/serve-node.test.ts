import { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { toNode } from '../../../src/http/mounts/node.ts'
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
