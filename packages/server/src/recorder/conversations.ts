import { Email, Evaluation, normalizeEmail, Person } from '@doorkit/models'
import * as z from 'zod'
import { findContact } from '../collections/contact.ts'
import type { StoredConversation } from '../collections/conversation.ts'
import { captureLead } from '../conversations/capture-lead.ts'
import {
  addMessages,
  changeConversation,
  findConversation,
  quietColumns,
} from '../conversations/change-conversation.ts'
import { giveBack } from '../conversations/give-back.ts'
import { evaluationChange } from '../conversations/grading/evaluation-change.ts'
import { changeSession, chatSessionsOf } from '../conversations/sessions-of-conversation.ts'
import { factsOfVisit, startConversation } from '../conversations/start-conversation.ts'
import { handOff } from '../conversations/team-state.ts'
import { check, optionalText, originText, Utm } from '../errors/check-input.ts'
import { KitError } from '../errors/kit-error.ts'
import { findLink } from '../links/count-link-stage.ts'
import { findWorkspace } from '../services/find-workspace.ts'
import type { Services } from '../services/services.ts'
import type { RecordedChange, RecordOnce, RecordOptions } from './record-once.ts'
import { findVisit } from './visits.ts'

const ConversationStart = z.strictObject({
  /**
   * The id of the visit. The conversation copies the opening of the visit, and the facts that the input
   * leaves out.
   */
  visit: z.string().nullish(),
  page_url: z.url().max(2_048).nullish(),
  channel: z
    .string()
    .max(64)
    .regex(/^[a-z0-9_-]+$/)
    .optional(),
  source: originText(200),
  device: z.enum(['desktop', 'mobile']).nullish(),
  country: originText(100),
  utm: Utm.optional(),
  ai_referred: z.boolean().nullish(),
  /** The id of the opened personal link. An id that belongs to no link of the workspace is ignored. */
  link: z.string().startsWith('lk_').nullish(),
  /** Whether this is a preview chat of the team, which emits no events and is not counted. */
  test: z.boolean().optional(),
})

/** The known facts about a conversation of the website when it starts. */
export type ConversationStart = z.input<typeof ConversationStart>

const MessageRecord = z
  .strictObject({
    role: z.enum(['user', 'assistant']),
    text: z.string().min(1).max(20_000),
    tools: z.array(z.string().max(100)).max(50).optional(),
    /**
     * The person of the team who wrote the message; only for the role `assistant`. A message of this
     * role without an author is the agent's.
     */
    author: z.strictObject(Person.shape).optional(),
  })
  .refine(({ role, author }) => !author || role === 'assistant', {
    path: ['author'],
    message: 'Give a message with an author the role `assistant`.',
  })

/** One message of a conversation. */
export type MessageRecord = z.infer<typeof MessageRecord>

const LeadRecord = z.strictObject({
  email: Email,
  first_name: optionalText(200),
  last_name: optionalText(200),
})

/** The email and name that a visitor gave. */
export type LeadRecord = z.infer<typeof LeadRecord>

const HandoffRecord = z.strictObject({ reason: z.string().max(2_000) })

/** Why a visitor asks for a person. */
export type HandoffRecord = z.infer<typeof HandoffRecord>

/**
 * Records the conversations of the website. Each change and its event are one commit. A method throws
 * KitError `not_found` for an unknown conversation.
 */
export interface ConversationRecorder {
  /**
   * Records the start of a conversation and returns its id.
   *
   * @throws KitError `not_found` for an unknown workspace or visit.
   */
  start(input: ConversationStart, options?: RecordOptions): Promise<string>
  /**
   * Records a message and returns its id. The visitor's first message emits `conversation.started`. Each
   * of the visitor's messages to a person who has joined emits `message.created`. A message also changes
   * `updated_at` of the conversation's chat sessions.
   */
  message(conversation: string, input: MessageRecord, options?: RecordOptions): Promise<string>
  /** Records a lead and returns the id of its contact. Emits `lead.captured`. */
  captureLead(conversation: string, input: LeadRecord, options?: RecordOptions): Promise<string>
  /**
   * Records that a visitor asks for a person. Emits `handoff.requested`. Does nothing while the visitor
   * waits for a person or has one.
   */
  requestHandoff(conversation: string, input: HandoffRecord, options?: RecordOptions): Promise<void>
  /**
   * Lets the agent answer again and sends the visitor an apology, for a handoff that nobody answered.
   * Emits `handoff.unanswered`. Does nothing if the agent already answers.
   */
  giveBack(conversation: string, options?: RecordOptions): Promise<void>
  /**
   * Completes a conversation with its evaluation. Emits `conversation.completed`.
   *
   * @throws KitError `not_found`, or `conflict` if it was graded before.
   */
  grade(conversation: string, evaluation: Evaluation, options?: RecordOptions): Promise<void>
}

export function conversationRecorder(record: RecordOnce, workspace: string): ConversationRecorder {
  const change = (
    name: keyof ConversationRecorder,
    conversation: string,
    options: RecordOptions | undefined,
    input: unknown,
    build: (services: Services, row: StoredConversation, at: number) => Promise<RecordedChange>,
  ) =>
    record(`conversations.${name}`, options, [conversation, input], async (services, at) =>
      build(services, await findConversation(services, workspace, conversation), at),
    )
  return {
    async start(unchecked, options) {
      const input = check(ConversationStart, unchecked)
      return record('conversations.start', options, [input], async (services, at) => {
        await findWorkspace(services.store, workspace)
        const visit = input.visit ? await findVisit(services, workspace, input.visit, at) : null
        const id = services.makeId('conversation')
        // A conversation in a visit of the team is a preview, even if the input does not say so.
        const test = input.test === true || visit?.data.test === true
        const link = await findLink(services, workspace, input.link)
        const facts = factsOfVisit(visit)
        const data = {
          ...facts,
          channel: input.channel ?? 'website',
          page_url: input.page_url || facts.page_url,
          link: link?.id ?? facts.link,
          visitor: {
            device: input.device ?? facts.visitor.device,
            country: input.country ?? facts.visitor.country,
            source: input.source ?? facts.visitor.source,
            utm: input.utm ?? facts.visitor.utm,
            ai_referred: input.ai_referred ?? facts.visitor.ai_referred,
          },
          counted: !test,
        }
        const columns = { workspace, test: Number(test), ...quietColumns(services) }
        return { ops: [startConversation(id, { columns, data }, at)], reply: id }
      })
    },

    async message(conversation, unchecked, options) {
      const input = check(MessageRecord, unchecked)
      return change('message', conversation, options, input, async (services, row, at) => {
        const id = services.makeId('message')
        const { role, text, tools = [], author } = input
        const by = author && { author: { kind: 'person', ...author } as const }
        const added = addMessages(services, row, [{ id, at, role, text, tools, ...by }])
        const sessions = await chatSessionsOf(services, workspace, row.id)
        const sessionEdit = { ops: sessions.map((session) => changeSession(session, at)) }
        return { ...(await changeConversation(services, row, [added, sessionEdit], at)), reply: id }
      })
    },

    async captureLead(conversation, unchecked, options) {
      const input = check(LeadRecord, unchecked)
      return change('captureLead', conversation, options, input, async (services, row, at) => {
        const lead = {
          email: normalizeEmail(input.email),
          firstName: input.first_name || null,
          lastName: input.last_name || null,
        }
        const known = await findContact(services.store, workspace, lead.email)
        const edit = captureLead(services, row, { lead, known, verified: false }, at)
        const { contact } = edit
        return { ...(await changeConversation(services, row, [edit], at)), reply: contact }
      })
    },

    async requestHandoff(conversation, input, options) {
      const { reason } = check(HandoffRecord, input)
      await change('requestHandoff', conversation, options, reason, async (services, row, at) => {
        const sessions = await chatSessionsOf(services, workspace, row.id)
        const edit = handOff(services, row, sessions, reason, at)
        if (!edit) return { ops: [], reply: row.id }
        return { ...(await changeConversation(services, row, [edit], at)), reply: row.id }
      })
    },

    async giveBack(conversation, options) {
      await change('giveBack', conversation, options, null, async (services, row, at) => {
        const { ops } = await giveBack(services, row, at)
        return { ops, reply: row.id }
      })
    },

    async grade(conversation, input, options) {
      const evaluation = check(Evaluation, input)
      await change('grade', conversation, options, evaluation, async (services, row, at) => {
        if (row.columns.graded) {
          throw new KitError('conflict', 'This conversation was graded before.')
        }
        return { ...(await evaluationChange(services, row, evaluation, at)), reply: row.id }
      })
    },
  }
}
