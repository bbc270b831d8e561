import { createHash } from 'node:crypto'
import { type BuildChange, commitChange } from '../commit-change.ts'
import { recordings } from '../records/recording.ts'
import type { Services } from '../services.ts'

/** What can be said with every recording. */
export interface RecordOptions {
  /**
   * The host's own name for what is recorded. The same function called with the same key again
   * records nothing and returns what the first call returned. Remembered for 30 days.
   */
  readonly key?: string | undefined
}

/** A call that records something. */
export interface Recording extends RecordOptions {
  readonly workspace: string
  /** Which function was called: the keys of different functions are different things. */
  readonly name: string
}

/**
 * Commits a recording, once for each key of the host. The memory of the key is part of the same
 * commit, so that concurrent repeats have one effect too.
 */
export async function recordOnce(
  services: Services,
  { workspace, name, key }: Recording,
  build: BuildChange<string>,
): Promise<string> {
  if (key === undefined) return commitChange(services, workspace, build)
  const named = JSON.stringify([name, key])
  const id = `${workspace}.${createHash('sha256').update(named).digest('base64url')}`
  return commitChange(services, workspace, async (at) => {
    const done = await recordings.get(services.store, id)
    if (done) return { ops: [], reply: done.data.result }
    const change = await build(at)
    const memory = recordings.insert(id, { workspace, created_at: at }, { result: change.reply })
    return { ...change, ops: [...change.ops, memory] }
  })
}
