import { newId } from '../message-requests.ts'
import type { SiteClient } from '../site-client.ts'
import { SiteError } from '../site-error.ts'
import type { Answer } from '../streamed-answer.ts'
import type { ChatState } from './chat-state.ts'
import { questionOf, textOf } from './line.ts'
import type { Transcript } from './transcript.ts'

export interface SenderSettings {
  readonly client: SiteClient
  readonly transcript: Transcript
  readonly now: () => number
  readonly set: (change: Partial<ChatState>) => void
  readonly onMessage: (message: { readonly role: string; readonly text: string }) => void
  readonly onFailed: (error: unknown) => Promise<void>
}

/** Sends the visitor's messages and reads the answers, one at a time. */
export function createSender(settings: SenderSettings) {
  const { client, transcript, now, set, onMessage, onFailed } = settings
  let reading: AbortController | null = null
  let isStopped = false

  /** Shows an answer as it grows. */
  async function read(answer: Answer, question: string | null): Promise<void> {
    const at = now()
    /** Marks the question as sent, and finds the line of the answer. */
    const settle = () => {
      const id = questionOf(answer.message)
      if (question !== null) transcript.edit(question, { state: 'sent', ...(id && { id }) })
      return transcript.lines().find((one) => one.id === answer.message.id)
    }
    for await (const message of answer) {
      const { id } = message
      const text = textOf(message)
      // An event may have brought the complete answer.
      if (!settle()?.isPlaced && text !== '')
        transcript.put({ ...newLine, key: id, id, role: 'assistant', text, at, state: 'streaming' })
      set({})
    }
    const line = settle()
    if (line && isStopped) transcript.edit(line.key, { state: 'stopped' })
    if (line?.state !== 'streaming') return
    if (!isStopped) transcript.edit(line.key, { state: 'sent' })
    onMessage({ role: 'assistant', text: line.text })
  }

  async function follow(
    open: (signal: AbortSignal) => Promise<Answer | null>,
    question: string | null,
  ) {
    const controller = new AbortController()
    reading = controller
    isStopped = false
    set({ isAnswering: true })
    try {
      const answer = await open(controller.signal)
      if (answer) await read(answer, question)
    } catch (error) {
      if (controller.signal.aborted) return
      for (const { key, state } of transcript.lines()) {
        if (state === 'streaming') transcript.edit(key, { state: 'cut' })
      }
      const retryAfterMs = error instanceof SiteError ? error.retryAfterMs : undefined
      if (question !== null) transcript.edit(question, { state: 'failed', retryAfterMs })
      await onFailed(error)
    } finally {
      if (reading === controller) {
        reading = null
        set({ isAnswering: false })
      }
    }
  }

  const ask = (key: string, text: string) =>
    follow(async (signal) => client.messages.send(text, { id: key, signal }), key)

  return {
    /** Sends a message. Returns false for an empty text and while an answer is in progress. */
    send(text: string): boolean {
      if (reading || text.trim() === '') return false
      const key = newId()
      transcript.put({ ...newLine, key, id: null, role: 'user', text, at: now(), state: 'sending' })
      void ask(key, text)
      return true
    },
    /** Sends again a message that did not arrive or was not answered. The server stores it once. */
    retry(key: string): void {
      const line = transcript.lines().find((one) => one.key === key)
      if (reading || line?.state !== 'failed') return
      for (const { key, state } of transcript.lines()) if (state === 'cut') transcript.remove(key)
      transcript.edit(key, { state: 'sending' })
      void ask(key, line.text)
    },
    /** Stops the answer in progress, and keeps its text so far. */
    async stop(): Promise<void> {
      isStopped = true
      try {
        await client.messages.stop()
      } catch (error) {
        isStopped = false
        throw error
      }
    },
    /** Resumes the answer in progress, unless one is being read. */
    async resume(): Promise<void> {
      if (reading) return
      await follow((signal) => client.messages.resume({ signal }), null)
    },
    /** Stops reading the answer, which continues on the server. */
    leave(): void {
      reading?.abort()
      reading = null
      set({ isAnswering: false })
    },
  }
}

const newLine = { author: null, tools: [], isPlaced: false }
