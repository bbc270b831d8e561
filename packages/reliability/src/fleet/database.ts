import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@doorkit/server/store'
import { postgresStore } from '@doorkit/store-postgres'
import { sqliteStore } from '@doorkit/store-sqlite'
import { createSchema, startForward, startPair } from '@doorkit/test-postgres'
import type { Round } from '../campaign.ts'

/** The database of a fleet. */
export interface FleetDatabase {
  /** Where `doorkit serve` finds it. */
  readonly url: string
  open(): Store
  /** How the database is taken from under the fleet, and given back, where it can be. */
  readonly outage?: Outage
}

/** An end of a database. */
export interface Outage {
  /** Ends it at once; nothing answers at its address from then on. */
  begin(): Promise<void>
  /** Makes it answer again, with everything that was committed. */
  end(): Promise<void>
}

/** A file of its own. */
export async function onOneFile({ onEnd }: Pick<Round, 'onEnd'>): Promise<FleetDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'doorkit-kills-'))
  onEnd(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'doorkit.db')
  return { url: `sqlite:${file}`, open: () => sqliteStore({ file }) }
}

/** A primary that dies, and a standby in its place. */
export async function onPostgres({ onEnd }: Pick<Round, 'onEnd'>): Promise<FleetDatabase> {
  const { url, killPrimary, promoteStandby, stop } = await startPair()
  onEnd(stop)
  return {
    url,
    open: () => postgresStore({ url }),
    outage: { begin: killPrimary, end: promoteStandby },
  }
}

/** A schema in a cluster that is there already, whose every connection breaks. */
export function onCluster(cluster: string) {
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
      outage: {
        begin: async () => forward.moveTo(undefined),
        end: async () => forward.moveTo(port),
      },
    }
  }
}
