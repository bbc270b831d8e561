import { setTimeout as wait } from 'node:timers/promises'
import type { Doorkit } from '@doorkit/server'
import {
  createMirror,
  type Fetch,
  type Resource,
  resources,
  walk,
} from '../../../server/test/sync/mirror.ts'
import type { Round } from '../campaign.ts'
import type { ServeProcess } from './serve-process.ts'

const followed: readonly Resource[] = ['contacts', 'conversations']
const pauseMs = 400

/** Mirrors that sync while servers die. */
export interface Follower {
  /** The number of runs, including failed ones. */
  runs(): number
  stop(): Promise<void>
  /** Reads the remaining changes, and checks that each mirror equals the whole list. */
  compare(round: Round, host: Doorkit): Promise<void>
}

/** Syncs contacts and conversations again and again, from each server in rotation. */
export function followChanges(servers: readonly ServeProcess[], secret: string): Follower {
  const headers = { Authorization: `Bearer ${secret}` }
  let ask: Fetch = async (path) => {
    const passes = Math.floor(runs / followed.length)
    const server = servers[passes % servers.length] ?? servers[0]
    const response = await fetch(`${server?.baseUrl()}${path}`, { headers })
    return { status: response.status, json: await response.json() }
  }
  const mirrors = followed.map((resource) => ({
    resource,
    mirror: createMirror((path) => ask(path), resource, Date.now),
  }))
  let runs = 0
  let isOver = false
  async function follow(): Promise<void> {
    while (!isOver) {
      for (const { mirror } of mirrors) {
        // An interrupted run starts again from its checkpoint.
        await mirror.run().catch(() => {})
        runs += 1
      }
      await wait(pauseMs)
    }
  }
  const following = follow()
  return {
    runs: () => runs,
    async stop() {
      isOver = true
      await following
    },
    async compare(round, host) {
      ask = async (path) => {
        const response = await host.fetch(new Request(`http://localhost/v1${path}`, { headers }))
        return { status: response.status, json: await response.json() }
      }
      for (const { resource, mirror } of mirrors) {
        await mirror.run()
        const all = JSON.stringify([...(await walk(ask, resources[resource]))].sort())
        const copies = JSON.stringify([...mirror.copies].sort())
        round.check(copies === all, 'a reader that syncs misses no change', () => resource)
      }
    },
  }
}
