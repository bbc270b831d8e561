import { describe, expect, test } from 'vitest'
import { limits, planLimits, planNames } from '../src/index.ts'
import { limitTable, planTable } from './contract-tables.ts'

const units: Record<string, number> = {
  '': 1,
  '%': 0.01,
  characters: 1,
  KB: 1_024,
  MB: 1_024 ** 2,
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
}

/** `'30 days'` in seconds, `'256 KB'` in bytes, `'1,200'` as it is. */
function amount(text: string): number {
  const [figure = '', unit = ''] = text.split(' ')
  const size = units[unit] ?? units[unit.replace(/s$/, '')]
  if (size === undefined) throw new Error(`Add the unit of "${text}" to this test.`)
  return Number(figure.replaceAll(',', '')) * size
}

/** Every number in an object of limits, by its path. */
function numbersIn(value: unknown, path: string[] = []): [string, number][] {
  if (typeof value === 'number') return [[path.join('.'), value]]
  return Object.entries(value as object).flatMap(([key, inner]) => numbersIn(inner, [...path, key]))
}

describe('the limits', () => {
  test('have exactly the values of the table of limits', () => {
    const expected = limitTable.map(([, figure = '', path = '']) => [path, amount(figure)])
    expect(Object.fromEntries(numbersIn(limits))).toEqual(Object.fromEntries(expected))
    expect(limitTable).toHaveLength(37)
  })

  test('allow a delivery nine attempts over 71 h 35 min 30 s', () => {
    expect(limits.webhookRetrySeconds.length + 1).toBe(9)
    const whole = limits.webhookRetrySeconds.reduce((sum, seconds) => sum + seconds, 0)
    expect(whole).toBe(71 * 3_600 + 35 * 60 + 30)
  })
})

describe('the plans', () => {
  test('have exactly the limits of the table of plans', () => {
    const expected = planTable.map(([plan = '', standard = '', heavy = '', sessions = '']) => [
      plan.toLowerCase(),
      {
        requests_per_minute: amount(standard),
        heavy_requests_per_minute: amount(heavy),
        chat_sessions_per_month: sessions === 'not included' ? null : amount(sessions),
      },
    ])
    expect(planLimits).toEqual(Object.fromEntries(expected))
    expect(planNames).toEqual(expected.map(([plan]) => plan))
    expect(planNames).toHaveLength(4)
  })
})
