import type { ChatChunk } from '@doorkit/chat-stream'
import { createVocabulary, languageOf } from '../knowledge/read-question.ts'
import type { Agent, AgentTurn, Passage } from '../ports/agent.ts'
import { firstCharacters } from '../text/first-characters.ts'
import type { Vocabulary } from '../text/vocabulary.ts'
import { type AgentPhrases, agentPhrases } from './agent-phrases.ts'
import { chooseStatements } from './choose-statements.ts'
import { findIntroduction, type Introduction, wantsMeeting, wantsPerson } from './intents.ts'

/** How {@link knowledgeAgent} answers. */
export interface KnowledgeAgentOptions {
  /** Passages that an answer is chosen from. Default 5. */
  readonly passages?: number | undefined
  /**
   * What it says and understands, by language (`de`), in place of what it knows or beside it. It
   * speaks the language of the workspace's settings, or with `auto` the visitor's. Default: English,
   * German, French, Spanish and Dutch.
   */
  readonly phrases?: Readonly<Record<string, AgentPhrases>> | undefined
  /** Lists of words that mean the same, as `createDoorkit` is given them. */
  readonly synonyms?: readonly string[] | undefined
}

/** Messages of a visitor that are read for who they are. */
const mostMessagesRead = 5
/** Words of a message that may go on from the one before. */
const mostWordsGoingOn = 8
/** The score of a passage beside the best one, from which on the visitor is asked which is meant. */
const closeScore = 0.85

/**
 * An agent without a language model. It answers with the one or two sentences of the workspace's knowledge
 * that hold what was asked for, as plain text with the name of the page, and says when it knows nothing.
 * It recognises who a visitor is, a wish for a person and a wish for a meeting.
 */
export function knowledgeAgent({
  passages = 5,
  phrases = {},
  synonyms,
}: KnowledgeAgentOptions = {}): Agent {
  const known: Readonly<Record<string, AgentPhrases>> = { ...agentPhrases, ...phrases }
  const vocabulary = createVocabulary(synonyms)
  return {
    async *reply(turn) {
      const said = turn.messages.filter(({ role }) => role === 'user').map(({ text }) => text)
      const text = turn.messages.at(-1)?.text ?? ''
      const phrases = phrasesFor(turn, said, known)
      const { texts } = phrases
      const spokenHere = [...new Set([phrases, known.en ?? phrases])]
      const courtesy = courtesyOf(text, spokenHere)
      if (courtesy) {
        yield* textChunks(texts[courtesy])
        return
      }
      const sentences: string[] = []
      const introduction = findIntroduction(text, spokenHere)
      const { email } = introduction
      if (email) {
        const lead = { ...saidBefore(said, spokenHere), ...introduction, email }
        turn.tools.captureLead(lead)
        yield* toolCall('capture_lead', {}, { captured: true })
        const { firstName } = lead
        sentences.push(firstName ? put(texts.thanks, { name: firstName }) : texts.thanksUnnamed)
      }
      if (wantsPerson(text, spokenHere)) {
        if (turn.agent.handoff.enabled) {
          turn.tools.requestHandoff(firstCharacters(text, 500))
          yield* toolCall('request_handoff', {}, { requested: true })
        }
        sentences.push(turn.agent.handoff.enabled ? texts.handoff : texts.noHandoff)
      }
      if (wantsMeeting(text, spokenHere)) {
        const { bookingUrl } = turn.tools.offerMeeting()
        if (turn.agent.booking.enabled) {
          yield* toolCall('offer_meeting', {}, { booking_url: bookingUrl })
        }
        sentences.push(offer(turn, email, texts, bookingUrl))
      }
      if (sentences.length === 0 && introduction.phone && !turn.visitor.email) {
        sentences.push(texts.askEmail)
      }
      const question = sentences.length === 0 ? text : questionIn(text, email)
      if (question !== null) {
        const asked = said
          .slice(0, -1)
          .findLast((before) => courtesyOf(before, spokenHere) === null)
        const search = await lookUp(turn, question, asked, phrases, passages)
        yield* toolCall(
          'search_knowledge',
          { query: search.query },
          { passages: search.found.length },
        )
        sentences.push(...answer(turn, search, spokenHere, vocabulary))
      }
      yield* textChunks(sentences.join(' '))
    },
  }
}

function phrasesFor(
  { agent }: AgentTurn,
  said: readonly string[],
  known: Readonly<Record<string, AgentPhrases>>,
): AgentPhrases {
  const fallback = known.en ?? Object.values(known)[0]
  if (!fallback) throw new TypeError('The agent has no language.')
  const set = known[agent.language.split('-')[0]?.toLowerCase() ?? '']
  if (set) return set
  // A message of a word or two may be of any language.
  const [last = ''] = said.slice(-1)
  const language = languageOf(last) ?? languageByCourtesy(last, known) ?? languageOf(said.join(' '))
  return (language && known[language]) || fallback
}

function languageByCourtesy(
  text: string,
  known: Readonly<Record<string, AgentPhrases>>,
): string | undefined {
  return Object.keys(known).find((name) => courtesyOf(text, known[name] ? [known[name]] : []))
}

/** The courtesy that a whole message is. */
function courtesyOf(
  text: string,
  languages: readonly AgentPhrases[],
): 'greeting' | 'welcome' | 'goodbye' | null {
  if (text.length > 100) return null
  const bare = text
    .replace(/[^\p{L}'’-]+/gu, ' ')
    .trim()
    .toLowerCase()
  const is = (kind: 'greeting' | 'thanks' | 'goodbye') =>
    languages.some(({ patterns }) => patterns[kind].test(bare))
  if (is('greeting')) return 'greeting'
  if (is('goodbye')) return 'goodbye'
  return is('thanks') ? 'welcome' : null
}

/** What a visitor said of themselves in their last messages, the latest first. */
function saidBefore(said: readonly string[], languages: readonly AgentPhrases[]): Introduction {
  const messages = said.slice(-mostMessagesRead - 1, -1)
  return Object.assign({}, ...messages.map((text) => findIntroduction(text, languages)))
}

function offer(
  { agent, visitor }: AgentTurn,
  email: string | undefined,
  texts: AgentPhrases['texts'],
  bookingUrl: string | null,
): string {
  if (!agent.booking.enabled) return texts.noBooking
  if (bookingUrl) return put(texts.booking, { url: bookingUrl })
  return visitor.email || email ? texts.bookingWithEmail : texts.bookingAskEmail
}

/** The sentences of a message that ask something beside what else it says. */
function questionIn(text: string, email: string | undefined): string | null {
  if (!email) return null
  const asking = text.match(/[^.!?\n]{3,}\?/g)
  return asking === null ? null : asking.join(' ').replace(email, ' ')
}

/** A search for a question. */
interface Search {
  readonly query: string
  readonly found: readonly Passage[]
}

/** Looks a question up; one that goes on from the one before, together with that. */
async function lookUp(
  { tools }: AgentTurn,
  question: string,
  before: string | undefined,
  { patterns }: AgentPhrases,
  limit: number,
): Promise<Search> {
  const words = question.split(/\s+/).length
  const isShort = words <= mostWordsGoingOn
  // What is said twice counts more, so what was asked before only adds to it.
  const both = before && isShort ? `${question} ${question} ${before}` : null
  const goesOn = patterns.goesOn.test(question) || patterns.pronoun.test(question)
  const query = both && goesOn ? both : question
  const found = await tools.searchKnowledge(query, limit)
  if (found.length > 0 || both === null || query === both) return { query, found }
  return { query: both, found: await tools.searchKnowledge(both, limit) }
}

function answer(
  { workspace, agent, messages }: AgentTurn,
  { query, found }: Search,
  [phrases, ...others]: readonly AgentPhrases[],
  vocabulary: Vocabulary,
): string[] {
  if (!phrases) return []
  const { texts } = phrases
  const signs = [phrases, ...others].flatMap((one) => one.signs)
  const chosen = chooseStatements(query, found, vocabulary, signs)
  if (!chosen) {
    const unknown = put(texts.unknown, { workspace: workspace.name })
    return agent.handoff.enabled ? [unknown, texts.offerPerson] : [unknown]
  }
  const { passage, text } = chosen
  const source = put(texts.source, { page: passage.title })
  const rival = found.find((other) => other !== passage)
  const first = nameOf(passage)
  const second = rival ? nameOf(rival) : first
  const isClose = rival !== undefined && isBeside(rival.score, passage.score)
  const which = put(texts.which, { first, second })
  const before = messages.findLast(({ role }) => role === 'assistant')?.text ?? ''
  const wasAsked = before.includes(which)
  if (!isClose || wasAsked || first === second) return [text, source]
  return [text, source, which]
}

function isBeside(one: number, other: number): boolean {
  return Math.min(one, other) >= closeScore * Math.max(one, other)
}

/** What a passage is about, in the words of its page. */
function nameOf({ heading, title }: Passage): string {
  return heading?.split(' › ').at(-1) ?? title
}

/** Puts values into a text, as they are. */
function put(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark)
}

/** Each tool is called at most once a turn, so its name is enough of an id. */
function* toolCall(toolName: string, input: unknown, output: unknown): Generator<ChatChunk> {
  const toolCallId = `call_${toolName}`
  yield { type: 'tool-input-available', toolCallId, toolName, input }
  yield { type: 'tool-output-available', toolCallId, output }
}

/** Speaks a text word by word. */
function* textChunks(text: string): Generator<ChatChunk> {
  const id = 'answer'
  yield { type: 'text-start', id }
  for (const delta of text.match(/\s*\S+/g) ?? []) yield { type: 'text-delta', id, delta }
  yield { type: 'text-end', id }
}
