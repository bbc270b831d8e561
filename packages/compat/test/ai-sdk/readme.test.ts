import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mistakesIn, programOf } from '../../../tests/repository/samples.ts'
import { compat } from '../support/repository.ts'

test('the code of the README compiles with the AI SDK, and fails with a mistake', () => {
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
