// The kit with streams that stay open, in a process of its own: an agent that says a word and waits.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDoorkit } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { sqliteStore } from '@doorkit/store-sqlite'
import type { Usage } from './contender-process.ts'

/** The file of its store, and how many sessions it has. */
export interface StreamsOptions {
  readonly file: string
  readonly sessions: number
}

/** Asks what was used so far, or ends the streams that are open. */
export interface StreamsRequest {
  readonly end: boolean
}

const [options = '{}'] = process.argv.slice(2)
const { file, sessions } = JSON.parse(options) as StreamsOptions
const limit = 1_000_000_000
let end = () => {}
const ended = new Promise<void>((resolve) => {
  end = resolve
})
const doorkit = createDoorkit({
  store: sqliteStore({ file }),
  plans: {
    apex: {
      requests_per_minute: limit,
      heavy_requests_per_minute: limit,
      chat_sessions_per_month: limit,
    },
  },
  agent: {
    async *reply() {
      yield { type: 'text-start', id: 'text' }
      yield { type: 'text-delta', id: 'text', delta: 'Wait' }
      await ended
      yield { type: 'text-end', id: 'text' }
    },
  },
})
const input = { name: 'Acme', website: 'https://acme.example', plan: 'apex' } as const
const { id: workspace } = await doorkit.workspaces.create(input)
const owner = { workspace, name: 'bench', access: 'full_access' } as const
const { secret: key } = await doorkit.keys.create(owner)
const made: string[] = []
while (made.length < sessions) {
  const answer = await doorkit.fetch('http://localhost/v1/chat/sessions', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{}',
  })
  if (!answer.ok) throw new Error(await answer.text())
  made.push(((await answer.json()) as { id: string }).id)
}
const server = createServer({ requireHostHeader: false }, toNode(doorkit))
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  process.send?.({ port: (server.address() as AddressInfo).port, key, sessions: made })
})

process.on('message', (request: StreamsRequest) => {
  if (request.end) end()
  const { user, system } = process.cpuUsage()
  const usage: Usage = { cpuUs: user + system, rssBytes: process.memoryUsage.rss() }
  process.send?.(usage)
})
process.on('disconnect', () => process.exit())
