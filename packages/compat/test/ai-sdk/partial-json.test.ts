import { parsePartialJson } from 'ai'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPartialJson } from '../../../chat-stream/src/partial-json.ts'

function hasEscapedKey(text: string): boolean {
  let found = false
  JSON.parse(text, (key, value) => {
    if (JSON.stringify(key) !== `"${key}"`) found = true
    return value
  })
  return found
}

test('in pieces of 1 to 7 characters, JSON that the AI SDK can read has the same value as in the AI SDK after every piece', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.json({ maxDepth: 4 }),
      fc.integer({ min: 1, max: 7 }),
      async (text, size) => {
        // The AI SDK fails on a plus sign in an exponent and on an escape in a member name, and it
        // refuses member names that reach a prototype.
        fc.pre(!/\+|proto|constructor/.test(text) && !hasEscapedKey(text))
        const json = createPartialJson()
        for (let at = 0; at < text.length; at += size) {
          json.push(text.slice(at, at + size))
          const expected = (await parsePartialJson(text.slice(0, at + size))).value
          expect(json.value()).toEqual(expected)
        }
      },
    ),
    { numRuns: 500 },
  )
})
