// A child process that runs one contender and delivers what its parent asks for.
import type { ContenderOptions } from './contender.ts'
import { contenders } from './contenders.ts'

/** The work of a round: how many events to queue and deliver. */
export interface RoundRequest {
  readonly events: number
}

export type RoundResult = Awaited<ReturnType<typeof run>>

const [name = '', options = '{}'] = process.argv.slice(2)
const known = Object.hasOwn(contenders, name) ? contenders[name] : undefined
if (!known) throw new Error(`No contender is named ${name}`)
const start = await known.load()
const contender = await start(JSON.parse(options) as ContenderOptions)

async function run({ events }: RoundRequest) {
  await contender.queue(events)
  const callsBefore = contender.calls?.() ?? 0
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  await contender.deliver()
  const seconds = (performance.now() - startedAt) / 1_000
  const { user, system } = process.cpuUsage(cpuBefore)
  const calls = contender.calls ? contender.calls() - callsBefore : null
  return { seconds, cpuUs: user + system, calls }
}

process.on('message', async (request: RoundRequest) => process.send?.(await run(request)))
process.on('disconnect', () => process.exit())
process.send?.('ready')
