import { hash } from 'node:crypto'
import { recordings } from '../collections/recording.ts'
import { KitError } from '../errors/kit-error.ts'
import { declareWinner } from '../experiments/declare-winner.ts'
import { type Change, commitChange } from '../kit/commit-change.ts'
import type { Services } from '../kit/services.ts'
import { membersInOrder } from '../text/members-in-order.ts'

/** The options of every recording. */
export interface RecordOptions {
  /**
   * The host's own name for what is recorded. The same function called with the same key and input
   * again records nothing and returns what the first call returned; with another input it throws
   * `key_reused`. Remembered for 30 days. What was refused leaves its key free.
   */
  readonly key?: string | undefined
}

/** A call that records something. */
export interface Recording extends RecordOptions {
  readonly workspace: string
  /** Which function was called: the keys of different functions are different things. */
  readonly name: string
  /** The input of the call, checked. */
  readonly input: unknown
}

/** The changes of a recording, and its answer. */
export interface RecordedChange extends Change<string> {
  /** The opening test that it counts for: it is judged by the counts after the commit. */
  readonly experiment?: string | null | undefined
}

type BuildRecording = (at: number) => Promise<RecordedChange>

/**
 * Commits a recording, once for each key of the host. The memory of the key is part of the same
 * commit, so that concurrent repeats have one effect too.
 */
export async function recordOnce(
  services: Services,
  recording: Recording,
  build: BuildRecording,
): Promise<string> {
  let counted: string | null = null
  const reply = await commitOnce(services, recording, async (at) => {
    const change = await build(at)
    counted = change.experiment ?? null
    return change
  })
  if (counted !== null) await judge(services, recording.workspace, counted)
  return reply
}

async function commitOnce(
  services: Services,
  { workspace, name, key, input }: Recording,
  build: BuildRecording,
): Promise<string> {
  if (key === undefined) return commitChange(services, workspace, build)
  const { store, vault } = services
  const named = JSON.stringify([name, key])
  const id = `${workspace}.${hash('sha256', named, 'base64url')}`
  const text = `${id}\n${JSON.stringify(input, inOrder)}`
  const recall = async (): Promise<Change<string> | null> => {
    const done = await recordings.get(store, workspace, id)
    if (done && !vault.verifies(text, done.data.input)) throw reused()
    return done && { ops: [], reply: done.data.result }
  }
  return commitChange(services, workspace, async (at) => {
    const done = await recall()
    if (done) return done
    try {
      const change = await build(at)
      const keys = { workspace, created_at: at }
      // Signed, not only hashed: who reads the database cannot try addresses against it.
      const memory = recordings.insert(id, keys, { result: change.reply, input: vault.sign(text) })
      return { ...change, ops: [...change.ops, memory] }
    } catch (refusal) {
      // The same call at the same time may have done what this one is refused for.
      const doneMeanwhile = await recall()
      if (doneMeanwhile) return doneMeanwhile
      throw refusal
    }
  })
}

/** A recording stays: a test that could not be judged is, at its next count. */
async function judge(services: Services, workspace: string, experiment: string): Promise<void> {
  await declareWinner(services, workspace, experiment).catch((error) => {
    services.logger.error({ experiment, error }, 'An opening test was not judged.')
  })
}

/** Writes the members of an object in one order; what is null counts as not given. */
function inOrder(name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const given = Object.entries(value).filter(([, member]) => member !== null)
  return membersInOrder(name, Object.fromEntries(given))
}

function reused(): KitError {
  const message =
    'This key was used for another recording. Use a new key for each thing that is recorded.'
  return new KitError('key_reused', message, { param: 'key' })
}
