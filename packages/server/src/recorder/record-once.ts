import { hash } from 'node:crypto'
import { reportIds } from '../collections/report-id.ts'
import { type BuildChange, type Change, commitChange } from '../commit/commit-change.ts'
import { KitError } from '../errors/kit-error.ts'
import { declareWinnerIfAny } from '../experiments/declare-winner.ts'
import type { Services } from '../services/services.ts'
import { membersInOrder } from '../text/members-in-order.ts'

/** The options of a report. */
export interface RecordOptions {
  /**
   * The host's own id of the report. A repeated call of the same function with the same id and input
   * records nothing and returns the first result; with another input it throws `key_reused`. The kit
   * remembers an id for 30 days. A refused call does not use up its id.
   */
  readonly key?: string | undefined
}

/** The changes of a report, and the result of its call. */
export interface RecordedChange extends Change<string> {
  /**
   * The opening test that the report counts for. After the commit, the kit checks whether the test has a
   * winner.
   */
  readonly experiment?: string | null | undefined
}

/**
 * Commits a report once per report id. The same commit stores the id, so even simultaneous repeats have
 * one effect.
 *
 * @param name - the name of the called function. Each function has its own report ids.
 * @param input - the checked input of the call.
 */
export type RecordOnce = (
  name: string,
  options: RecordOptions | undefined,
  input: unknown,
  build: (services: Services, at: number) => Promise<RecordedChange>,
) => Promise<string>

export function createRecordOnce(ready: () => Promise<Services>, workspace: string): RecordOnce {
  return async (name, options, input, build) => {
    const services = await ready()
    let countedFor: string | null = null
    const change = async (at: number) => {
      const { experiment = null, ...rest } = await build(services, at)
      countedFor = experiment
      return rest
    }
    const key = options?.key
    const reply = await commitChange(
      services,
      workspace,
      key === undefined ? change : oncePerId(services, workspace, [name, key], input, change),
    )
    await declareWinnerIfAny(services, workspace, countedFor)
    return reply
  }
}

/** Makes a change happen once per report id, by storing the id and the result in its commit. */
function oncePerId(
  { store, vault }: Services,
  workspace: string,
  key: readonly [name: string, key: string],
  input: unknown,
  build: (at: number) => Promise<Change<string>>,
): BuildChange<string> {
  const id = `${workspace}.${hash('sha256', JSON.stringify(key), 'base64url')}`
  const text = `${id}\n${JSON.stringify(input, inOrder)}`
  const findEarlier = async (): Promise<Change<string> | null> => {
    const done = await reportIds.get(store, workspace, id)
    if (done && !vault.verifies(text, done.data.input)) throw reused()
    return done && { ops: [], reply: done.data.result }
  }
  return async (at) => {
    const earlier = await findEarlier()
    if (earlier) return earlier
    try {
      const change = await build(at)
      const columns = { workspace, created_at: at }
      // `input` is signed and not only hashed, so that a reader of the database cannot find addresses by
      // hashing guesses.
      const storeId = reportIds.insert(id, columns, {
        result: change.reply,
        input: vault.sign(text),
      })
      return { ...change, ops: [...change.ops, storeId] }
    } catch (refusal) {
      // A simultaneous repeat may have succeeded first, and may be the only reason for the refusal.
      const simultaneous = await findEarlier()
      if (simultaneous) return simultaneous
      throw refusal
    }
  }
}

/** A replacer for `JSON.stringify` that sorts the members of an object, and leaves out null members. */
function inOrder(name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return membersInOrder(name, Object.fromEntries(members))
}

function reused(): KitError {
  const message = 'This report id was used for another report. Use a new `key` for each report.'
  return new KitError('key_reused', message, { param: 'key' })
}
