import { setImmediate } from 'node:timers/promises'
import { followStamped, writeStamped } from '@doorkit/store-tests'
import { sqliteStore } from '../../src/index.ts'
import { plan } from './plan.ts'

/** The work of a child process. */
export interface Work {
  readonly task: 'write' | 'follow' | 'add' | 'consume' | 'claim'
  readonly file: string
  readonly name: string
  readonly count: number
}

const now = () => Date.now()

async function run({ task, file, name, count }: Work, isDone: () => boolean): Promise<unknown> {
  const store = sqliteStore({ file, busyTimeoutMs: 20_000 })
  try {
    await store.migrate(plan)
    switch (task) {
      case 'write': {
        const pause = () => setImmediate()
        const options = { writer: name, scope: 'ws_1', count, now, pause }
        const { written, late } = await writeStamped(store, options)
        return { written: [...written], late }
      }
      case 'follow': {
        const options = {
          scope: 'ws_1',
          now,
          async isDone() {
            await setImmediate()
            return isDone()
          },
        }
        const { seen, runs } = await followStamped(store, options)
        return { seen: [...seen], runs }
      }
      case 'add': {
        const patch = { op: 'patch', in: 'jobs', id: 'shared', add: { count: 1 } } as const
        const log = (attempt: number) =>
          ({
            op: 'insert',
            in: 'jobs',
            row: { id: `${name}-${attempt}`, columns: {}, data: null },
          }) as const
        let committed = 0
        for (let attempt = 0; attempt < count; attempt += 1) {
          const result = await store.commit([patch, log(attempt)])
          if (result.ok) committed += 1
        }
        return committed
      }
      case 'consume': {
        let allowed = 0
        for (let attempt = 0; attempt < count; attempt += 1) {
          const window = { key: 'shared', limit: 50, windowMs: 1_000_000, now: 1, points: 1 }
          if ((await store.consume(window)).allowed) allowed += 1
        }
        return allowed
      }
      case 'claim': {
        const claimed: string[] = []
        for (let attempt = 0; ; attempt += 1) {
          const rows = await store.claim({
            in: 'jobs',
            dueColumn: 'due',
            leaseColumn: 'lease',
            now: 1,
            leaseMs: 1_000_000,
            token: `${name}-${attempt}`,
            limit: 7,
          })
          if (rows.length === 0) return claimed
          claimed.push(...rows.map((row) => row.id))
        }
      }
    }
  } finally {
    await store.close()
  }
}

let isDone = false
process.on('message', async (message: Work | 'done') => {
  if (message === 'done') {
    isDone = true
    return
  }
  const answer = await run(message, () => isDone)
  process.send?.(answer, () => process.disconnect())
})
process.send?.('ready')
