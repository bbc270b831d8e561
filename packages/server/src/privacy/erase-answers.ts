import { answerPeople, ofPerson, type StoredAnswerPerson } from '../collections/answer-person.ts'
import { listAll } from '../collections/collection.ts'
import { idempotency, type StoredIdempotency } from '../collections/idempotency.ts'
import { Failure } from '../errors/failure.ts'
import { KitError } from '../errors/kit-error.ts'
import { problemAnswer, type WholeAnswer } from '../kit/answer.ts'
import type { Services } from '../kit/services.ts'
import { signPerson } from '../kit/sign-person.ts'
import { everybody } from './people-in-text.ts'

/** People as `answer_people` names them, and those of the answers that are about everybody. */
export function answersAbout(
  { vault }: Pick<Services, 'vault'>,
  workspace: string,
  people: Iterable<string>,
): string[] {
  return [everybody, ...people].map((person) => signPerson({ vault }, workspace, person))
}

const lookupsAtOnce = 16
/** How many rows one commit erases: a commit for each would take a minute for 60,000. */
const rowsAtOnce = 100

/**
 * Replaces the answers kept for retries that are about people. A retry then learns that the answer
 * is gone; it does not happen a second time. Costs what is found, however many answers are kept.
 * Resolves to whether there were any.
 *
 * @param people - as {@link answersAbout} gives them.
 */
export async function eraseAnswers(
  services: Services,
  workspace: string,
  people: readonly string[],
): Promise<boolean> {
  let hasFound = false
  for (let from = 0; from < people.length; from += lookupsAtOnce) {
    const some = people.slice(from, from + lookupsAtOnce)
    const found = await Promise.all(some.map((person) => findNamed(services, workspace, person)))
    // Those of one answer stand together, so that it is erased once.
    const named = found
      .flat()
      .sort((left, right) => (left.keys.answer < right.keys.answer ? -1 : 1))
    hasFound ||= named.length > 0
    for (let at = 0; at < named.length; at += rowsAtOnce) {
      await eraseTogether(services, workspace, named.slice(at, at + rowsAtOnce))
    }
  }
  return hasFound
}

function findNamed({ store }: Services, workspace: string, person: string) {
  return listAll(store, answerPeople, 'id', ofPerson(workspace, person))
}

async function eraseTogether(
  services: Services,
  workspace: string,
  named: readonly StoredAnswerPerson[],
): Promise<void> {
  const { store } = services
  const ids = [...new Set(named.map(({ keys }) => keys.answer))]
  const answers = await idempotency.getMany(store, workspace, ids)
  const erased = [...answers.values()].filter(
    ({ id, keys: { expires_at }, data }) =>
      data.answer !== null &&
      named.some(({ keys }) => keys.answer === id && keys.expires_at === expires_at),
  )
  const { ok } = await store.commit([
    ...erased.map((row) => erasure(services, row)),
    ...named.map(({ id }) => answerPeople.remove(workspace, id)),
  ])
  // One was lost to another erasure of the same answer, or to the end of its time.
  if (!ok && named.length > 1) {
    for (const one of named) await eraseTogether(services, workspace, [one])
  }
}

function erasure(services: Services, row: StoredIdempotency) {
  const answer = erasedAnswer(requestOf(services, row) ?? services.makeId('request'))
  const sealed = services.vault.seal(JSON.stringify(answer), row.id)
  return idempotency.edit(row, { data: { ...row.data, answer: sealed } })
}

/** Which request an answer is to; what no key here opens is erased all the same. */
function requestOf(services: Services, row: StoredIdempotency): string | undefined {
  try {
    return openAnswer(services, row)?.headers['X-Request-Id']
  } catch (error) {
    services.logger.warn({ error }, 'An answer kept for retries is erased without being opened.')
    return undefined
  }
}

/** The answer in the place of one that was erased. */
export function erasedAnswer(requestId: string): WholeAnswer {
  const failure = new Failure('not_found', 'The answer to this request was erased.')
  const { headers, ...problem } = problemAnswer(failure, requestId)
  return { ...problem, headers: { ...headers, 'X-Request-Id': requestId } }
}

/**
 * An answer that is kept; null for one that is damaged.
 *
 * @throws KitError `master_key_mismatch` where this server does not have the key that sealed it:
 * another one was given it first.
 */
export function openAnswer(
  { vault, logger }: Pick<Services, 'vault' | 'logger'>,
  { id, data }: StoredIdempotency,
): WholeAnswer | null {
  try {
    return JSON.parse(vault.open(data.answer ?? '', id)) as WholeAnswer
  } catch (error) {
    if (error instanceof KitError) throw error
    logger.warn({ error }, 'An answer kept for retries cannot be opened; it is taken for erased.')
    return null
  }
}
