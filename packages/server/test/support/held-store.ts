import type { Store, WriteOp } from '@doorkit/store'

/** A store whose commits of one kind wait until the expected number of them has arrived. */
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
  /** Resolves when all these commits wait. */
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

/** Whether a commit changes an experiment to a status. */
export function movesTo(status: string) {
  return (ops: readonly WriteOp[]) =>
    ops.some((op) => op.op === 'patch' && op.in === 'experiments' && op.set?.status === status)
}
