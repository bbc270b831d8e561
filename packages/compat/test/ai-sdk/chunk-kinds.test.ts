import { uiMessageChunkSchema } from 'ai'
import { expect, test } from 'vitest'
import { brokenChunks, chunkSamples } from '../../../chat-stream/test/support/chunk-samples.ts'

const isValidForTheAiSdk = async (value: unknown) => {
  const schema = uiMessageChunkSchema()
  if (!schema.validate) throw new Error('The schema of the AI SDK has no validate function.')
  return (await schema.validate(value)).success
}

test.each(chunkSamples)(
  'the AI SDK accepts a chunk of the type $chunk.type, with unknown fields and without optional fields',
  async ({ chunk, optional }) => {
    expect(await isValidForTheAiSdk(chunk)).toBe(true)
    expect(await isValidForTheAiSdk({ ...chunk, zebra: { stripes: 7 } })).toBe(true)
    for (const field of optional) {
      const { [field]: _, ...without } = chunk
      expect(await isValidForTheAiSdk(without), field).toBe(true)
    }
  },
)

test('the AI SDK refuses every chunk that the parser refuses', async () => {
  expect(brokenChunks).toHaveLength(81)
  for (const { value } of brokenChunks) {
    expect(await isValidForTheAiSdk(value), JSON.stringify(value)).toBe(false)
  }
})
