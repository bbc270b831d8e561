import type {
  Receipt,
  SqlDialect,
  SqlDriver,
  SqlError,
  SqlResult,
  Statement,
} from '@doorkit/store-sql'
import type { Pool, PoolClient, QueryArrayResult } from 'pg'
import { postgresNoAnswerMs } from './bounds.ts'
import type { Hints, HintsOptions } from './change-hints.ts'
import { createConnections } from './connections.ts'
import type { EngineFeatures } from './engine.ts'
import { createKeeper, othersWait } from './keep-out.ts'
import { breakInSilence, NoAnswerError, type SilenceOptions } from './no-answer.ts'
import { isAway, isLostRace, toPostgresError } from './postgres-error.ts'
import { type ReadConnection, readGroups } from './reads-over-one-connection.ts'
import {
  hasCommitted,
  identify,
  questionAbout,
  selectNumber,
  type Transaction,
  unknownOutcome,
} from './transaction-outcome.ts'

/** How to drive a pool. */
export interface PostgresDriverOptions {
  readonly pool: Pool
  readonly dialect: SqlDialect
  /** Whether statements are prepared by name; not behind a pooler that changes connections. */
  readonly prepare: boolean
  readonly features: Pick<EngineFeatures, 'transactionStatus' | 'distributed'>
  /** Makes what tells processes of each other's writes, where they do. */
  readonly createHints?: ((notify: HintsOptions['notify']) => Hints) | undefined
  /** When a silent connection is broken, where it is ours to break. */
  readonly silence?: SilenceOptions | undefined
  /** Whether others are kept from writing. */
  readonly exclusive: boolean
  /** Called at the end. */
  readonly close: () => Promise<void>
  /** A number from 0 to 1: the jitter of repetitions. */
  readonly random: () => number
  /** Waits, in milliseconds. */
  readonly wait: (ms: number) => Promise<void>
  /** Milliseconds since any moment. */
  readonly now: () => number
}

const maxRepetitions = 8
const firstWaitMs = 10
const longestWaitMs = 500
/** The longest wait that a timer of Node has, 24 days: as good as no limit. */
export const longestMs = 2 ** 31 - 1
/** A call that the database is away for is answered soon; its caller may come again. */
const giveUpAfterMs = 2_000

/**
 * Whether an earlier try of a call may have been committed. It is begun again only where it cannot
 * happen twice: then its success is the first, and its failure says nothing.
 */
interface Doubt {
  /** When it is not asked any more whether a transaction was committed. */
  readonly askUntil: number
  mayHaveHappened: boolean
}

// Prepared, it goes with what follows; `pg` sends a mere text at once.
const begin: Statement = { name: 'begin', sql: 'begin isolation level read committed', params: [] }
const commit: Statement = { sql: 'commit', params: [] }
const unlimited: Statement = {
  sql: "select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)",
  params: [],
}

/**
 * Drives `pg`. A batch is one transaction at READ COMMITTED, sent as a whole where the connections of
 * the pool are pipelined, so that it costs one round trip. A batch that lost to another transaction, or
 * surely did not happen because the connection broke, begins again, up to eight times.
 */
export function postgresDriver(options: PostgresDriverOptions): SqlDriver {
  const { pool, dialect, prepare, silence, random, wait, now } = options
  const { transactionStatus, distributed } = options.features
  const { connect, noteSilence } = createConnections(pool, now)

  const toQuery = ({ name, sql, params }: Statement, limit = {}) => ({
    text: sql,
    values: [...params],
    rowMode: 'array' as const,
    ...(prepare && name !== undefined && { name }),
    ...limit,
  })
  const backOff = (repetition: number) =>
    wait(random() * Math.min(firstWaitMs * 2 ** repetition, longestWaitMs))

  async function repeated<Result>(work: (doubt: Doubt) => Promise<Result>): Promise<Result> {
    const startedAt = now()
    const doubt: Doubt = { askUntil: startedAt + postgresNoAnswerMs, mayHaveHappened: false }
    for (let repetition = 0; ; repetition += 1) {
      try {
        return await work(doubt)
      } catch (thrown) {
        const error = toPostgresError(thrown)
        const isCut = isCutOff(error) && !(error.cause instanceof NoAnswerError)
        const isWorthIt = isLostRace(error.cause) || (isCut && now() - startedAt <= giveUpAfterMs)
        if (repetition === maxRepetitions || !isWorthIt) {
          throw doubt.mayHaveHappened ? unknownOutcome(error) : error
        }
        await backOff(repetition)
      }
    }
  }

  /** A connection without a transaction around its statements: a statement is one by itself. */
  async function connectOnce(partition?: string): Promise<ReadConnection> {
    const { client, release } = await connect(partition)
    return {
      async run(statements) {
        const endWatch = silence && breakInSilence(client, silence)
        const sent = statements.map((statement) => client.query(toQuery(statement)).then(toResult))
        const ended = await Promise.allSettled(sent)
        endWatch?.()
        const failed = ended.find((one) => one.status === 'rejected' && isAway(one.reason))
        if (failed?.status === 'rejected') noteSilence(failed.reason)
        release(failed !== undefined)
        return ended
      },
    }
  }
  const readInGroup = readGroups(() => connectOnce())

  async function runAlone(statement: Statement, partition?: string): Promise<SqlResult> {
    const connection = await connectOnce(partition)
    const [ended] = await connection.run([statement])
    if (ended?.status !== 'fulfilled') throw ended?.reason
    return ended.value
  }

  async function runOne(
    statement: Statement,
    doubt: Doubt,
    partition: string | undefined,
  ): Promise<SqlResult> {
    if (mayHappenTwice(statement)) return runAlone(statement, partition)
    const [result] = await transact([statement], doubt, partition)
    return result ?? { rows: [], changes: 0 }
  }

  async function transact(
    statements: readonly Statement[],
    doubt: Doubt,
    partition: string | undefined,
    receipt?: Receipt,
  ): Promise<readonly SqlResult[]> {
    const { client, release } = await connect(partition)
    const isRepeatable = statements.every(mayHappenTwice)
    // The number of a transaction is there to find out what became of it.
    const isNumbered = transactionStatus && !isRepeatable
    const transaction: Transaction = { results: [], isNumbered, receipt, commitSent: false }
    const isLong = statements.some(({ long }) => long)
    const before = [
      begin,
      ...(isNumbered && !statements[0]?.sql.startsWith(selectNumber) ? [identify] : []),
      ...(receipt ? [receipt.write] : []),
      ...(isLong ? [unlimited] : []),
    ]
    const all = [...before, ...statements, commit]
    const endWatch = silence && breakInSilence(client, silence)
    try {
      await run(client, all, transaction)
      endWatch?.()
      release(false)
    } catch (thrown) {
      const error = toPostgresError(thrown, {
        statement: transaction.results.length - before.length,
        isOnShard: distributed,
      })
      endWatch?.()
      noteSilence(error.cause)
      release(isCutOff(error))
      if (!isCutOff(error) || !transaction.commitSent || isRepeatable) throw error
      const question = questionAbout(transaction)
      if (!question && statements.some(({ once }) => once)) {
        doubt.mayHaveHappened = true
        throw error
      }
      const mayAsk = () => now() < doubt.askUntil
      const ask = { run: runAlone, backOff, mayAsk, maxRepetitions }
      const committed = question && (await hasCommitted(question, ask))
      if (committed === false) throw error
      if (committed && receipt) return []
      // Its answer to the commit is the one that may be missing; no other can be made up.
      if (!committed || transaction.results.length < all.length - 1) throw unknownOutcome(error)
    }
    return transaction.results.slice(before.length, before.length + statements.length)
  }

  async function run(
    client: PoolClient,
    all: readonly Statement[],
    transaction: Transaction,
  ): Promise<void> {
    const { results } = transaction
    const limit = all.includes(unlimited) ? { query_timeout: longestMs } : {}
    const send = (statement: Statement) => client.query(toQuery(statement, limit)).then(toResult)
    if (isPipelined(client)) {
      transaction.commitSent = true
      const sent = all.map(send)
      // Every statement after one that failed fails, too. All of them have ended before the connection
      // is used again, or the next to use it would count on statements that were never prepared.
      const ended = Promise.allSettled(sent)
      try {
        for (const one of sent) results.push(await one)
      } finally {
        await ended
      }
      return
    }
    try {
      for (const statement of all) {
        transaction.commitSent = statement === commit
        results.push(await send(statement))
      }
    } catch (error) {
      if (!isAway(error)) await client.query('rollback')
      throw error
    }
  }

  /** Neither the server nor `pg` ends it early. Connections behind a pooler have no limit of ours. */
  async function runLong({ sql }: Statement): Promise<SqlResult> {
    const { client, release } = await connect()
    const noLimit = { text: sql, rowMode: 'array' as const, query_timeout: longestMs }
    try {
      if (prepare) {
        await client.query('set statement_timeout = 0')
        await client.query('set lock_timeout = 0')
      }
      const result = toResult(await client.query(noLimit))
      if (prepare) {
        await client.query('reset statement_timeout')
        await client.query('reset lock_timeout')
      }
      release(false)
      return result
    } catch (error) {
      // A connection without the limit is not used again.
      release(true)
      throw toPostgresError(error, { isOnShard: distributed })
    }
  }

  const hints = options.createHints?.(runAlone)
  const keeper = options.exclusive ? createKeeper(() => connect('keeper')) : undefined
  return {
    dialect,
    ...(hints && { announce: hints.announce, listen: hints.listen }),
    alone: runLong,
    ...(isPipelined(pool) && {
      queryTogether: (statement, partition) => repeated(() => readInGroup(statement, partition)),
    }),
    query: (statement, partition) => repeated((doubt) => runOne(statement, doubt, partition)),
    batch: (statements, partition) => repeated((doubt) => transact(statements, doubt, partition)),
    ...(dialect.receipts && {
      async batchOnce(statements, makeReceipt, partition) {
        await repeated((doubt) => transact(statements, doubt, partition, makeReceipt()))
      },
    }),
    ...(keeper && { keepOut: keeper.keepOut }),
    async close() {
      await hints?.close()
      const waiting = await keeper?.letIn()
      await options.close()
      if (waiting) throw othersWait(waiting)
    },
  }
}

/** Whether statements are sent without waiting for those before them. */
function isPipelined(of: Pool | PoolClient): boolean {
  return ('options' in of ? of.options : (of as { pipeline?: unknown })).pipeline === true
}

function mayHappenTwice({ reads, repeatable }: Statement): boolean {
  return repeatable ?? reads ?? false
}

/** A full disk says no over a connection that is well; what it refused is not begun again. */
function isCutOff({ code, cause }: SqlError): boolean {
  return code === 'away' && isAway(cause)
}

function toResult(result: QueryArrayResult): SqlResult {
  const { rows, rowCount } = result
  // Results of `pg` may outlive all collections but full ones. Their rows need not: with pages of them,
  // a young collection took 8 ms, and takes 2.
  result.rows = []
  return { rows, changes: rowCount ?? 0 }
}
