import type { ChatChunk } from '@doorkit/chat-stream'
import type { Agent, AgentTurn, Passage } from '../ports/agent.ts'
import { firstCharacters } from '../text/first-characters.ts'
import { findIntroduction, wantsMeeting, wantsPerson } from './intents.ts'

/** How {@link knowledgeAgent} answers. */
export interface KnowledgeAgentOptions {
  /** The most passages in one answer. Default 2. */
  readonly passages?: number | undefined
}

/**
 * An agent without a language model. It answers with passages of the workspace's knowledge, and
 * recognises a name and email, a request for a person and a request for a meeting.
 */
export function knowledgeAgent({ passages = 2 }: KnowledgeAgentOptions = {}): Agent {
  return {
    async *reply(turn) {
      const text = turn.messages.at(-1)?.text ?? ''
      const introduction = findIntroduction(text)
      const sentences: string[] = []
      if (introduction) {
        turn.tools.captureLead(introduction)
        yield* toolCall('capture_lead', {}, { captured: true })
        sentences.push(thanks(introduction.firstName))
      }
      if (wantsPerson(text)) {
        if (turn.agent.handoff.enabled) {
          turn.tools.requestHandoff(firstCharacters(text, 500))
          yield* toolCall('request_handoff', {}, { requested: true })
        }
        sentences.push(handoff(turn))
      }
      if (wantsMeeting(text)) {
        const { bookingUrl } = turn.tools.offerMeeting()
        if (turn.agent.booking.enabled) {
          yield* toolCall('offer_meeting', {}, { booking_url: bookingUrl })
        }
        sentences.push(offer(turn, bookingUrl))
      }
      if (sentences.length === 0) {
        const found = await turn.tools.searchKnowledge(text, passages)
        yield* toolCall('search_knowledge', { query: text }, { passages: found.length })
        sentences.push(answer(turn, found))
      }
      yield* textChunks(sentences.join(' '))
    },
  }
}

function thanks(firstName: string | undefined): string {
  return `Thank you${firstName ? `, ${firstName}` : ''}. I have noted how to reach you.`
}

function handoff({ agent }: AgentTurn): string {
  return agent.handoff.enabled
    ? 'I have asked a colleague to take over. Somebody will be in touch with you.'
    : 'Nobody can take over in this chat, but I can look things up for you.'
}

function offer({ agent, visitor }: AgentTurn, bookingUrl: string | null): string {
  if (!agent.booking.enabled) return 'Meetings cannot be booked in this chat.'
  if (bookingUrl) return `You can choose a time here: ${bookingUrl}`
  const next = visitor.email
    ? 'We will write to you to arrange a time.'
    : 'Tell me your name and email, and we will arrange a time.'
  return `A meeting is a good idea. ${next}`
}

function answer({ workspace, agent }: AgentTurn, passages: readonly Passage[]): string {
  if (passages.length > 0) return passages.map(({ text }) => text).join('\n\n')
  const apology = `I could not find an answer to that at ${workspace.name}.`
  return agent.handoff.enabled ? `${apology} Would you like to talk to a person?` : apology
}

/** Each tool is called at most once per turn, so its name can be the id. */
function* toolCall(toolName: string, input: unknown, output: unknown): Generator<ChatChunk> {
  const toolCallId = `call_${toolName}`
  yield { type: 'tool-input-available', toolCallId, toolName, input }
  yield { type: 'tool-output-available', toolCallId, output }
}

/** The chunks of a text, one for each word. */
function* textChunks(text: string): Generator<ChatChunk> {
  const id = 'answer'
  yield { type: 'text-start', id }
  for (const delta of text.match(/\s*\S+/g) ?? []) yield { type: 'text-delta', id, delta }
  yield { type: 'text-end', id }
}
