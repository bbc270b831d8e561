import type { Store } from '@doorkit/server'
import { postgresStore } from '@doorkit/store-postgres'
import { sqliteStore } from '@doorkit/store-sqlite'
import { openKit, openWorkspace } from '../stores/open-workspace.ts'
import type { Contender, ContenderOptions, StartContender } from './contender.ts'

export const startDoorkitSqlite: StartContender = (options) =>
  startDoorkit(sqliteStore({ file: options.address }), options)

export const startDoorkitPostgres: StartContender = (options) =>
  startDoorkit(postgresStore({ url: options.address }), options)

async function startDoorkit(inner: Store, { urls }: ContenderOptions): Promise<Contender> {
  const { store, calls } = countingStore(inner)
  const doorkit = openKit(store)
  const { queue } = await openWorkspace(doorkit, urls)
  let counted = 0
  return {
    queue,
    async deliver() {
      const before = calls()
      await doorkit.worker.tick()
      counted += calls() - before
    },
    calls: () => counted,
  }
}

function countingStore(store: Store) {
  let count = 0
  const counting = new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        count += 1
        return member.apply(target, args)
      }
    },
  })
  return { store: counting, calls: () => count }
}
