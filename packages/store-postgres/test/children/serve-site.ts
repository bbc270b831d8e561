import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDoorkit } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { postgresStore } from '../../src/index.ts'

/** A server of a site whose agent begins each answer, and ends only answers to messages with "all". */
process.on('message', async ({ url }: { url: string }) => {
  const doorkit = createDoorkit({
    store: postgresStore({ url, maxConnections: 4 }),
    agent: {
      async *reply({ messages, signal }) {
        yield { type: 'text-start', id: 'a' }
        yield { type: 'text-delta', id: 'a', delta: 'One moment.' }
        if (!messages.at(-1)?.text.includes('all')) {
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
        }
        yield { type: 'text-end', id: 'a' }
      },
    },
  })
  await doorkit.ping()
  const server = createServer(toNode(doorkit.site))
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.send?.('ready')
