import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { limits } from '@doorkit/models'
import express from 'express'
import fastify from 'fastify'
import { onTestFinished } from 'vitest'
import { toExpress } from '../../src/http/mounts/express.ts'
import { fastifyDoorkit } from '../../src/http/mounts/fastify.ts'
import { toNode } from '../../src/http/mounts/node.ts'
import { type Host, type OnEnd, processHost } from './host.ts'
import type { Send } from './kit.ts'

/** Listens on a free port until the test ends. */
export async function listen(server: Server, onEnd: OnEnd = onTestFinished): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onEnd(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const overSockets = (origin: string) => ({
  origin,
  send: ((path, init) => fetch(`${origin}/v1${path}`, init)) satisfies Send,
})

/** Express, which does not log refused bodies here. */
const newExpress = () => express().set('env', 'test')

/** Every way to serve a kit. The tests of the pipeline run over each. */
export const hosts: readonly Host[] = [
  processHost,
  {
    name: 'node:http',
    bodyBytes: limits.bodyBytes,
    keepsBytes: true,
    serve: async (doorkit, onEnd) =>
      overSockets(await listen(createServer(toNode(doorkit)), onEnd)),
  },
  {
    name: 'Express before express.json()',
    bodyBytes: limits.bodyBytes,
    keepsBytes: true,
    async serve(doorkit, onEnd = onTestFinished) {
      const app = newExpress()
      app.use('/v1', toExpress(doorkit))
      app.use(express.json())
      return overSockets(await listen(createServer(app), onEnd))
    },
  },
  {
    name: 'Express behind express.json()',
    bodyBytes: 102_400,
    keepsBytes: false,
    async serve(doorkit, onEnd = onTestFinished) {
      const app = newExpress()
      app.use(express.json())
      app.use('/v1', toExpress(doorkit))
      return overSockets(await listen(createServer(app), onEnd))
    },
  },
  {
    name: 'Fastify',
    refusesBadUrls: true,
    bodyBytes: limits.bodyBytes,
    keepsBytes: true,
    async serve(doorkit, onEnd = onTestFinished) {
      const app = fastify({ forceCloseConnections: true })
      await app.register(fastifyDoorkit(doorkit), { prefix: '/v1' })
      const origin = await app.listen({ port: 0, host: '127.0.0.1' })
      onEnd(() => app.close())
      return overSockets(origin)
    },
  },
]
