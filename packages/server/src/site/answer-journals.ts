import { CHAT_STREAM_DONE, type ChatChunk } from '@doorkit/chat-stream'
import { siteLimits } from '@doorkit/models/site'
import type { ChunkWriter } from '../chat/answer-turn.ts'
import type { HeldTurn } from '../chat/begin-turn.ts'
import { answerChunks } from '../collections/answer-chunk.ts'
import { chatSessions } from '../collections/chat-session.ts'
import { equals } from '../collections/collection.ts'
import {
  mostJournaledPerAnswer,
  mostJournaledPerProcess,
  mostJournaledPerWorkspace,
  mostResumedPerProcess,
  mostResumedPerSession,
} from '../limits/bounds.ts'
import { createShares } from '../limits/fair-shares.ts'
import type { Services } from '../services/services.ts'

/**
 * How often a process stores the new chunks of its answers, and how often another process that follows
 * an answer reads them.
 */
export const journalIntervalMs = 1_000

/** While an answer has no new chunk, its process stores an empty row once in this many intervals. */
const silentIntervals = 3

/** A process that stores nothing about its answer for this long counts as dead. */
export const deadMs = 10_000

/** How long this process keeps the chunks of an answer after its end. */
const answerResumeMs = siteLimits.answerResumeSeconds * 1_000

/** The values of the column `ended`: `lost` if the answer can no longer be resumed. */
export const ends = { no: 0, yes: 1, lost: 2 } as const

/** The chunks of an answer that this process is making, or that ended at most {@link answerResumeMs} ago. */
export interface AnswerJournal {
  readonly session: string
  /** Yields the events after the chunk with this number, as they are made, until the answer ends. */
  readAfter(number: number): AsyncGenerator<string>
}

/** The answers of this process whose streams can be resumed. */
export type AnswerJournals = ReturnType<typeof createAnswerJournals>

/** Writes a chunk, which is given as JSON, as an event. The event's id names the answer and the chunk. */
export function answerEvent(answer: string, number: number, chunk: string): string {
  return `id: ${answer}.${number}\ndata: ${chunk}\n\n`
}

/** `readAfter` yields at most this many events in one piece. */
const eventsAtOnce = 64

/**
 * The chunks at the end of an answer that contain none of its text. They can be stored even after the
 * turn has ended or the text has been erased.
 */
function framingAtEnd(chunks: readonly string[]): string[] {
  const last = chunks.findLastIndex((chunk) => !framing.test(chunk))
  return chunks.slice(last + 1)
}

const framing = /^{"type":"(?:text-end|finish-step|finish|error|abort)"/

export function createAnswerJournals() {
  const journals = new Map<string, AnswerJournal>()
  const shares = createShares({
    perOwner: mostJournaledPerWorkspace,
    perProcess: mostJournaledPerProcess,
  })
  return {
    find: (answer: string) => journals.get(answer),
    /** The streams that resume answers, counted by session. */
    resumed: createShares({ perOwner: mostResumedPerSession, perProcess: mostResumedPerProcess }),
    /** Starts to journal the chunks of a turn's answer. */
    begin(services: Services, held: HeldTurn): ChunkWriter {
      const { clock, background, logger, store } = services
      const { answerId: answer, question } = held
      const { id: session, columns } = held.session
      const { workspace } = columns
      const share = shares.open(workspace)
      let chunks: string[] = []
      let state: 'open' | 'ended' | 'lost' = 'open'
      let changed = Promise.withResolvers<void>()
      const wake = () => {
        changed.resolve()
        changed = Promise.withResolvers()
      }
      let stored = 0
      let position = 0
      let silent = 0
      let cancelTimer = () => {}
      let storing: Promise<void> | undefined

      function lose(): void {
        state = 'lost'
        chunks = []
        share.close()
        wake()
      }

      /** Stores the new chunks for other processes. */
      async function storeNext(ended: number): Promise<void> {
        const isLast = ended !== ends.no
        const rest = chunks.slice(stored)
        const next = isLast ? framingAtEnd(rest) : rest
        const first = chunks.length - next.length + 1
        // If text could not be stored before, the stored chunks must not pass for the whole answer.
        const end = isLast && next.length < rest.length ? ends.lost : ended
        const row = { workspace, session, answer, position, first, ended: end }
        const at = clock.now()
        const insert = answerChunks.insert(
          `${answer}.${position}`,
          { ...row, created_at: at },
          { chunks: next },
        )
        // An erasure ends the turn; after that, no text of the answer may be stored.
        const when = [equals('turn_token', answer)]
        const turn = chatSessions.check(workspace, session, { when })
        const { ok } = await store.commit(isLast ? [insert] : [turn, insert])
        if (!ok) return
        stored += next.length
        position += 1
      }

      function storeInOrder(ended: number = ends.no): Promise<void> {
        storing = (storing ?? Promise.resolve())
          .then(() => storeNext(ended))
          .catch((error) =>
            logger.warn(
              { session, error },
              'Chunks of an answer could not be stored, so other processes may not be able to resume it.',
            ),
          )
        return storing
      }

      function storeNew(): void {
        const isSilent = chunks.length === stored
        silent = isSilent ? silent + 1 : 0
        // A reader in another process must see that this process still works.
        if (!isSilent || silent % silentIntervals === 1) background(() => storeInOrder())
        cancelTimer = clock.after(journalIntervalMs, storeNew)
      }
      cancelTimer = clock.after(journalIntervalMs, storeNew)

      const journal: AnswerJournal = {
        session,
        async *readAfter(number) {
          for (let at = number; ; ) {
            const change = changed.promise
            if (state === 'lost') throw new Error('This answer can no longer be resumed.')
            const next = chunks.slice(at, at + eventsAtOnce)
            if (next.length > 0) {
              yield next.map((chunk, nth) => answerEvent(answer, at + nth + 1, chunk)).join('')
              at += next.length
            } else if (state === 'open') await change
            else break
          }
          yield CHAT_STREAM_DONE
        },
      }
      journals.set(answer, journal)

      return {
        encode(given: ChatChunk) {
          const chunk = JSON.stringify(
            given.type === 'start'
              ? { ...given, messageMetadata: { question: question.id } }
              : given,
          )
          if (state !== 'open') return `data: ${chunk}\n\n`
          const number = chunks.push(chunk)
          if (share.take(chunk.length) && share.taken() <= mostJournaledPerAnswer) wake()
          else {
            lose()
            cancelTimer()
            journals.delete(answer)
            background(() => storeInOrder(ends.lost))
          }
          return answerEvent(answer, number, chunk)
        },
        async beforeStored() {
          // An answer that took less than one interval is not stored in chunks: readers get its message.
          if (state === 'open' && storing) await storeInOrder()
        },
        end() {
          cancelTimer()
          if (state !== 'open') return
          state = 'ended'
          wake()
          if (storing) background(() => storeInOrder(ends.yes))
          clock.after(answerResumeMs, () => {
            journals.delete(answer)
            share.close()
          })
        },
      }
    },
  }
}
