import { AbortedError } from '../errors/aborted-error.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import { checkCount } from './check-options.ts'

/** The options of one row's call: pass them on unchanged. */
export interface BatchCallOptions {
  /**
   * A separate idempotency key for each row, the same if the batch is resumed. Within 24 hours, the
   * server performs each row once.
   */
  readonly idempotencyKey: string
  /** The call waits while the budget of the API key is used up. */
  readonly waitForRateLimit: true
  /** The signal of the batch. */
  readonly signal: AbortSignal | undefined
}

/** The result of one row. */
export type BatchResult<Row, Value> = BatchRow<Row> &
  (
    | { readonly ok: true; readonly data: Value }
    | { readonly ok: false; readonly error: DoorkitError }
  )

/** One row of a batch. */
export interface BatchRow<Row> {
  /** From 0. */
  readonly index: number
  /** The row as the program passed it. */
  readonly row: Row
  /** The position up to which every row has a result: store it to resume. */
  readonly resumeToken: string
}

/** The options of a batch. */
export interface BatchOptions<Row, Value> {
  /** How many rows are in progress at the same time. 8 by default. */
  readonly concurrency?: number | undefined
  /**
   * Called with each result, one at a time; an error that it throws ends the batch. A row is in progress
   * until this callback is done, so a slow callback slows the batch down.
   */
  readonly onResult?: ((result: BatchResult<Row, Value>) => unknown) | undefined
  /** A `resumeToken` of an earlier run over the same rows in the same order. */
  readonly resume?: string | undefined
  /** Aborts the batch and its calls. */
  readonly signal?: AbortSignal | undefined
}

/** The outcome of a batch. */
export interface BatchReport<Row> {
  /** How many rows succeeded, without those of an earlier run. */
  readonly succeeded: number
  /** The rows that failed, in the order in which they failed. */
  readonly failures: readonly (BatchRow<Row> & { readonly error: DoorkitError })[]
}

/** Makes the call of one row, with the options for it. */
export type BatchWork<Row, Value> = (row: Row, call: BatchCallOptions) => PromiseLike<Value>

type NumberedRow<Row> = Omit<BatchRow<Row>, 'resumeToken'>

/** Statuses that every further row would get as well. */
const fatalStatuses = [401, 402, 403]

/**
 * Makes a call for each row, each with its own idempotency key, no faster than the budget of the API key
 * allows. A row that fails is reported, and the batch continues.
 *
 * @throws DoorkitError the first refusal with the status 401, 402 or 403; `aborted`; `invalid_option`
 *   for a wrong `concurrency`; `invalid_argument` for a token that is not from a batch. An error of
 *   `rows` or `onResult`, and one of `work` that is not a DoorkitError, also ends the batch.
 */
export async function runBatch<Row, Value>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  work: BatchWork<Row, Value>,
  { concurrency = 8, onResult, resume, signal }: BatchOptions<Row, Value> = {},
): Promise<BatchReport<Row>> {
  checkCount(concurrency, 'concurrency', 1)
  const { id, start } = readToken(resume)
  const failures: (BatchRow<Row> & { error: DoorkitError })[] = []
  const finishedRows = new Set<number>()
  let finishedUpTo = start
  let succeeded = 0
  let ending: { readonly error: unknown } | undefined
  let lastReport: Promise<unknown> = Promise.resolve()

  async function* numberedRows() {
    let index = 0
    for await (const row of rows) {
      if (index >= start) yield { index, row }
      index += 1
    }
  }

  async function perform({ row, index }: NumberedRow<Row>) {
    try {
      const call = { idempotencyKey: `${id}-${index}`, waitForRateLimit: true, signal } as const
      return { ok: true as const, data: await work(row, call) }
    } catch (error) {
      const isFailure = error instanceof DoorkitError && error.code !== 'aborted'
      if (!isFailure || fatalStatuses.includes(error.meta?.status ?? 0)) throw error
      return { ok: false as const, error }
    }
  }

  async function report(numbered: NumberedRow<Row>, outcome: Awaited<ReturnType<typeof perform>>) {
    finishedRows.add(numbered.index)
    while (finishedRows.delete(finishedUpTo)) finishedUpTo += 1
    const row = { ...numbered, resumeToken: `b1:${id}:${finishedUpTo}` }
    if (outcome.ok) succeeded += 1
    else failures.push({ ...row, error: outcome.error })
    await onResult?.({ ...row, ...outcome })
  }

  async function performRows(source: AsyncGenerator<NumberedRow<Row>>) {
    try {
      for (let next = await source.next(); !next.done && !ending; next = await source.next()) {
        if (signal?.aborted) throw new AbortedError(signal)
        const row = next.value
        const outcome = await perform(row)
        lastReport = lastReport.then(() => (ending ? undefined : report(row, outcome)))
        await lastReport
      }
    } catch (error) {
      ending ??= { error }
    }
  }

  // All loops share one generator, which answers overlapping calls of `next` in order.
  const source = numberedRows()
  await Promise.all(Array.from({ length: concurrency }, () => performRows(source)))
  // Closes `rows` if the batch ended early. An error in closing them is ignored.
  await source.return(undefined).catch(() => {})
  if (ending) throw (ending as { readonly error: unknown }).error
  return { succeeded, failures }
}

function readToken(token: string | undefined): { id: string; start: number } {
  if (token === undefined) return { id: crypto.randomUUID(), start: 0 }
  const [, id = '', start = ''] = /^b1:([\w-]{1,200}):(\d{1,12})$/.exec(token) ?? []
  if (id) return { id, start: Number(start) }
  throw new DoorkitError('invalid_argument', 'resume must be the resumeToken of a batch')
}
