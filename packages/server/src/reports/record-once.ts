import { hash } from 'node:crypto'
import { recordings } from '../collections/recording.ts'
import { KitError } from '../errors/kit-error.ts'
import { judgeCount } from '../experiments/declare-winner.ts'
import { type BuildChange, type Change, commitChange } from '../kit/commit-change.ts'
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

/** The changes of a recording, and its answer. */
export interface RecordedChange extends Change<string> {
  /** The opening test that it counts for: it is judged by the counts after the commit. */
  readonly experiment?: string | null | undefined
}

/**
 * Commits a recording, once for each key of the host. The memory of the key is part of the same
 * commit, so that concurrent repeats have one effect too.
 *
 * @param name - which function was called: the keys of different functions are different things.
 * @param input - the input of the call, checked.
 */
export type RecordOnce = (
  name: string,
  options: RecordOptions | undefined,
  input: unknown,
  build: (services: Services, at: number) => Promise<RecordedChange>,
) => Promise<string>

/** Makes what commits the recordings about a workspace. */
export function createRecordOnce(ready: () => Promise<Services>, workspace: string): RecordOnce {
  return async (name, options, input, build) => {
    const services = await ready()
    let counted: string | null = null
    const change = async (at: number) => {
      const { experiment = null, ...built } = await build(services, at)
      counted = experiment
      return built
    }
    const key = options?.key
    const reply = await commitChange(
      services,
      workspace,
      key === undefined ? change : remembered(services, workspace, [name, key], input, change),
    )
    await judgeCount(services, workspace, counted)
    return reply
  }
}

/** A change that is made once under its key, and remembered with it. */
function remembered(
  { store, vault }: Services,
  workspace: string,
  key: readonly [name: string, key: string],
  input: unknown,
  build: (at: number) => Promise<Change<string>>,
): BuildChange<string> {
  const id = `${workspace}.${hash('sha256', JSON.stringify(key), 'base64url')}`
  const text = `${id}\n${JSON.stringify(input, inOrder)}`
  const recall = async (): Promise<Change<string> | null> => {
    const done = await recordings.get(store, workspace, id)
    if (done && !vault.verifies(text, done.data.input)) throw reused()
    return done && { ops: [], reply: done.data.result }
  }
  return async (at) => {
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
  }
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
