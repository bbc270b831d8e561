import type { Doorkit } from '@doorkit/server'
import type { Round } from '../campaign.ts'
import { answerTo } from './slow-agent.ts'
import type { Send, Visitor } from './visitor.ts'

/** A question that a visitor asked. Its text is its idempotency key or the id of the message. */
export interface Question {
  readonly visitor: Visitor
  readonly text: string
}

/** The questions that were asked while servers died. */
interface AskedQuestions {
  readonly answered: readonly Question[]
  /** The questions whose session a dead process blocks. */
  readonly stuck: readonly Question[]
}

/**
 * Checks that every question is stored once, with one answer after it, and that asking again adds
 * nothing. Dead processes no longer hold a session by then.
 *
 * @param later - a host whose clock is past every lease.
 */
export async function settleTurns(
  round: Round,
  later: Doorkit,
  { answered, stuck }: AskedQuestions,
): Promise<void> {
  const send: Send = (path, init) => {
    const request = new Request(`http://localhost${path}`, init)
    return path.startsWith('/site/')
      ? later.site.fetch(request, { mountPath: '/site' })
      : later.fetch(request)
  }
  round.count('questions', answered.length + stuck.length)
  round.count('questions held by dead processes', stuck.length)
  for (const { visitor, text } of stuck) {
    const { isAnswered, status } = await visitor.ask(send, text, false)
    const promise = 'a question whose process died is answered when it is sent again'
    round.check(isAnswered, promise, () => [text, status])
  }
  const all = [...answered, ...stuck]
  const before = await readAll(send, all)
  for (const [visitor, texts] of before) {
    const own = all.filter((question) => question.visitor === visitor)
    const expected = own.flatMap(({ text }) => [text, answerTo(text)])
    const promise = 'every question is stored once, in order, with its whole answer after it'
    const isRight = JSON.stringify(texts) === JSON.stringify(expected)
    round.check(isRight, promise, () => ({ texts, expected }))
  }
  for (const { visitor, text } of all) {
    const { status } = await visitor.ask(send, text, false)
    round.check(status === 200, 'a repeated question is answered', () => [text, status])
  }
  const after = await readAll(send, all)
  const isSame = JSON.stringify([...after.values()]) === JSON.stringify([...before.values()])
  round.check(isSame, 'a repeated question adds nothing')
}

async function readAll(send: Send, questions: readonly Question[]) {
  const texts = new Map<Visitor, string[]>()
  for (const { visitor } of questions) {
    if (!texts.has(visitor)) texts.set(visitor, await visitor.read(send))
  }
  return texts
}
