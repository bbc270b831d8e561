import { setImmediate as endOfTick } from 'node:timers/promises'
import type { Receipt, SqlDriver, SqlResult, Statement } from '@doorkit/store-sql'
import type { Pool, PoolClient, QueryArrayResult } from 'pg'
import { createHints } from './change-hints.ts'
import { closeWhenSilent, createProbe } from './close-when-silent.ts'
import { createConnections } from './connections.ts'
import { postgresDialect } from './dialect.ts'
import type { EngineFeatures } from './engine-features.ts'
import {
  hasCommitted,
  identify,
  questionAbout,
  selectNumber,
  type Transaction,
} from './find-lost-commit.ts'
import { isUnreachable, toPostgresError, unknownOutcomeError } from './postgres-error.ts'
import { createReadInGroup, type SendReads } from './reads-over-one-connection.ts'
import {
  createRepetition,
  isCutOff,
  type RepetitionOptions,
  type UnknownOutcome,
} from './repeat-call.ts'
import { longestMs, postgresSilenceMs } from './timeouts.ts'
import { createWriterLock, othersWaitError } from './writer-lock.ts'

export interface PostgresDriverOptions extends RepetitionOptions {
  readonly pool: Pool
  /** Whether nothing else uses the pool. If so, the driver closes it, and its silent connections. */
  readonly isOwn: boolean
  /** The beginning of every table name. Stores with the same prefix share hints. */
  readonly prefix: string
  /** Whether statements are prepared by name. Some poolers do not support this. */
  readonly prepare: boolean
  readonly features: EngineFeatures
  /** Whether processes send each other hints. */
  readonly notify: boolean
  /** Whether all writers are locked out, even this store. */
  readonly exclusive: boolean
}

// The statement has a name, because `pg` sends a named statement together with the next ones, but an
// unnamed one by itself.
const begin: Statement = { name: 'begin', sql: 'begin isolation level read committed', params: [] }
const commit: Statement = { sql: 'commit', params: [] }
const unlimited: Statement = {
  sql: "select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)",
  params: [],
}

/**
 * Drives `pg`. A batch is one transaction at READ COMMITTED. Over pipelined connections it is sent as a
 * whole and costs one round trip. A batch that lost to another transaction starts again, up to eight
 * times. So does a batch whose connection broke, if it was certainly not committed or is safe to repeat.
 */
export function postgresDriver(options: PostgresDriverOptions): SqlDriver {
  const { pool, isOwn, prefix, prepare, features, random, wait, now } = options
  const { transactionStatus, distributed } = features
  const dialect = postgresDialect(features)
  const { connect, noteSilence } = createConnections(pool, now)
  const silence = { afterMs: postgresSilenceMs, isReachable: createProbe(pool.options) }
  const watch = (client: PoolClient) => (isOwn ? closeWhenSilent(client, silence) : () => {})

  const toQuery = ({ name, sql, params }: Statement, limit = {}) => ({
    text: sql,
    values: [...params],
    rowMode: 'array' as const,
    ...(prepare && name !== undefined && { name }),
    ...limit,
  })
  const { repeat, backOff } = createRepetition({ random, wait, now })

  /** A connection for statements outside of a transaction. */
  async function connectOnce(partition?: string): Promise<SendReads> {
    const { client, release } = await connect(partition)
    return (statements) => {
      const endWatch = watch(client)
      const sent = statements.map((statement) => client.query(toQuery(statement)).then(toResult))
      void Promise.allSettled(sent).then((ended) => {
        endWatch()
        const failed = ended.find((one) => one.status === 'rejected' && isUnreachable(one.reason))
        if (failed?.status === 'rejected') noteSilence(failed.reason)
        release(failed !== undefined)
      })
      return sent
    }
  }
  const readInGroup = createReadInGroup(() => connectOnce())

  async function runAlone(statement: Statement, partition?: string): Promise<SqlResult> {
    const send = await connectOnce(partition)
    const [result] = send([statement])
    return result as Promise<SqlResult>
  }

  async function transact(
    statements: readonly Statement[],
    doubt: UnknownOutcome,
    partition: string | undefined,
    receipt?: Receipt,
  ): Promise<readonly SqlResult[]> {
    const { client, release } = await connect(partition)
    const isRepeatable = statements.every(mayHappenTwice)
    // With the number of the transaction, its outcome can be looked up later.
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
    const endWatch = watch(client)
    try {
      await run(client, all, transaction)
      endWatch()
      release(false)
    } catch (thrown) {
      const error = toPostgresError(thrown, {
        statement: transaction.results.length - before.length,
        isOnShard: distributed,
      })
      endWatch()
      noteSilence(error.cause)
      release(isCutOff(error))
      if (!isCutOff(error) || !transaction.commitSent || isRepeatable) throw error
      const question = questionAbout(transaction)
      if (!question && statements.some(({ once }) => once)) {
        doubt.mayHaveHappened = true
        throw error
      }
      const ask = { run: runAlone, backOff, mayAsk: () => now() < doubt.askUntil }
      const committed = question && (await hasCommitted(question, ask))
      if (committed === false) throw error
      if (committed && receipt) return []
      // Only the answer to the commit may be missing: the other results are needed.
      if (!committed || transaction.results.length < all.length - 1)
        throw unknownOutcomeError(error)
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
      const sent = await sendInTicks(all, send)
      // After a failed statement, the following ones fail too. The connection is used again only after
      // all of them have ended: before that, it may count a statement as prepared although it is not.
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
      if (!isUnreachable(error)) await client.query('rollback')
      throw error
    }
  }

  /**
   * Runs a statement without the timeouts of the server and of `pg`. Behind a pooler, the store has set
   * no timeout of the server.
   */
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
      // A connection that may lack its timeouts is not used again.
      release(true)
      throw toPostgresError(error, { isOnShard: distributed })
    }
  }

  const hints =
    options.notify && createHints({ connection: pool.options, name: prefix, notify: runAlone })
  const writerLock = options.exclusive && createWriterLock(prefix, () => connect('writer lock'))
  return {
    dialect,
    ...(hints && { announce: hints.announce, listen: hints.listen }),
    alone: runLong,
    ...(isPipelined(pool) && {
      queryTogether: (statement, partition) => repeat(() => readInGroup(statement, partition)),
    }),
    query: (statement, partition) =>
      repeat(async (doubt) => {
        if (mayHappenTwice(statement)) return runAlone(statement, partition)
        const [result] = await transact([statement], doubt, partition)
        return result as SqlResult
      }),
    batch: (statements, partition) => repeat((doubt) => transact(statements, doubt, partition)),
    ...(dialect.receipts && {
      async batchOnce(statements, makeReceipt, partition) {
        await repeat((doubt) => transact(statements, doubt, partition, makeReceipt()))
      },
    }),
    ...(writerLock && { keepOut: writerLock.keepOut }),
    async close() {
      if (hints) await hints.close()
      const waiting = writerLock && (await writerLock.letIn())
      if (isOwn) await pool.end()
      if (waiting) throw othersWaitError(waiting)
    },
  }
}

/** How many characters of values are sent in one tick. Sending them takes a few milliseconds. */
const charactersPerTick = 65_536

/**
 * Sends statements without waiting for their results. If their values are long, other work runs in between.
 */
async function sendInTicks(
  statements: readonly Statement[],
  send: (statement: Statement) => Promise<SqlResult>,
): Promise<readonly Promise<SqlResult>[]> {
  const sent: Promise<SqlResult>[] = []
  let characters = 0
  for (const statement of statements) {
    if (characters >= charactersPerTick) {
      await endOfTick()
      characters = 0
    }
    const result = send(statement)
    // The caller reads the results only after all statements are sent.
    result.catch(() => {})
    sent.push(result)
    for (const value of statement.params) if (typeof value === 'string') characters += value.length
  }
  return sent
}

/** Whether statements are sent without waiting for earlier results. */
function isPipelined(of: Pool | PoolClient): boolean {
  return ('options' in of ? of.options : (of as { pipeline?: unknown })).pipeline === true
}

function mayHappenTwice({ reads, repeatable }: Statement): boolean {
  return repeatable ?? reads ?? false
}

function toResult(result: QueryArrayResult): SqlResult {
  const { rows, rowCount } = result
  // Results of `pg` may survive until a major garbage collection. Without their rows, a minor one takes
  // 2 ms instead of 8.
  result.rows = []
  return { rows, changes: rowCount ?? 0 }
}
