import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Store } from '@doorkit/store'
import { postgresStore } from '@doorkit/store-postgres'
import { sqliteStore } from '@doorkit/store-sqlite'
import { createSchema, startForward, startPair } from '@doorkit/tests/postgres'
import type { Round } from '../campaign.ts'
import { temporaryFile } from '../round-resources.ts'

/** The database of a fleet. */
export interface FleetDatabase {
  /** The URL of the store for `doorkit serve`. */
  readonly url: string
  open(): Store
  /** The ways in which the fleet loses the database and gets it back, in order. */
  readonly outages: readonly Outage[]
}

/** One way to lose a database. */
export interface Outage {
  /** Makes the database unreachable: nothing answers at its address. */
  begin(): Promise<void>
  /** Makes the address answer again, with everything that was committed. */
  end(): Promise<void>
}

/** A new file, which has no outages. */
export async function onOneFile(round: Pick<Round, 'onEnd'>): Promise<FleetDatabase> {
  const file = temporaryFile(round)
  return { url: `sqlite:${file}`, open: () => sqliteStore({ file }), outages: [] }
}

/** A primary that can die twice. First it is restarted; the second time, its standby replaces it. */
export async function onPostgres({ onEnd }: Pick<Round, 'onEnd'>): Promise<FleetDatabase> {
  const { url, killPrimary, restartPrimary, promoteStandby, stop } = await startPair()
  onEnd(stop)
  return {
    url,
    open: () => postgresStore({ url }),
    outages: [
      { begin: killPrimary, end: restartPrimary },
      { begin: killPrimary, end: promoteStandby },
    ],
  }
}

/**
 * A schema in an existing cluster. In an outage all connections to the cluster break. If there is a
 * `program`, its commands `stop` and `start` also restart the coordinator in an outage of its own.
 */
export function onCluster(cluster: string, program?: string) {
  return async ({ onEnd }: Pick<Round, 'onEnd'>): Promise<FleetDatabase> => {
    const schema = await createSchema(cluster)
    onEnd(schema.remove)
    const address = new URL(schema.url)
    const port = Number(address.port || 5432)
    const forward = await startForward(port, address.hostname)
    onEnd(forward.close)
    address.host = `127.0.0.1:${forward.port}`
    const url = address.href
    return {
      url,
      open: () => postgresStore({ url }),
      outages: [
        ...(program === undefined ? [] : [restart(program)]),
        {
          begin: async () => forward.moveTo(undefined),
          end: async () => forward.moveTo(port),
        },
      ],
    }
  }
}

function restart(program: string): Outage {
  // Its output is dropped, because the processes that it starts would keep a pipe open.
  const run = async (verb: string) => {
    const child = spawn(program, [verb], { stdio: 'ignore' })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${program} ${verb} ended with ${code}.`)
  }
  return { begin: () => run('stop'), end: () => run('start') }
}
