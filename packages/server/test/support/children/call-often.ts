import type { Store } from '@doorkit/store'
import { createDoorkit, type DoorkitOptions, manualClock } from '../../../src/index.ts'
import { testStart } from '../kit.ts'

/** The work of the process: a number of calls of its own server kit, over a database. */
export interface Order {
  /** A package, its export to call, and the arguments. */
  readonly store: readonly [from: string, name: string, options: unknown]
  readonly plans: NonNullable<DoorkitOptions['plans']>
  readonly secret: string
  readonly calls: number
}

const simultaneousCalls = 10

/** Makes the calls, ten at a time, and counts those that passed. The clock stands still. */
async function callOften({ store: [from, name, options], plans, secret, calls }: Order) {
  const makers = (await import(from)) as Record<string, (options: unknown) => Store>
  const store = makers[name]?.(options)
  if (!store) throw new Error(`${from} has no ${name}.`)
  const doorkit = createDoorkit({ store, plans, clock: manualClock(testStart) })
  const headers = { Authorization: `Bearer ${secret}` }
  let startedCalls = 0
  let passedCalls = 0
  const callAll = async () => {
    while (startedCalls < calls) {
      startedCalls += 1
      const { status } = await doorkit.fetch('http://localhost/v1/me', { headers })
      if (status === 200) passedCalls += 1
      else if (status !== 429) throw new Error(`A call was answered with ${status}.`)
    }
  }
  await Promise.all(Array.from({ length: simultaneousCalls }, callAll))
  await doorkit.close()
  return passedCalls
}

process.on('message', async (order: Order) => {
  const passedCalls = await callOften(order)
  process.send?.(passedCalls, () => process.disconnect())
})
process.send?.('ready')
