import { type Person, PersonMessage, type TeamChange } from '@doorkit/models'
import { commitAfterAnswers } from '../chat/stop-answer.ts'
import type { StoredConversation } from '../collections/conversation.ts'
import type { Change } from '../commit/commit-change.ts'
import {
  joinConversation,
  leaveConversation,
  sendAsPerson,
} from '../conversations/answer-as-person.ts'
import { findConversation } from '../conversations/change-conversation.ts'
import { check } from '../errors/check-input.ts'
import { KitError } from '../errors/kit-error.ts'
import type { Services } from '../services/services.ts'
import { createRecordOnce, type RecordOptions } from './record-once.ts'

/** Lets people of the host's team answer the visitors of one workspace, as the API does over HTTP. */
export interface People {
  /**
   * Lets a person answer in place of the agent. If the agent is answering, on any server, `join` first ends
   * that answer and stores its text so far. `join` changes nothing if this person has already joined.
   *
   * @throws KitError `not_found`, or `conflict` if another person has joined; the message says who.
   */
  join(conversation: string, person: Person, options?: RecordOptions): Promise<void>
  /**
   * Sends a message of the person who has joined. Returns its id.
   *
   * @param text - 1 to 20,000 characters.
   * @throws KitError `not_found`, or `conflict` if this person has not joined.
   */
  send(conversation: string, person: Person, text: string, options?: RecordOptions): Promise<string>
  /**
   * Lets the agent answer again.
   *
   * @throws KitError `not_found`, or `conflict` if this person has not joined.
   */
  leave(conversation: string, person: Person, options?: RecordOptions): Promise<void>
}

const refuse = (message: string) => new KitError('conflict', message)

export function managePeople(ready: () => Promise<Services>, workspace: string): People {
  const record = createRecordOnce(ready, workspace)
  const change = <Input>(
    name: keyof People,
    conversation: string,
    options: RecordOptions | undefined,
    input: Input,
    act: (
      services: Services,
      input: Input & { row: StoredConversation; refuse: typeof refuse },
      at: number,
    ) => Promise<Change<TeamChange | { readonly id: string }>>,
  ) =>
    record(`people.${name}`, options, [conversation, input], async (services, at) => {
      const row = await findConversation(services, workspace, conversation)
      const { reply, ops } = await act(services, { ...input, row, refuse }, at)
      return { ops, reply: 'id' in reply ? reply.id : reply.conversation }
    })
  const { shape } = PersonMessage
  return {
    async join(conversation, unchecked, options) {
      const person = check(shape.person, unchecked)
      await commitAfterAnswers(await ready(), () =>
        change('join', conversation, options, { person }, joinConversation),
      )
    },
    async send(conversation, person, text, options) {
      const input = check(PersonMessage, { person, text })
      return change('send', conversation, options, input, sendAsPerson)
    },
    async leave(conversation, unchecked, options) {
      const person = check(shape.person, unchecked)
      await change('leave', conversation, options, { person }, leaveConversation)
    },
  }
}
