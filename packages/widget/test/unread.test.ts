import { expect, test } from 'vitest'
import { createChat } from '../src/chat/create-chat.ts'
import { createTabMemory } from '../src/chat/tab-memory.ts'
import type { SiteEvent } from '../src/event-stream.ts'
import type { SiteClient } from '../src/site-client.ts'
import { createAnswer } from '../src/streamed-answer.ts'
import { createTextReducer } from '../src/text-reducer.ts'
import { eventually, pageState } from './support/site-page.ts'

const visit = {
  conversation: {
    id: null,
    status: 'open',
    team: { person: null },
    answering: false,
    messages: [],
  },
}

/** A chat whose answer and events the test sends. */
function openChat() {
  const writer = createAnswer('msg_1', createTextReducer)
  const events = new TransformStream<SiteEvent, SiteEvent>()
  const sender = events.writable.getWriter()
  const reportedTexts: string[] = []
  const errors: unknown[] = []
  const chat = createChat({
    client: {
      visits: { begin: async () => visit, see: async () => {} },
      messages: { send: () => writer.answer },
      events: { follow: () => events.readable.values() },
    } as unknown as SiteClient,
    page: pageState().page,
    memory: createTabMemory('pk_test_1'),
    now: () => Date.UTC(2026, 9, 12),
    start: {},
    onChange: () => {},
    onMessage: ({ text }) => reportedTexts.push(text),
    onError: (error) => errors.push(error),
  })
  const at = { created_at: '2026-10-12T00:00:00Z', tools: [] }
  return {
    chat,
    reportedTexts,
    errors,
    writer,
    sendEvent: (id: string, role: string, text: string) =>
      sender.write({ type: 'message', message: { id: `msg_${id}`, role, text, ...at } }),
    text: () => chat.state().lines.at(-1)?.text,
    isPlaced: () => chat.state().lines.at(-1)?.isPlaced,
  }
}

test.each(['event', 'last chunk'])(
  'an answer that ends while the chat is closed counts as one unread message if its %s comes first',
  async (first) => {
    const { chat, reportedTexts, errors, writer, sendEvent, text, isPlaced } = openChat()
    await chat.begin()
    chat.open()
    chat.send('Can you come?')
    writer.push({ type: 'start', messageId: 'msg_2', messageMetadata: { question: 'msg_1' } })
    writer.push({ type: 'text-delta', id: 'text', delta: 'Yes, ' })
    await eventually(text).toBe('Yes, ')
    chat.close()
    expect(chat.state().unread).toBe(0)
    const endings = {
      async event() {
        await sendEvent('1', 'user', 'Can you come?')
        await sendEvent('2', 'assistant', 'Yes, on Thursday.')
        await eventually(isPlaced).toBe(true)
      },
      async 'last chunk'() {
        writer.push({ type: 'text-delta', id: 'text', delta: 'on Thursday.' })
        writer.end()
        await eventually(() => chat.state().isAnswering).toBe(false)
      },
    }
    await endings[first as 'event']()
    expect(chat.state().unread).toBe(1)
    await endings[first === 'event' ? 'last chunk' : 'event']()
    expect(chat.state().unread).toBe(1)
    expect(reportedTexts).toEqual(['Yes, on Thursday.'])
    expect(chat.state().lines.map((line) => line.text)).toEqual([
      'Can you come?',
      'Yes, on Thursday.',
    ])
    chat.open()
    expect(chat.state().unread).toBe(0)
    expect(errors).toEqual([])
  },
)
