import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mistakesIn, programOf } from '../../../tests/repository/samples.ts'
import { compat } from '../support/repository.ts'

test('the code in the README of chat-stream compiles with the AI SDK, and a mistake in it does not', () => {
  const code = programOf('packages/chat-stream/README.md')
  expect(code).toContain("from 'ai'")
  const [right, wrong] = [join(compat, 'sample.ts'), join(compat, 'wrong-sample.ts')]
  const mistakes = mistakesIn(
    new Map([
      [right, code],
      [wrong, code.replace("part.type === 'text'", "part.kind === 'text'")],
    ]),
  )
  expect(mistakes.get(right)).toEqual([])
  expect(mistakes.get(wrong)?.length).toBeGreaterThan(0)
})
