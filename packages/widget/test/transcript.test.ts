import { expect, test } from 'vitest'
import { lineOf } from '../src/chat/line.ts'
import { createTranscript } from '../src/chat/transcript.ts'
import type { SiteMessage } from '../src/contract.ts'

const message = (id: string, role: 'user' | 'assistant', text: string) =>
  ({ id, role, text, created_at: '2026-05-04T09:00:00Z', tools: [] }) as unknown as SiteMessage

const ownMessage = (text: string) => ({
  ...lineOf(message('', 'user', text), `key of ${text}`),
  id: null,
  state: 'sending' as const,
  isPlaced: false,
})

test('a new message is placed before a message of the visitor that the server has not placed yet', () => {
  const transcript = createTranscript()
  transcript.add(message('1', 'user', 'Hello?'))
  transcript.put(ownMessage('Is Grace there?'))
  expect(transcript.add(message('2', 'assistant', 'I am Grace.'))).toBe(true)
  const texts = () => transcript.lines().map(({ text }) => text)
  expect(texts()).toEqual(['Hello?', 'I am Grace.', 'Is Grace there?'])
  expect(transcript.add(message('3', 'user', 'Is Grace there?'))).toBe(false)
  transcript.add(message('4', 'assistant', 'I am.'))
  expect(texts()).toEqual(['Hello?', 'I am Grace.', 'Is Grace there?', 'I am.'])
  expect(transcript.lines().map(({ id }) => id)).toEqual(['1', '2', '3', '4'])
})

test('lastId is the id of the last line whose place is known', () => {
  const transcript = createTranscript()
  expect(transcript.lastId()).toBe('0')
  transcript.add(message('1', 'user', 'Hello?'))
  transcript.put(ownMessage('Is Grace there?'))
  // The page learns the id from the answer, before the event of the message arrives.
  transcript.edit('key of Is Grace there?', { id: '3', state: 'sent' })
  expect(transcript.lastId()).toBe('1')
  transcript.add(message('2', 'assistant', 'I am Grace.'))
  transcript.add(message('3', 'user', 'Is Grace there?'))
  expect(transcript.lastId()).toBe('3')
  expect(transcript.lines().map(({ id }) => id)).toEqual(['1', '2', '3'])
})
