import { idempotency, type StoredIdempotency } from '../collections/idempotency.ts'
import { equals } from '../collections/record.ts'
import { Failure } from '../errors/failure.ts'
import { problemAnswer, type WholeAnswer } from '../http/pipeline/answer.ts'
import type { Services } from '../services.ts'

const pageSize = 200

/**
 * Replaces the answers kept for retries that mention a person. A retry then learns that the
 * answer is gone; it does not happen a second time.
 *
 * @param options.since - leaves out answers that are forgotten before this time. Default: none.
 * @param options.except - the id of a request whose answer stays: the erasure's own. Default: none.
 */
export async function eraseAnswers(
  services: Services,
  workspace: string,
  marks: readonly string[],
  { since = 0, except }: { since?: number | undefined; except?: string | undefined } = {},
): Promise<void> {
  if (marks.length === 0) return
  const wanted = marks.map((mark) => mark.toLowerCase())
  let after: [string, number, string] | undefined
  do {
    const rows = await idempotency.list(services.store, {
      index: 'idempotency_workspace',
      where: [equals('workspace', workspace), { key: 'expires_at', op: 'gte', value: since }],
      dir: 'asc',
      limit: pageSize,
      after,
    })
    for (const row of rows) await eraseAnswer(services, row, { wanted, except })
    const last = rows.at(-1)
    after =
      last && rows.length === pageSize ? [workspace, last.keys.expires_at, last.id] : undefined
  } while (after)
}

async function eraseAnswer(
  services: Services,
  row: StoredIdempotency,
  { wanted, except }: { wanted: readonly string[]; except: string | undefined },
): Promise<void> {
  if (row.data.answer === null) return
  const answer = openAnswer(services, row.data.answer, row.id)
  if (except !== undefined && answer?.headers['X-Request-Id'] === except) return
  // What nobody can open may be about anybody, and can be replayed to nobody.
  const text = answer?.body.toLowerCase()
  if (text !== undefined && !wanted.some((mark) => text.includes(mark))) return
  const requestId = answer?.headers['X-Request-Id'] ?? services.makeId('request')
  const failure = new Failure('not_found', 'The answer to this request was erased.')
  const erased = problemAnswer(failure, requestId)
  const replacement = { ...erased, headers: { ...erased.headers, 'X-Request-Id': requestId } }
  const sealed = services.vault.seal(JSON.stringify(replacement), row.id)
  await services.store.commit([
    idempotency.patch(row.id, { data: { ...row.data, answer: sealed } }, { ifRev: row.rev }),
  ])
}

/** Null when the master key that the answer was sealed with is gone. */
function openAnswer(
  { vault, logger }: Services,
  sealed: string,
  context: string,
): WholeAnswer | null {
  try {
    return JSON.parse(vault.open(sealed, context)) as WholeAnswer
  } catch (error) {
    logger.warn({ error }, 'An answer kept for retries cannot be opened; it is taken for erased.')
    return null
  }
}
