import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { alerts, rulesOf } from './alerts.ts'
import { requirePrograms, systemPrograms } from './programs.ts'

/** Metrics for which an alert fires, and metrics for which it does not. Each has one value a minute. */
interface Case {
  /** In the notation of promtool. */
  readonly sick: Readonly<Record<string, string>>
  readonly healthy: Readonly<Record<string, string>>
  /** The labels of the alert. */
  readonly labels?: Readonly<Record<string, string>>
}

const instance = { instance: 'a' }
const attempts = 'doorkit_delivery_attempt_duration_seconds_count'
const turns = 'doorkit_turn_duration_seconds_count'
const requests = 'doorkit_request_duration_seconds_count'
const words = 'doorkit_turn_first_word_seconds_bucket'
const commits = 'doorkit_store_call_duration_seconds_bucket{method="commit"'

/** The alerts in the order of the page. */
const cases: readonly Case[] = [
  {
    sick: { 'up{job="doorkit",instance="a"}': '0x30' },
    healthy: { 'up{job="doorkit",instance="a"}': '1x30', 'up{job="other"}': '0x30' },
    labels: { job: 'doorkit', ...instance },
  },
  {
    sick: { 'doorkit_store_reachable{instance="a"}': '0x30' },
    healthy: { 'doorkit_store_reachable{instance="a"}': '1x30' },
    labels: instance,
  },
  {
    sick: { 'doorkit_due_age_seconds{step="built"}': '121x30' },
    healthy: {
      'doorkit_due_age_seconds{step="attempted"}': '120x30',
      'doorkit_due_age_seconds{step="graded"}': '800x30',
    },
  },
  {
    sick: { 'doorkit_due_age_seconds{step="graded"}': '901x30' },
    healthy: {
      'doorkit_due_age_seconds{step="graded"}': '900x30',
      'doorkit_due_age_seconds{step="built"}': '100x30',
    },
    labels: { step: 'graded' },
  },
  {
    sick: { 'doorkit_step_failures_total{step="built"}': '0+1x30' },
    healthy: { 'doorkit_step_failures_total{step="built"}': '7x30' },
    labels: { step: 'built' },
  },
  {
    sick: { [`${attempts}{outcome="failed"}`]: '0+1x30' },
    healthy: {
      [`${attempts}{outcome="failed"}`]: '7x30',
      [`${attempts}{outcome="retrying"}`]: '0+9x30',
    },
  },
  {
    sick: {
      'doorkit_delivery_attempt_failures_total{code="timeout"}': '0+3x30',
      [`${attempts}{outcome="delivered"}`]: '0+10x30',
    },
    healthy: {
      'doorkit_delivery_attempt_failures_total{code="timeout"}': '0+1x30',
      [`${attempts}{outcome="delivered"}`]: '0+10x30',
    },
  },
  {
    sick: { [`${turns}{status="failed"}`]: '0+1x30', [`${turns}{status="done"}`]: '0+10x30' },
    healthy: { [`${turns}{status="failed"}`]: '0+1x30', [`${turns}{status="done"}`]: '0+30x30' },
  },
  {
    sick: {
      [`${words}{le="5.0"}`]: '0x30',
      [`${words}{le="10.0"}`]: '0+9x30',
      [`${words}{le="+Inf"}`]: '0+9x30',
    },
    healthy: {
      [`${words}{le="5.0"}`]: '0+9x30',
      [`${words}{le="10.0"}`]: '0+9x30',
      [`${words}{le="+Inf"}`]: '0+9x30',
    },
  },
  {
    sick: { doorkit_handoff_wait_seconds: '601x30' },
    healthy: { doorkit_handoff_wait_seconds: '600x30' },
  },
  {
    sick: { [`${requests}{status="5xx"}`]: '0+2x30', [`${requests}{status="2xx"}`]: '0+98x30' },
    healthy: { [`${requests}{status="5xx"}`]: '0+1x30', [`${requests}{status="4xx"}`]: '0+199x30' },
  },
  {
    sick: {
      [`${commits},le="0.5"}`]: '0x30',
      [`${commits},le="1.0"}`]: '0+9x30',
      [`${commits},le="+Inf"}`]: '0+9x30',
    },
    healthy: {
      [`${commits},le="0.5"}`]: '0+9x30',
      [`${commits},le="1.0"}`]: '0+9x30',
      [`${commits},le="+Inf"}`]: '0+9x30',
    },
  },
  {
    sick: { 'doorkit_store_call_failures_total{method="list"}': '0+61x30' },
    healthy: { 'doorkit_store_call_failures_total{method="list"}': '0+59x30' },
  },
  {
    sick: { 'doorkit_event_loop_busy_seconds_total{instance="a"}': '0+49x30' },
    healthy: { 'doorkit_event_loop_busy_seconds_total{instance="a"}': '0+47x30' },
    labels: instance,
  },
]

test('every alert is silent after four minutes of its condition, fires after ten, and does not fire without the condition', () => {
  const [promtool = ''] = requirePrograms([systemPrograms.promtool])
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-alerts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(cases).toHaveLength(alerts.length)
  const tests = cases.flatMap(({ sick, healthy, labels = {} }, index) => {
    const expectAt = (minute: number, expectedAlerts: readonly object[]) => ({
      eval_time: `${minute}m`,
      alertname: `Alert${index}`,
      exp_alerts: expectedAlerts,
    })
    const toSeries = (values: Case['sick']) =>
      Object.entries(values).map(([name, text]) => ({ series: name, values: text }))
    const firing = [expectAt(4, []), expectAt(10, [{ exp_labels: labels }])]
    return [
      { interval: '1m', input_series: toSeries(sick), alert_rule_test: firing },
      { interval: '1m', input_series: toSeries(healthy), alert_rule_test: [expectAt(30, [])] },
    ]
  })
  // Every JSON text is valid YAML.
  writeFileSync(join(folder, 'rules.json'), JSON.stringify(rulesOf(alerts)))
  const file = join(folder, 'tests.json')
  writeFileSync(
    file,
    JSON.stringify({ rule_files: ['rules.json'], evaluation_interval: '1m', tests }),
  )
  // If an alert behaves in another way, promtool exits with 1 and prints the difference.
  expect(execFileSync(promtool, ['test', 'rules', file], { encoding: 'utf8' })).toContain('SUCCESS')
})
