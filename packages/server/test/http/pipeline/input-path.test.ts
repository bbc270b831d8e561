import { expect, test } from 'vitest'
import { toParam } from '../../../src/http/pipeline/input-path.ts'

test('a path is written in the form in which problems name inputs', () => {
  const cases = [
    [[], ''],
    [['limit'], 'limit'],
    [['buttons', 0, 'label'], 'buttons[0].label'],
    [['events', 1], 'events[1]'],
    [['visitor', 'email'], 'visitor.email'],
    [['a', 0, 1, 'b'], 'a[0][1].b'],
    [['attributes', 'a.b'], 'attributes.a.b'],
  ] as const
  for (const [path, text] of cases) expect.soft(toParam(path)).toBe(text)
  expect(cases).toHaveLength(7)
})

test('a very long path is cut', () => {
  expect(toParam(['x'.repeat(200)])).toBe('x'.repeat(200))
  expect(toParam(['x'.repeat(1_000)])).toBe(`${'x'.repeat(200)}…`)
})
