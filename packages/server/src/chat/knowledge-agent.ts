import type { ChatChunk } from '@doorkit/chat-stream'
import { createVocabulary, languageOf } from '../knowledge/read-question.ts'
import type { Agent, AgentTurn, Passage } from '../ports/agent.ts'
import type { TurnTool } from '../ports/agent-tool.ts'
import type { Vocabulary } from '../text/vocabulary.ts'
import { type AgentPhrases, agentPhrases, put } from './agent-phrases.ts'
import { chooseStatements } from './choose-statements.ts'
import { handoffText } from './handoff-text.ts'
import { findIntroduction, wantsMeeting, wantsPerson } from './intents.ts'

/** How {@link knowledgeAgent} answers. */
export interface KnowledgeAgentOptions {
  /** How many passages an answer is chosen from. Default 5. */
  readonly passages?: number | undefined
  /**
   * Texts and patterns by language (`de`), which replace the built-in ones or add a language. The agent
   * speaks the language of the workspace's settings, or with `auto` the visitor's. Default: English,
   * German, French, Spanish and Dutch.
   */
  readonly phrases?: Readonly<Record<string, AgentPhrases>> | undefined
  /** Lists of synonyms, in the form that `createDoorkit` takes. */
  readonly synonyms?: readonly string[] | undefined
}

/** The most words of a message that can be a follow-up question. */
const mostFollowUpWords = 8
/**
 * If the second passage scores at least this share of the best one, the agent asks which one is meant.
 */
const closeScore = 0.85

/**
 * An agent without a language model. It answers with the one or two sentences of the workspace's
 * knowledge that fit the question, as plain text with the name of the page, or says that it does not
 * know. It recognises names and addresses of visitors, requests for a person and requests for a
 * meeting.
 */
export function knowledgeAgent(options: KnowledgeAgentOptions = {}): Agent {
  return agentByRules(options, true)
}

/**
 * The agent of a workspace that has used its tokens. It does everything that the built-in agent does,
 * except answer questions.
 */
export const agentWithoutTokens: Agent = agentByRules({}, false)

function agentByRules(
  { passages = 5, phrases = {}, synonyms }: KnowledgeAgentOptions,
  answersQuestions: boolean,
): Agent {
  const known: Readonly<Record<string, AgentPhrases>> = { ...agentPhrases, ...phrases }
  const vocabulary = createVocabulary(synonyms)
  return {
    async *reply(turn) {
      const said = turn.messages.filter(({ role }) => role === 'user').map(({ text }) => text)
      const text = turn.messages.at(-1)?.text ?? ''
      const language = languageFor(turn, said, known)
      const phrases = known[language]
      if (!phrases) throw new TypeError('The agent has no language.')
      const { texts } = phrases
      const spokenHere = [...new Set([phrases, known.en ?? phrases])]
      const courtesy = courtesyOf(text, spokenHere)
      if (courtesy) {
        yield* textChunks(texts[courtesy])
        return
      }
      const sentences: string[] = []
      const introduction = findIntroduction(text, spokenHere)
      const { tools } = turn
      const { email } = introduction
      if (Object.keys(introduction).length > 0) {
        const { lead } = yield* callTool(turn, tools.save_lead, introduction, { saved: true })
        const [name] = lead.name?.split(' ') ?? []
        if (email) sentences.push(name ? put(texts.thanks, { name }) : texts.thanksUnnamed)
      }
      if (wantsPerson(text, spokenHere) || agreesToPerson(turn, text, known)) {
        if (tools.request_handoff) {
          const request = { reason: 'asked_for_person', note: text } as const
          yield* callTool(turn, tools.request_handoff, request, { requested: true })
        }
        sentences.push(handoffText(turn, { texts, language }, email))
      }
      if (wantsMeeting(text, spokenHere)) {
        const meeting = tools.offer_meeting && (yield* callTool(turn, tools.offer_meeting, {}))
        sentences.push(meetingAnswer(turn, email, texts, meeting?.url ?? null))
      }
      if (sentences.length === 0 && introduction.phone && !turn.visitor.email) {
        sentences.push(texts.askEmail)
      }
      const question = sentences.length === 0 ? text : questionIn(text, email)
      if (question !== null && !answersQuestions) {
        sentences.push(texts.noMoreAnswers, ...offeredPerson(turn, texts))
      } else if (question !== null) {
        const asked = said
          .slice(0, -1)
          .findLast((before) => courtesyOf(before, spokenHere) === null)
        const search = yield* lookUp(turn, question, asked, phrases, passages)
        sentences.push(...answer(turn, search, spokenHere, vocabulary))
      }
      yield* textChunks(sentences.join(' '))
    },
  }
}

/** The language of a turn's answer, among those that are known. */
function languageFor(
  { agent }: AgentTurn,
  said: readonly string[],
  known: Readonly<Record<string, AgentPhrases>>,
): string {
  const set = agent.language.split('-')[0]?.toLowerCase() ?? ''
  if (known[set]) return set
  // A message of one or two words fits several languages.
  const [last = ''] = said.slice(-1)
  const language = languageOf(last) ?? languageByCourtesy(last, known) ?? languageOf(said.join(' '))
  if (language && known[language]) return language
  return known.en ? 'en' : (Object.keys(known)[0] ?? '')
}

function languageByCourtesy(
  text: string,
  known: Readonly<Record<string, AgentPhrases>>,
): string | undefined {
  return Object.keys(known).find((name) => courtesyOf(text, known[name] ? [known[name]] : []))
}

/** The courtesy that a message consists of; null if the message contains anything else. */
function courtesyOf(
  text: string,
  languages: readonly AgentPhrases[],
): 'greeting' | 'welcome' | 'goodbye' | null {
  if (text.length > 100) return null
  const bare = bareWords(text)
  const is = (kind: 'greeting' | 'thanks' | 'goodbye') =>
    languages.some(({ patterns }) => patterns[kind].test(bare))
  if (is('greeting')) return 'greeting'
  if (is('goodbye')) return 'goodbye'
  return is('thanks') ? 'welcome' : null
}

/** Whether the visitor says yes to the person that the agent has offered. */
function agreesToPerson(
  { messages }: AgentTurn,
  text: string,
  known: Readonly<Record<string, AgentPhrases>>,
): boolean {
  const before = messages.findLast(({ role }) => role === 'assistant')?.text ?? ''
  return Object.values(known).some(
    ({ texts, patterns }) =>
      before.endsWith(texts.offerPerson) && patterns.yes.test(bareWords(text)),
  )
}

/** The beginning of a message, with only its letters. */
function bareWords(text: string): string {
  return text
    .slice(0, 100)
    .replace(/[^\p{L}'’-]+/gu, ' ')
    .trim()
    .toLowerCase()
}

function offeredPerson({ agent }: AgentTurn, { offerPerson }: AgentPhrases['texts']): string[] {
  return agent.handoff.enabled ? [offerPerson] : []
}

function meetingAnswer(
  { agent, visitor }: AgentTurn,
  email: string | undefined,
  texts: AgentPhrases['texts'],
  bookingUrl: string | null,
): string {
  if (!agent.booking.enabled) return texts.noBooking
  if (bookingUrl) return put(texts.booking, { url: bookingUrl })
  return visitor.email || email ? texts.bookingWithEmail : texts.bookingAskEmail
}

/** The questions in a message that also says something else. */
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

/** Searches for a question. A follow-up question is searched together with the previous one. */
async function* lookUp(
  turn: AgentTurn,
  question: string,
  before: string | undefined,
  { patterns }: AgentPhrases,
  limit: number,
): AsyncGenerator<ChatChunk, Search> {
  const words = question.split(/\s+/).length
  const isShort = words <= mostFollowUpWords
  // A repeated word counts more, so the previous question only adds to the new one.
  const both = before && isShort ? `${question} ${question} ${before}` : null
  const goesOn = patterns.goesOn.test(question) || patterns.pronoun.test(question)
  const query = both && goesOn ? both : question
  const search = (words: string) =>
    callTool(turn, turn.tools.search_knowledge, { query: words, limit })
  const { passages: found } = yield* search(query)
  if (found.length > 0 || both === null || query === both) return { query, found }
  return { query: both, found: (yield* search(both)).passages }
}

function answer(
  turn: AgentTurn,
  { query, found }: Search,
  [phrases, ...others]: readonly AgentPhrases[],
  vocabulary: Vocabulary,
): string[] {
  if (!phrases) return []
  const { workspace, messages } = turn
  const { texts } = phrases
  const signs = [phrases, ...others].flatMap((one) => one.signs)
  const chosen = chooseStatements(query, found, vocabulary, signs)
  if (!chosen) {
    const unknown = put(texts.unknown, { workspace: workspace.name })
    return [unknown, ...offeredPerson(turn, texts)]
  }
  const { passage, text } = chosen
  const source = put(texts.source, { page: passage.title })
  const rival = found.find((other) => other !== passage)
  const first = nameOf(passage)
  const second = rival ? nameOf(rival) : first
  const isClose = rival !== undefined && isNearlyEqual(rival.score, passage.score)
  const which = put(texts.which, { first, second })
  const before = messages.findLast(({ role }) => role === 'assistant')?.text ?? ''
  const wasAsked = before.includes(which)
  if (!isClose || wasAsked || first === second) return [text, source]
  return [text, source, which]
}

function isNearlyEqual(one: number, other: number): boolean {
  return Math.min(one, other) >= closeScore * Math.max(one, other)
}

/** The subject of a passage, in the words of its page. */
function nameOf({ heading, title }: Passage): string {
  return heading?.split(' › ').at(-1) ?? title
}

/**
 * Calls a tool, and shows the call in the stream.
 *
 * @param shown - the output that the stream shows. Default: all of it.
 */
async function* callTool<Input, Output>(
  { answerId }: AgentTurn,
  { name, execute }: TurnTool<Input, Output>,
  input: Input,
  shown?: unknown,
): AsyncGenerator<ChatChunk, Output> {
  const toolCallId = `call_${answerId.slice(4)}_${name}`
  yield { type: 'tool-input-available', toolCallId, toolName: name, input }
  const output = await execute(input, { toolCallId })
  yield { type: 'tool-output-available', toolCallId, output: shown ?? output }
  return output
}

/** Streams a text word by word. */
function* textChunks(text: string): Generator<ChatChunk> {
  const id = 'answer'
  yield { type: 'text-start', id }
  for (const delta of text.match(/\s*\S+/g) ?? []) yield { type: 'text-delta', id, delta }
  yield { type: 'text-end', id }
}
