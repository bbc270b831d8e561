import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Store } from '@doorkit/store'
import { onTestFinished } from 'vitest'
import { createDoorkit, manualClock } from '../../src/index.ts'
import type { Order } from './children/call-often.ts'
import { testStart } from './kit.ts'

const script = fileURLToPath(import.meta.resolve('./children/call-often.ts'))
const execArgv = ['--conditions=@doorkit/source', '--disable-warning=ExperimentalWarning']

async function startChild(): Promise<ChildProcess> {
  const child = fork(script, { execArgv })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

async function send(child: ChildProcess, order: Order): Promise<number> {
  child.send(order)
  const [passed] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) =>
      Promise.reject(new Error(`The process ended with the code ${code}.`)),
    ),
  ])
  return passed as number
}

/**
 * Makes calls with one API key from three processes at the same time, each with its own server kit over
 * the same database. Each process makes as many calls as the limit allows in all. Returns how many calls
 * of each process passed.
 */
export async function callFromProcesses(open: () => Store, store: Order['store'], limit: number) {
  const plans = { apex: { requests_per_minute: limit } }
  const doorkit = createDoorkit({ store: open(), plans, clock: manualClock(testStart) })
  const { id: workspace } = await doorkit.workspaces.create({
    name: 'Acme',
    website: 'https://acme.example',
    plan: 'apex',
  })
  const { secret } = await doorkit.keys.create({ workspace, name: 'K', access: 'read_only' })
  await doorkit.close()
  const children = await Promise.all([startChild(), startChild(), startChild()])
  const order = { store, plans, secret, calls: limit }
  return Promise.all(children.map((child) => send(child, order)))
}
