import { createSchema, startPostgresProcess, vacuum } from '@doorkit/tests/postgres'
import type { Campaign, Round, Row } from '../campaign.ts'
import { temporaryFile } from '../round-resources.ts'
import type { AttackResult } from './attack.ts'
import { type Case, casesOf, everyOperationOnce } from './cases.ts'
import type { Size } from './fill.ts'
import { largestOperations } from './operations.ts'
import { openSite } from './site.ts'
import { type Measurement, startSystem } from './system.ts'
import { judge, rowOf, worstFirst } from './verdict.ts'

const small: Size = {
  documents: 2,
  documentCharacters: 20_000,
  transcripts: 30,
  messages: 20,
  longest: 20,
  contacts: 4,
  pages: 4,
  others: 4,
  counts: { days: 3, pages: 10, sources: 5 },
}
const large: Size = {
  documents: 60,
  documentCharacters: 200_000,
  transcripts: 110,
  messages: 1_000,
  longest: 1_500,
  contacts: 300,
  pages: 25,
  others: 120,
  counts: { days: 180, pages: 200, sources: 40 },
}
/** The most data that the memory store can hold next to a working server. */
const largeInMemory: Size = {
  ...large,
  documents: 5,
  messages: 100,
  contacts: 150,
  pages: 10,
  others: 60,
  counts: { ...large.counts, days: 90 },
}

/** The database does its maintenance after this many attacks. */
const attacksPerRest = 10

/** The database of a server. */
interface Database {
  readonly url: string
  /** Does the maintenance that the database does by itself some time after many writes. */
  settle?(): Promise<void>
}

/** Makes an empty database for a server. */
type MakeDatabase = () => Promise<Database> | Database

const nothing: AttackResult = { answers: {}, refusal: null, megabytes: 0 }

/** Runs every operation of the contract at its largest, next to another workspace. */
export const neighbors: Campaign = {
  summary: 'every operation at its largest, alone and 25 at once, next to another workspace',
  async round(round) {
    const cases = casesOf(round)
    let first = round.long ? [] : [everyOperationOnce]
    round.count('operations', largestOperations.length)
    const rows: Row[] = []
    for (const [name, makeDatabase] of Object.entries(await storesOf(round))) {
      rows.push(...(await attackStore(round, name, makeDatabase, [...first, ...cases])))
      first = []
    }
    for (const row of worstFirst(rows)) round.row(row)
  },
}

/** The stores by name. The short form uses the one on which an attack delays others the most. */
export async function storesOf(round: Round): Promise<Record<string, MakeDatabase>> {
  const SQLite = () => ({ url: `sqlite:${temporaryFile(round)}` })
  if (!round.long) return { SQLite }
  const memory = () => ({ url: 'memory:' })
  const isChosen = (name: string) => round.part.stores?.includes(name) ?? true
  const here = Object.entries({ memory, SQLite }).filter(([name]) => isChosen(name))
  if (!isChosen('PostgreSQL')) return Object.fromEntries(here)
  const { url, stop } = await startPostgresProcess()
  round.onEnd(stop)
  const PostgreSQL = async () => {
    const schema = await createSchema(url)
    round.onEnd(schema.remove)
    // The planner knows nothing about a table that was never analyzed, and autovacuum is off here.
    return { url: schema.url, settle: () => vacuum(url) }
  }
  return { ...Object.fromEntries(here), PostgreSQL }
}

/** Runs cases against a server on a store, and continues with a new server if that one dies. */
export async function attackStore(
  round: Round,
  name: string,
  makeDatabase: MakeDatabase,
  cases: readonly Case[],
): Promise<Row[]> {
  const rows: Row[] = []
  const site = await openSite(round)
  const start = async ({ endless }: Case) => {
    const leastMs = round.long ? 1_000 : 200
    const { url: store, settle } = await makeDatabase()
    const options = { store, size: sizeFor(round, name), site, endless, leastMs }
    const system = await startSystem(options, round)
    return { system, settle, endless, attacks: 0 }
  }
  let running: Awaited<ReturnType<typeof start>> | undefined
  let baseline: Measurement | undefined
  for (const one of cases) {
    const { endless } = one
    // A single attack may fill the share that a workspace has of a memory store.
    if (!running?.system.isRunning() || running.endless !== endless || name === 'memory') {
      await running?.system.kill()
      running = await start(one)
    }
    const { system, settle, attacks } = running
    if (attacks % attacksPerRest === 0) {
      await settle?.()
      // The figures must not include the first use of code, or of statements that a vacuum lets the
      // database plan again.
      await system.measure(async () => nothing)
    }
    running.attacks += 1
    baseline ??= await system.measure(async () => nothing)
    try {
      const measured = await system.measure(await one.prepare(system))
      judge(round, name, one, measured)
      round.count('attacks')
      rows.push(rowOf(name, one, measured, baseline))
    } catch (error) {
      round.check(false, 'an attack is prepared', () => `${name}, ${one.name}: ${error}`)
    }
  }
  await running?.system.kill()
  return rows
}

function sizeFor({ long }: Round, store: string): Size {
  if (!long) return small
  return store === 'memory' ? largeInMemory : large
}
