// A child process that runs one reader, as a server would.
import { type Reader, type ReadKind, readsAtOnce, workspaces } from './reader.ts'

const [module = '', url = '', items = ''] = process.argv.slice(2)
const reader: Reader = await (await import(module)).open(url)

const reads: Readonly<Record<ReadKind, (index: number) => Promise<boolean>>> = {
  async get(index) {
    const id = `item_${(index * 7_919) % Number(items)}`
    return (await reader.get(id)).id === id
  },
  page: async (index) => (await reader.page(`ws_${index % workspaces}`)).length === 50,
}

/** The reads per second, and the processor time of a read in microseconds. */
export type Round = Awaited<ReturnType<typeof runRound>>

async function runRound(kind: ReadKind, roundMs: number) {
  const before = process.cpuUsage()
  const startedAt = performance.now()
  let index = 0
  const keepReading = async () => {
    while (performance.now() < startedAt + roundMs) {
      if (!(await reads[kind](index++)))
        throw new Error('The reader did not return the requested rows.')
    }
  }
  await Promise.all(Array.from({ length: readsAtOnce }, keepReading))
  const { user, system } = process.cpuUsage(before)
  return {
    speed: index / ((performance.now() - startedAt) / 1_000),
    cpuUs: (user + system) / index,
  }
}

process.on('message', async ({ kind, roundMs }: { kind: ReadKind; roundMs: number }) => {
  process.send?.(await runRound(kind, roundMs))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
