import type { WriteOp } from '@doorkit/store'
import { listAll } from '../collections/collection.ts'
import { idempotency, type StoredIdempotency } from '../collections/idempotency-key.ts'
import {
  answerPeople,
  ofPerson,
  requestIdOf,
  type StoredAnswerPerson,
} from '../collections/person-in-stored-answer.ts'
import { commitChange } from '../commit/commit-change.ts'
import { Failure } from '../errors/failure.ts'
import { KitError } from '../errors/kit-error.ts'
import { signPerson } from '../ids/pseudonyms.ts'
import { erasedRowsPerCommit } from '../limits/bounds.ts'
import type { WholeAnswer } from '../requests/http-answer.ts'
import { problemAnswer } from '../requests/problem-answer.ts'
import type { Services } from '../services/services.ts'
import { everybody } from './people-in-text.ts'

/**
 * Signs email addresses, and ids of people's rows, as the collection `answer_people` stores them. Adds
 * {@link everybody}, because an answer stored under that name may be about anyone.
 */
export function signPeople(
  { vault }: Pick<Services, 'vault'>,
  workspace: string,
  people: Iterable<string>,
): string[] {
  return [everybody, ...people].map((person) => signPerson({ vault }, workspace, person))
}

const lookupsAtOnce = 16

/**
 * Replaces the stored answers that are about these people. A retry then learns that the answer was erased,
 * and is not performed again. The cost depends on how many answers are found, not on how many are stored.
 *
 * @param people - the result of {@link signPeople}.
 * @returns whether there were such answers.
 */
export function eraseAnswers(
  services: Services,
  workspace: string,
  people: readonly string[],
): Promise<boolean> {
  // Erasures in one workspace often find the same answers. If they ran at the same time, each would try
  // to erase all of these answers, and its commits would fail.
  return services.answerMutex(workspace, async () => {
    const rowsOf = (person: string) =>
      listAll(services.store, answerPeople, 'id', ofPerson(workspace, person))
    let hasFound = false
    for (let from = 0; from < people.length; from += lookupsAtOnce) {
      const found = await Promise.all(people.slice(from, from + lookupsAtOnce).map(rowsOf))
      // The rows are sorted by answer, so that all rows of an answer are nearly always in one commit.
      const named = found
        .flat()
        .sort((left, right) => (left.columns.answer < right.columns.answer ? -1 : 1))
      hasFound ||= named.length > 0
      for (let at = 0; at < named.length; at += erasedRowsPerCommit) {
        await eraseTogether(services, workspace, named.slice(at, at + erasedRowsPerCommit))
      }
    }
    return hasFound
  })
}

async function eraseTogether(
  services: Services,
  workspace: string,
  named: readonly StoredAnswerPerson[],
): Promise<void> {
  const { store } = services
  const { ok } = await store.commit(await answerWrites(services, workspace, named))
  if (ok) return
  // Another erasure or a new master key changed one of the answers, or one expired. Each remaining row
  // gets its own commit.
  for (const { id } of named) {
    await commitChange(services, workspace, async () => {
      const row = await answerPeople.get(store, workspace, id)
      return { ops: row ? await answerWrites(services, workspace, [row]) : [], reply: null }
    })
  }
}

async function answerWrites(
  services: Services,
  workspace: string,
  named: readonly StoredAnswerPerson[],
): Promise<WriteOp[]> {
  const { store } = services
  const ids = [...new Set(named.map(({ columns }) => columns.answer))]
  const answers = await idempotency.getMany(store, workspace, ids)
  const replacements = [...answers.values()].flatMap((row) => {
    const about = named.find(
      ({ columns }) => columns.answer === row.id && columns.expires_at === row.columns.expires_at,
    )
    return about && row.data.answer !== null ? [replaceAnswer(services, row, about)] : []
  })
  return [...replacements, ...named.map(({ id }) => answerPeople.remove(workspace, id))]
}

function replaceAnswer(
  { vault }: Services,
  row: StoredIdempotency,
  about: StoredAnswerPerson,
): WriteOp {
  const sealed = vault.seal(JSON.stringify(erasedAnswer(requestIdOf(about))), row.id)
  return idempotency.edit(row, { data: { ...row.data, answer: sealed } })
}

const answerErased = new Failure('not_found', 'The answer to this request was erased.')

export function erasedAnswer(requestId: string): WholeAnswer {
  const { headers, ...problem } = problemAnswer(answerErased, requestId)
  return { ...problem, headers: { ...headers, 'X-Request-Id': requestId } }
}

/**
 * Opens a stored answer; null if it is damaged.
 *
 * @throws KitError `master_key_mismatch` if this server lacks the master key that sealed the answer:
 * another server may have a newer key.
 */
export function openAnswer(
  { vault, logger }: Pick<Services, 'vault' | 'logger'>,
  { id, data }: StoredIdempotency,
): WholeAnswer | null {
  try {
    return JSON.parse(vault.open(data.answer ?? '', id)) as WholeAnswer
  } catch (error) {
    if (error instanceof KitError) throw error
    logger.warn({ error }, 'A stored answer cannot be opened, and counts as erased.')
    return null
  }
}
