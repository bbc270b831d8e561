// One reader in a process of its own, as in the server that it would be part of.
import { type Reader, type Round, readsAtOnce, type Work, workspaces } from './reader.ts'

const [module = '', url = '', items = ''] = process.argv.slice(2)
const reader: Reader = await (await import(module)).open(url)

const works: Readonly<Record<Work, (place: number) => Promise<boolean>>> = {
  get: async (place) => [await reader.get(`item_${(place * 7_919) % Number(items)}`)].length === 1,
  page: async (place) => (await reader.page(`ws_${place % workspaces}`)).length === 50,
}

async function runRound(work: Work, roundMs: number): Promise<Round> {
  const before = process.cpuUsage()
  const startedAt = performance.now()
  let place = 0
  const keepReading = async () => {
    while (performance.now() < startedAt + roundMs) {
      if (!(await works[work](place++))) throw new Error('It did not read what it was asked for.')
    }
  }
  await Promise.all(Array.from({ length: readsAtOnce }, keepReading))
  const { user, system } = process.cpuUsage(before)
  return {
    speed: place / ((performance.now() - startedAt) / 1_000),
    cpuUs: (user + system) / place,
  }
}

process.on('message', async ({ work, roundMs }: { work: Work; roundMs: number }) => {
  process.send?.(await runRound(work, roundMs))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
