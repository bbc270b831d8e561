import { readFileSync } from 'node:fs'

const page = readFileSync(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8')

/** The conditions of the alerts in docs/monitoring.md. */
export const alerts: readonly string[] = Array.from(
  page.matchAll(/^\| `([^`]+[<>=] ?[\d.]+)` \|/gm),
  ([, condition = '']) => condition.replaceAll('\\|', '|'),
)

/** The rules of Prometheus for alerts, which are named by their numbers. */
export function rulesOf(conditions: readonly string[]): object {
  const rules = conditions.map((expr, nth) => ({ alert: `Alert${nth}`, expr, for: '5m' }))
  return { groups: [{ name: 'doorkit', rules }] }
}
