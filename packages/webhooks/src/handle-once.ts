import type { DedupeStore } from './dedupe-store.ts'

/** The outcome of an event. */
export interface DispatchOutcome {
  /**
   * `handled`: by this call. `duplicate`: it was handled before. `in_progress`: another call is handling
   * it; try again later, because that call may still fail.
   */
  status: 'handled' | 'duplicate' | 'in_progress'
}

/** Handles an event, unless the store says that it was handled or is being handled. */
export async function handleOnce(
  store: DedupeStore | undefined,
  id: string,
  handle: () => Promise<unknown>,
): Promise<DispatchOutcome> {
  if (!store) {
    await handle()
    return { status: 'handled' }
  }
  const claim = await store.claim(id)
  if (claim.status === 'in_progress') return claim
  if (claim.status === 'done') return { status: 'duplicate' }
  try {
    await handle()
  } catch (error) {
    try {
      await store.release(id, claim.token)
    } catch {
      // The claim will expire, and the handler's error is the one to report.
    }
    throw error
  }
  await store.complete(id, claim.token)
  return { status: 'handled' }
}
