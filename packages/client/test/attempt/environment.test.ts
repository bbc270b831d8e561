import { afterEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/attempt/clock.ts'
import { environmentVariable } from '../../src/attempt/environment.ts'
import { environmentLogger } from '../../src/attempt/logger.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The variable DOORKIT_LOG, as a runtime with this `process` returns it. */
function variableOf(process: unknown) {
  vi.stubGlobal('process', process)
  const value = environmentVariable('DOORKIT_LOG')
  vi.unstubAllGlobals()
  return value
}

test('a variable is read if the runtime has an environment and allows it', () => {
  const guarded = {
    get env() {
      throw new Error('Requires access to the environment')
    },
  }
  expect([undefined, {}, guarded].map(variableOf)).toEqual([undefined, undefined, undefined])
  expect(variableOf({ env: { DOORKIT_LOG: 'debug' } })).toBe('debug')
})

test.each([
  ['debug', ['debug', 'info', 'warn', 'error']],
  ['warn', ['warn', 'error']],
  ['error', ['error']],
])(
  'with the level %s the console gets records from that level on, each at its own level',
  (level, expected) => {
    const record = { message: 'me.get: answered 200' } as never
    const levels = ['debug', 'info', 'warn', 'error'] as const
    const writtenLines: unknown[] = []
    for (const name of levels) {
      vi.spyOn(console, name).mockImplementation(
        (...given) => void writtenLines.push([name, ...given]),
      )
    }
    const logger = environmentLogger(level)
    for (const name of levels) logger?.[name](record)
    expect(writtenLines).toEqual(
      expected.map((name) => [name, '[doorkit]', 'me.get: answered 200', record]),
    )
  },
)

test.each([undefined, '', 'silent'])('with the level %j there is no logger', (level) => {
  expect(environmentLogger(level)).toBeUndefined()
})

test('the system clock counts from the epoch, and goes forward', () => {
  const [first, at] = [systemClock.now(), performance.now()]
  while (performance.now() === at);
  expect(systemClock.now()).toBeGreaterThan(first)
  expect(Math.abs(first - Date.now())).toBeLessThan(60_000)
})
