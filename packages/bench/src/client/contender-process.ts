// A child process that runs one contender, round by round, as its parent asks.
import { contenders } from './contenders.ts'
import { checkDocument } from './document.ts'

/** A round: as many calls as its time allows, `concurrency` of them at the same time. */
export interface RoundRequest {
  readonly concurrency: number
  readonly durationMs: number
}

export type RoundResult = Awaited<ReturnType<typeof run>>

const [name = '', origin = ''] = process.argv.slice(2)
const connect = contenders[name]
if (!connect) throw new Error(`No contender is named ${name}`)
const fetchDocument = await connect(origin)

async function run({ concurrency, durationMs }: RoundRequest) {
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const endsAt = startedAt + durationMs
  let calls = 0
  const keepCalling = async () => {
    while (performance.now() < endsAt) {
      checkDocument(await fetchDocument(), name)
      calls++
    }
  }
  await Promise.all(Array.from({ length: concurrency }, keepCalling))
  const seconds = (performance.now() - startedAt) / 1_000
  const cpu = process.cpuUsage(cpuBefore)
  return { callsPerSecond: calls / seconds, cpuUs: (cpu.user + cpu.system) / calls }
}

process.on('message', async (request: RoundRequest) => process.send?.(await run(request)))
process.on('disconnect', () => process.exit())
process.send?.('ready')
