import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDoorkit, memoryStore, metricsContentType } from '@doorkit/server'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../postgres/free-port.ts'
import { alerts, rulesOf } from './alerts.ts'
import { requirePrograms, systemPrograms } from './programs.ts'

const board = readFileSync(new URL('../../../docs/grafana.json', import.meta.url), 'utf8')

/** The queries of the panels in docs/grafana.json, with an interval that Grafana would fill in. */
const panels = Array.from(board.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g), ([, text]) =>
  (JSON.parse(text ?? '') as string).replaceAll('$__rate_interval', '1m'),
)

/** Starts a server kit with its metrics, and a Prometheus that reads them each second. */
async function startPrometheus(): Promise<string> {
  const doorkit = createDoorkit({ store: memoryStore() })
  const metrics = createServer(async (_request, response) => {
    response.setHeader('Content-Type', metricsContentType).end(await doorkit.metrics())
  }).listen(0, '127.0.0.1')
  await once(metrics, 'listening')
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-prometheus-'))
  const target = `127.0.0.1:${(metrics.address() as AddressInfo).port}`
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['rules.json'],
    scrape_configs: [{ job_name: 'doorkit', static_configs: [{ targets: [target] }] }],
  }
  // Every JSON text is valid YAML.
  writeFileSync(join(folder, 'prometheus.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'rules.json'), JSON.stringify(rulesOf(alerts)))
  const address = `127.0.0.1:${await freePort()}`
  const [program = ''] = requirePrograms([systemPrograms.prometheus])
  const prometheus = spawn(
    program,
    [
      `--config.file=${join(folder, 'prometheus.json')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  )
  onTestFinished(async () => {
    prometheus.kill()
    await once(prometheus, 'exit')
    metrics.closeAllConnections()
    metrics.close()
    await doorkit.close()
    rmSync(folder, { recursive: true })
  })
  return `http://${address}/api/v1`
}

interface Answer {
  readonly status: string
  readonly data: { readonly result: readonly unknown[] }
}

interface Rules {
  readonly data: { readonly groups: readonly { readonly rules: readonly { health: string }[] }[] }
}

test('Prometheus reads the metrics, and evaluates every alert and every panel of the board', async () => {
  expect([alerts.length > 10, panels.length > 20]).toEqual([true, true])
  const url = await startPrometheus()
  const query = async (expression: string) => {
    const response = await fetch(`${url}/query?query=${encodeURIComponent(expression)}`)
    return (await response.json()) as Answer
  }
  // A rate needs two readings.
  await expect
    .poll(async () => (await query('count_over_time(up[1m]) > 2')).data.result, { timeout: 30_000 })
    .toHaveLength(1)
    .catch((cause) => {
      throw new Error('Prometheus does not read the metrics.', { cause })
    })
  for (const expression of alerts) {
    expect([expression, (await query(expression)).status]).toEqual([expression, 'success'])
  }
  for (const expression of panels) {
    const { status, data } = await query(expression)
    expect([expression, status, data.result.length > 0]).toEqual([expression, 'success', true])
  }
  const rules = (await (await fetch(`${url}/rules`)).json()) as Rules
  const health = rules.data.groups.flatMap((group) => group.rules.map((rule) => rule.health))
  expect(health).toEqual(alerts.map(() => 'ok'))
}, 60_000)
