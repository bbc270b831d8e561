import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createKit } from '../../support/kit.ts'
import { type ReadFamily, readOpenMetrics } from '../../support/open-metrics.ts'

const read = (name: string) =>
  readFileSync(new URL(`../../../../../docs/${name}`, import.meta.url), 'utf8')

const page = read('monitoring.md')
const board = JSON.parse(read('grafana.json')) as {
  panels: { title: string; targets?: { expr: string }[] }[]
}

async function readFamilies(): Promise<ReadonlyMap<string, ReadFamily>> {
  const { doorkit } = await createKit()
  return readOpenMetrics(await doorkit.metrics())
}

/** The alerts of the page, as PromQL. */
const alerts = [...page.matchAll(/^\| `([^`]*(?:doorkit|up\{)[^`]*[<>=][^`]*)` \|/gm)].map(
  ([, expression = '']) => expression.replaceAll('\\|', '|'),
)
const queries = board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

test('the page lists exactly the metrics, with their types, labels and help texts', async () => {
  const families = await readFamilies()
  const rows = [...page.matchAll(/^\| `(doorkit_\w+)` \| (\w+) \| (.*) \| (.+) \|$/gm)]
  expect(rows.map(([, ...cells]) => cells)).toEqual(
    [...families].map(([name, { type, help, samples }]) => [
      name,
      type,
      Object.keys(samples[0]?.labels ?? {})
        .filter((label) => label !== 'le')
        .map((label) => `\`${label}\``)
        .join(''),
      help,
    ]),
  )
})

test('the alerts and the dashboard query only metrics and labels that exist', async () => {
  expect(alerts.length).toBeGreaterThan(10)
  expect(queries.length).toBeGreaterThan(20)
  const families = await readFamilies()
  const samples = [...families].flatMap(([name, family]) =>
    family.samples.map(({ suffix, labels }) => ({ name: `${name}${suffix}`, labels })),
  )
  for (const query of [...alerts, ...queries]) {
    for (const [, name = '', selector = ''] of query.matchAll(/(doorkit_\w+)(?:\{([^}]*)\})?/g)) {
      const found = samples.filter((sample) => sample.name === name)
      expect(found.length, `${name} in ${query}`).toBeGreaterThan(0)
      for (const [, label = '', value = ''] of selector.matchAll(/(\w+)(?:=~|!~|!=|=)"([^"]*)"/g)) {
        const values = found.map(({ labels }) => labels[label])
        for (const one of value.split('|')) expect(values, query).toContain(one)
      }
    }
    for (const [, list = ''] of query.matchAll(/\bby \(([^)]*)\)/g)) {
      const name = /doorkit_\w+/.exec(query)?.[0]
      const { labels = {} } = samples.find((sample) => sample.name === name) ?? {}
      for (const label of list.split(', ')) expect(Object.keys(labels), query).toContain(label)
    }
  }
})

test('every metric is on the dashboard, and no panel has an empty list of queries', async () => {
  const families = [...(await readFamilies()).keys()]
  const missing = families.filter((name) => !queries.some((query) => query.includes(name)))
  expect(missing).toEqual([])
  const empty = board.panels.filter(({ targets }) => targets && targets.length === 0)
  expect(empty).toEqual([])
})
