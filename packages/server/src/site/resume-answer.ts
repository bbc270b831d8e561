import { CHAT_STREAM_DONE, type ChatChunk } from '@doorkit/chat-stream'
import { giveUpStoredTurn } from '../chat/give-up-turn.ts'
import { answerChunks } from '../collections/answer-chunk.ts'
import { chatSessions, type StoredChatSession } from '../collections/chat-session.ts'
import { equals } from '../collections/collection.ts'
import { messages } from '../collections/message.ts'
import type { Context } from '../commit/request-context.ts'
import { Failure } from '../errors/failure.ts'
import { pacedStream } from '../http/pipeline/unsent-answer.ts'
import { sleep } from '../ports/clock.ts'
import { EventStream } from '../requests/http-answer.ts'
import {
  type AnswerJournals,
  answerEvent,
  deadMs,
  ends,
  journalIntervalMs,
} from './answer-journals.ts'
import { answerInProgress } from './visitor-conversation.ts'

/** The id of a chunk: its answer, and its number in the answer. */
interface ChunkId {
  readonly answer: string
  readonly number: number
}

/**
 * Resumes the stream of an answer, even if another process makes it. If there is no answer to resume,
 * the response has no body, and the page reads the conversation instead.
 *
 * @param after - the id of the last chunk that the page received; null to begin with the first chunk.
 */
export async function resumeAnswer(
  context: Context,
  journals: AnswerJournals,
  session: StoredChatSession,
  after: string | null,
): Promise<EventStream> {
  const seen = after === null ? null : readChunkId(after)
  if (after !== null && seen === null) return noContent()
  const answer = seen?.answer ?? answerInProgress(session, context.clock.now())
  if (answer === null) return noContent()
  const number = seen?.number ?? 0
  const here = journals.find(answer)
  const share = journals.resumed.open(session.id)
  if (!share.take(1)) throw tooMany()
  let pieces: AsyncGenerator<string> | null = null
  try {
    pieces =
      here?.session === session.id
        ? here.readAfter(number)
        : await unlessEmpty(followElsewhere(context, session, { answer, number }))
  } finally {
    if (!pieces) share.close()
  }
  if (!pieces) return noContent()
  const { clock, closing, background } = context
  const track = (ended: Promise<void>) => background(() => ended.then(share.close))
  return new EventStream(pacedStream(pieces, { clock, closing, track }))
}

function tooMany(): Failure {
  const detail = 'Too many streams of answers are open. Close one, or try again in a moment.'
  return new Failure('rate_limited', detail, { headers: { 'Retry-After': '5' } })
}

const noContent = () => new EventStream(null)

function readChunkId(id: string): ChunkId | null {
  const [, answer, number] = /^(msg_[0-9a-z]{26})\.([0-9]{1,7})$/.exec(id) ?? []
  return answer && number ? { answer, number: Number(number) } : null
}

/** A comment in the event stream, which readers ignore. */
const comment = ':\n\n'

/**
 * Reads the first piece, to find out whether there is an answer at all. The first piece is a comment, so
 * it can be dropped.
 */
async function unlessEmpty(pieces: AsyncGenerator<string>): Promise<AsyncGenerator<string> | null> {
  return (await pieces.next()).done ? null : pieces
}

/**
 * Yields the events of an answer that another process makes, as they are stored. A process that stores
 * nothing for {@link deadMs} counts as dead, and its turn is given up.
 */
async function* followElsewhere(
  context: Context,
  session: StoredChatSession,
  { answer, number }: ChunkId,
): AsyncGenerator<string> {
  const { store, clock } = context
  const { workspace } = session.columns
  let seen = number
  let position = -1
  let lastWriteAt = clock.now()
  let endedBefore = false
  for (;;) {
    const rows = await answerChunks.list(store, {
      index: 'answer_chunks_position',
      where: [
        equals('workspace', workspace),
        equals('answer', answer),
        { column: 'position', op: 'gt', value: position },
      ],
      dir: 'asc',
      limit: 100,
    })
    if (context.signal().aborted) return
    for (const { columns, data } of rows) {
      // A gap means that the first chunks were already removed.
      if (columns.session !== session.id || columns.position !== position + 1) return
      const isLost = columns.ended === ends.lost
      if (isLost && position < 0 && !(await findTurn())) return
      if (position < 0) yield comment
      position = columns.position
      const events = data.chunks.flatMap((chunk, nth) => {
        const at = columns.first + nth
        return at > seen ? [answerEvent(answer, at, chunk)] : []
      })
      seen = Math.max(seen, columns.first + data.chunks.length - 1)
      if (events.length > 0) yield events.join('')
      if (isLost) throw new Error('This answer can no longer be resumed.')
      if (columns.ended === ends.yes) return yield CHAT_STREAM_DONE
    }
    if (rows.length > 0) {
      lastWriteAt = clock.now()
      continue
    }
    const current = await findTurn()
    const isInProgress = current !== null
    if (!isInProgress && position < 0) return
    if (!isInProgress && endedBefore)
      return yield* ending(seen, (await isStored()) ? finish : failed)
    // The last chunks may have been stored between the two reads, so the loop reads once more.
    endedBefore = !isInProgress
    if (current && clock.now() - lastWriteAt >= deadMs) {
      await giveUpStoredTurn(context, current)
      if (position < 0) yield comment
      return yield* ending(seen, failed)
    }
    if (isInProgress) await sleep(clock, journalIntervalMs)
  }

  /** The session, if the answer is still in progress. */
  async function findTurn() {
    const current = await chatSessions.get(store, workspace, session.id)
    return current && answerInProgress(current, clock.now()) === answer ? current : null
  }

  async function isStored() {
    return (await messages.get(store, workspace, answer)) !== null
  }

  function* ending(last: number, chunks: readonly ChatChunk[]) {
    let at = last
    for (const chunk of chunks) yield answerEvent(answer, ++at, JSON.stringify(chunk))
    yield CHAT_STREAM_DONE
  }
}

const finish: ChatChunk[] = [{ type: 'finish-step' }, { type: 'finish', finishReason: 'stop' }]
const failed: ChatChunk[] = [{ type: 'error', errorText: 'The agent could not answer.' }]
