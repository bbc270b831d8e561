import type { ChatOutcomeType, ReadChatStreamOptions } from '../../src/index.ts'
import type { FakeTimers } from './fake-timers.ts'
import { event } from './parse-all.ts'
import type { TestBody } from './sources.ts'

export const delta = (text: string) => event({ type: 'text-delta', id: '1', delta: text })
export const start =
  event({ type: 'start', messageId: 'm1' }) + event({ type: 'text-start', id: '1' })
export const finish =
  event({ type: 'text-end', id: '1' }) + event({ type: 'finish', finishReason: 'stop' })
export const done = 'data: [DONE]\n\n'
export const whole = start + delta('Hel') + delta('lo') + finish + done
export const fault = new TypeError('terminated')

/** One way in which a stream can end, and the expected outcome. */
export interface ResilienceCase {
  name: string
  /** The behavior of the server. */
  serve: string | ((body: TestBody, timers: FakeTimers) => Promise<void> | void)
  options?: ReadChatStreamOptions
  type: ChatOutcomeType
  text: string
  problems?: string[]
  more?: Record<string, unknown>
}
