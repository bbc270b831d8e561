import { expect, test } from 'vitest'
import { createSender } from '../src/chat/send-messages.ts'
import { createTranscript } from '../src/chat/transcript.ts'
import type { SiteClient } from '../src/site-client.ts'
import { createAnswer } from '../src/streamed-answer.ts'
import { createTextReducer } from '../src/text-reducer.ts'
import { eventually } from './support/site-page.ts'

/** A sender whose answer the test writes, and whose requests to stop it get the result of `stop`. */
function openSender(stop: () => Promise<boolean>) {
  const writer = createAnswer('msg_1', createTextReducer)
  const transcript = createTranscript()
  const sender = createSender({
    client: { messages: { send: () => writer.answer, stop } } as unknown as SiteClient,
    transcript,
    now: () => Date.UTC(2026, 9, 12),
    set: () => {},
    onMessage: () => {},
    onFailed: async () => {},
  })
  sender.send('Can you come?')
  writer.push({ type: 'start', messageId: 'msg_2', messageMetadata: { question: 'msg_1' } })
  writer.push({ type: 'text-delta', id: 'text', delta: 'Yes, ' })
  return { sender, writer, states: () => transcript.lines().map(({ state }) => state) }
}

test('an answer that the visitor stopped counts as stopped', async () => {
  const { sender, writer, states } = openSender(async () => true)
  await sender.stop()
  writer.end()
  await eventually(states).toEqual(['sent', 'stopped'])
})

test('an answer does not count as stopped if the request to stop it failed', async () => {
  const failure = new Error('no network')
  const { sender, writer, states } = openSender(() => Promise.reject(failure))
  await expect(sender.stop()).rejects.toBe(failure)
  writer.end()
  await eventually(states).toEqual(['sent', 'sent'])
})
