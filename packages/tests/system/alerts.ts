import { readFileSync } from 'node:fs'

const page = readFileSync(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8')

/** The conditions of the alerts in docs/monitoring.md. */
export const alerts: readonly string[] = Array.from(
  page.matchAll(/^\| `([^`]+[<>=] ?[\d.]+)` \|/gm),
  ([, condition = '']) => condition.replaceAll('\\|', '|'),
)

/** The Prometheus rules for these conditions. Each alert is named by its number. */
export function rulesOf(conditions: readonly string[]): object {
  const rules = conditions.map((expr, nth) => ({ alert: `Alert${nth}`, expr, for: '5m' }))
  return { groups: [{ name: 'doorkit', rules }] }
}
