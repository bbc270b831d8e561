import { performance } from 'node:perf_hooks'
import { optionalMethods, type Store } from '@doorkit/store'

export type OnStoreCall = (method: string, durationMs: number, ok: boolean) => void

/** The methods whose calls are timed. All others are rare or, like `version`, read only one number. */
export const timedMethods = [
  'get',
  'list',
  'aggregate',
  'search',
  'nearest',
  'commit',
  'updateMany',
  'deleteMany',
  'claim',
  'consume',
] as const

export function timedStore(store: Store, onCall: OnStoreCall): Store {
  const timed = timedMethods.flatMap((name) => {
    const method = store[name] as ((...args: never[]) => Promise<unknown>) | undefined
    if (!method) return []
    const call = (...args: never[]) => {
      const began = performance.now()
      const result = method.apply(store, args)
      result.then(
        () => onCall(name, performance.now() - began, true),
        () => onCall(name, performance.now() - began, false),
      )
      return result
    }
    return [[name, call]]
  })
  return {
    ...optionalMethods(store, ['migrate', 'ping', 'close', 'scrub', 'backup', 'version', 'watch']),
    ...Object.fromEntries(timed),
  }
}
