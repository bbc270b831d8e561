import type { Message, Person, TeamChange } from '@doorkit/models'
import { commitAfterAnswers } from '../chat/stop-answer.ts'
import { conversations } from '../collections/conversation.ts'
import type { Change } from '../commit/commit-change.ts'
import type { Context } from '../commit/request-context.ts'
import {
  joinConversation,
  leaveConversation,
  type PersonAct,
  sendAsPerson,
} from '../conversations/answer-as-person.ts'
import { Failure } from '../errors/failure.ts'
import type { Services } from '../services/services.ts'
import { finder } from './find-by-id.ts'

const find = finder(conversations, 'conversation')
const refuse = (detail: string) => new Failure('conflict', detail)

export function join(context: Context, id: string, person: Person): Promise<TeamChange> {
  return commitAfterAnswers(context, () => act(context, id, { person }, joinConversation))
}

export function send(
  context: Context,
  id: string,
  message: { readonly person: Person; readonly text: string },
): Promise<Message> {
  return act(context, id, message, sendAsPerson)
}

export function leave(context: Context, id: string, person: Person): Promise<TeamChange> {
  return act(context, id, { person }, leaveConversation)
}

function act<Reply, Input>(
  context: Context,
  id: string,
  input: Input,
  change: (
    services: Services,
    act: Input & Pick<PersonAct, 'row' | 'refuse'>,
    at: number,
  ) => Promise<Change<Reply>>,
): Promise<Reply> {
  return context.write(async (at) =>
    change(context, { ...input, row: await find(context, id), refuse }, at),
  )
}
