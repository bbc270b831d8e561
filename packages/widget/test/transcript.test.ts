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

test('a message of a person moves before a message of the visitor that the server has not placed yet', () => {
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

test('events continue after the last message with a known place, so none is missed', () => {
  const transcript = createTranscript()
  expect(transcript.lastId()).toBe('0')
  transcript.add(message('1', 'user', 'Hello?'))
  transcript.put(ownMessage('Is Grace there?'))
  // The answer names the message before its event arrives.
  transcript.edit('key of Is Grace there?', { id: '3', state: 'sent' })
  expect(transcript.lastId()).toBe('1')
  transcript.add(message('2', 'assistant', 'I am Grace.'))
  transcript.add(message('3', 'user', 'Is Grace there?'))
  expect(transcript.lastId()).toBe('3')
  expect(transcript.lines().map(({ id }) => id)).toEqual(['1', '2', '3'])
})
