/** Whether and how a piece of work ended, and after how many milliseconds. */
export type Settlement =
  | { readonly state: 'resolved'; readonly value: unknown; readonly ms: number }
  | { readonly state: 'rejected'; readonly error: unknown; readonly ms: number }
  | { readonly state: 'pending'; readonly ms: number }

/**
 * Watches work until it ends, or for `limitMs`. Work that throws synchronously counts as
 * rejected, as for a caller that awaits it.
 */
export async function settle(work: () => unknown, limitMs = 4_000): Promise<Settlement> {
  const startedAt = performance.now()
  const ms = () => Math.round(performance.now() - startedAt)
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<Settlement>((resolve) => {
    timer = setTimeout(() => resolve({ state: 'pending', ms: ms() }), limitMs)
  })
  const end = Promise.resolve()
    .then(work)
    .then(
      (value): Settlement => ({ state: 'resolved', value, ms: ms() }),
      (error: unknown): Settlement => ({ state: 'rejected', error, ms: ms() }),
    )
  const settlement = await Promise.race([end, limit])
  clearTimeout(timer)
  return settlement
}

/** Whether work failed at a time limit. A timer may fire a little early. */
export function timedOut(settlement: Settlement, limitMs: number): boolean {
  return settlement.state === 'rejected' && settlement.ms >= limitMs - 20
}

/** The outcome in a few words. */
export function inWords(settlement: Settlement): string {
  const after = `after ${seconds(settlement.ms)}`
  if (settlement.state === 'pending') return `still waiting ${after}`
  return settlement.state === 'resolved'
    ? `succeeded ${after}`
    : `${nameOf(settlement.error)} ${after}`
}

/** Writes milliseconds as seconds: `1.5 s`. */
export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}

/** The `name` of an error, or its class if the name is missing or "Error". */
export function nameOf(error: unknown): string {
  const { name } = Object(error) as { name?: unknown }
  if (typeof name === 'string' && name !== 'Error' && name !== '') return name
  return Object(error).constructor?.name ?? typeof error
}
