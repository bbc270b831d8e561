import type { Store, WriteOp } from '@doorkit/store'

/** A store that holds commits of one kind, up to the expected number, until the test releases them. */
export function heldStore(
  store: Store,
  holds: (ops: readonly WriteOp[]) => boolean,
  expected: number,
) {
  let release = () => {}
  let arrived = () => {}
  let waiting = 0
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  /** Resolves when the expected number of commits wait. */
  const held = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const commit: Store['commit'] = async (ops, options) => {
    if (waiting < expected && holds(ops)) {
      waiting += 1
      if (waiting === expected) arrived()
      await released
    }
    return store.commit(ops, options)
  }
  return { store: { ...store, commit }, held, release: () => release() }
}

/** Returns a function that tells whether a commit changes an experiment to this status. */
export function movesTo(status: string) {
  return (ops: readonly WriteOp[]) =>
    ops.some((op) => op.op === 'patch' && op.in === 'experiments' && op.set?.status === status)
}
