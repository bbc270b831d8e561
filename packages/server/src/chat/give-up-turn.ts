import { answerChunks } from '../collections/answer-chunk.ts'
import { chatSessions, type StoredChatSession } from '../collections/chat-session.ts'
import { equals, listAll } from '../collections/collection.ts'
import { messages } from '../collections/message.ts'
import { usageOps } from '../collections/usage-day.ts'
import { Failure } from '../errors/failure.ts'
import type { MessagePart } from '../ports/agent.ts'
import type { TurnErrorCode, TurnStatus, TurnUsage } from '../ports/agent-turn-report.ts'
import type { Services } from '../services/services.ts'
import { collectAnswerParts } from './collect-answer-parts.ts'

/** How a turn ended without an answer. The message with the question stores it. */
export interface EndedTurn {
  readonly status: TurnStatus
  readonly errorCode: TurnErrorCode | null
  readonly usage: TurnUsage | null
  /** The unfinished answer. */
  readonly said: readonly MessagePart[]
}

interface HoldingTurn {
  readonly workspace: string
  readonly session: string
  readonly token: string
  readonly question: string | undefined
}

/**
 * Ends a turn that has no answer: frees its session, and stores in the message with the question how the
 * turn ended.
 *
 * @param ended - how the turn ended; null to store nothing.
 * @returns false if the turn no longer held the session.
 */
export async function giveUpTurn(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { workspace, session, token, question }: HoldingTurn,
  ended: EndedTurn | null,
): Promise<boolean> {
  const set = { turn_token: null, turn_until: 0, turn_left: 1 }
  const when = [equals('turn_token', token)]
  const free = chatSessions.patch(workspace, session, { set }, { when })
  const row = ended && question ? await messages.get(store, workspace, question) : null
  if (row && ended) {
    const edit = messages.edit(row, { data: { ...row.data, turn: ended } })
    const counts = usageOps(workspace, ended.usage, clock.now())
    if ((await store.commit([free, edit, ...counts])).ok) return true
  }
  return (await store.commit([free])).ok
}

const died = { status: 'failed', errorCode: 'process_died' } as const

/**
 * Ends a turn whose process died or did not stop in time. The message with the question gets the part of
 * the answer that was saved as chunks, without the tool calls.
 *
 * @param outcome - how the turn ended. Default: its process died.
 */
export async function giveUpStoredTurn(
  services: Pick<Services, 'store' | 'clock'>,
  { id, columns, data }: StoredChatSession,
  outcome: Pick<EndedTurn, 'status' | 'errorCode'> = died,
): Promise<void> {
  const { workspace, turn_token: token } = columns
  if (token === null) return
  const rows = await listAll(services.store, answerChunks, 'answer_chunks_position', [
    equals('workspace', workspace),
    equals('answer', token),
  ])
  const answer = collectAnswerParts(Number.MAX_SAFE_INTEGER)
  for (const chunk of rows.flatMap((row) => row.data.chunks)) answer.add(JSON.parse(chunk))
  // The answer was never committed, so the calls of the kit's tools had no effect. The calls of the
  // host's tools are left out as well.
  const said = answer.parts([], new Set()).filter(({ type }) => type !== 'tool')
  const turn = { workspace, session: id, token, question: data.question }
  await giveUpTurn(services, turn, { ...outcome, usage: null, said })
}

/** The failure of a turn that no longer holds its session. A repeat of its request begins another turn. */
export function lostTurn(): Failure {
  const detail =
    'The answer took too long or was canceled, a person has joined, or the data of the visitor was erased. Read the session.'
  return new Failure('conflict', detail, { isFinal: false })
}
