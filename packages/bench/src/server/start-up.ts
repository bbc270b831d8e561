import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { BenchOptions, Report } from '../report.ts'
import { measureLoad } from '../size/load-time.ts'
import { quantile } from '../statistics.ts'

const cli = fileURLToPath(new URL('../../../cli/', import.meta.url))
const bin = join(cli, 'dist/bin.js')

/** The cost of starting the built `doorkit serve`, until its first answer and until it is idle. */
export async function measureStart({ quick }: BenchOptions): Promise<Report> {
  if (!existsSync(bin)) {
    throw new Error('Run npm run build first: this measures the start of the built packages.')
  }
  const count = quick ? 1 : 15
  const starts: Awaited<ReturnType<typeof start>>[] = []
  const loads: number[] = []
  for (let round = 0; round < count; round++) {
    starts.push(await start())
    loads.push(await measureLoad('@doorkit/server', 'import', cli))
  }
  const row = (title: string, values: readonly number[]) => [
    title,
    Math.min(...values),
    quantile(values, 0.5),
    quantile(values, 0.9),
  ]
  const firstAnswers = starts.map(({ firstAnswerMs }) => firstAnswerMs)
  const memories = starts.map(({ restMb }) => restMb)
  return {
    tables: [
      {
        title: 'Starting `doorkit serve` on a new file',
        columns: ['', 'least', 'median', 'p90'],
        rows: [
          row('ms to the first answer', firstAnswers),
          row(
            'ms of processor time until idle',
            starts.map(({ cpuMs }) => cpuMs),
          ),
          row('MB at rest', memories),
          row('ms to import @doorkit/server', loads),
        ],
      },
    ],
    targets: [
      // The minimum of the times counts, because other work on the machine only makes a start slower.
      { name: 'ms to the first answer', value: Math.min(...firstAnswers), atMost: 250 },
      { name: 'MB at rest', value: quantile(memories, 0.5), atMost: 90 },
    ],
  }
}

async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-start-'))
  const flags = ['--store', `sqlite:${join(folder, 'new.db')}`, '--port', '0', '--json']
  const startedAt = performance.now()
  const child = spawn(process.execPath, [bin, 'serve', '--print-key', ...flags], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  try {
    const [line] = await Promise.race([
      once(createInterface(child.stdout), 'line'),
      ended.then(() => Promise.reject(new Error('doorkit serve ended before it was ready.'))),
    ])
    const { base_url, api_key } = JSON.parse(String(line))
    const answer = await fetch(`${base_url}/me`, {
      headers: { authorization: `Bearer ${api_key}` },
    })
    if (!answer.ok) throw new Error(await answer.text())
    const firstAnswerMs = performance.now() - startedAt
    await sleep(1_500)
    const { cpuMs, restMb } = usageOf(child.pid ?? 0)
    return { firstAnswerMs, cpuMs, restMb }
  } finally {
    child.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Linux counts processor time in hundredths of a second and memory in kilobytes. */
function usageOf(pid: number) {
  const [, , , , , , , , , , , , , user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(
    ' ',
  )
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return { cpuMs: (Number(user) + Number(system)) * 10, restMb: Number(kilobytes) / 1_024 }
}
