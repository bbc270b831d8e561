// A program that serves the site API from a PostgreSQL database until it is killed:
// node serve-site.ts <url> <start of its clock>
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDoorkit } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { postgresStore } from '@doorkit/store-postgres'
import { fastClock } from './fast-clock.ts'

const [url = '', start = ''] = process.argv.slice(2)

const doorkit = createDoorkit({
  store: postgresStore({ url }),
  clock: fastClock(Number(start)),
  agent: {
    async *reply(turn) {
      const isEndless = turn.messages.at(-1)?.text === 'Count.'
      yield { type: 'text-start', id: 'text' }
      yield { type: 'text-delta', id: 'text', delta: isEndless ? 'One ' : 'Thank you.' }
      if (isEndless) await new Promise(() => {})
      yield { type: 'text-end', id: 'text' }
    },
  },
})
const server = createServer(toNode(doorkit.site, { mountPath: '/site' })).listen(
  0,
  '127.0.0.1',
  () => {
    console.log((server.address() as AddressInfo).port)
  },
)
