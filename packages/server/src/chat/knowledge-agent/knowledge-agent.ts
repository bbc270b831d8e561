import type { ChatChunk } from '@doorkit/chat-stream'
import {
  createVocabulary,
  readQuestion,
  singleLettersOf,
  withoutSingleLetters,
} from '../../knowledge/read-question.ts'
import type { Agent, AgentTurn } from '../../ports/agent.ts'
import type { TurnTool } from '../../ports/agent-turn-tool.ts'
import type { Passage } from '../../ports/knowledge-search.ts'
import type { Vocabulary } from '../../text/vocabulary.ts'
import type { AgentPhrases } from './agent-phrases.ts'
import { languageFor } from './answer-language.ts'
import { agentPhrases, fillIn } from './built-in-phrases.ts'
import { type ChosenStatements, chooseStatements } from './choose-statements.ts'
import { findIntroduction, type Introduction } from './find-introduction.ts'
import { handoffText } from './handoff-text.ts'
import { bareWords, complains, courtesyOf, wantsMeeting, wantsPerson } from './intents.ts'

/** How {@link knowledgeAgent} answers. */
export interface KnowledgeAgentOptions {
  /** How many passages an answer is chosen from. Default 5. */
  readonly passages?: number | undefined
  /**
   * Texts and patterns by language (`de`), which replace the built-in ones or add a language. English,
   * German, French, Spanish and Dutch are built in. The agent speaks the language of the workspace's
   * settings if it has texts in that language, and otherwise the visitor's.
   */
  readonly phrases?: Readonly<Record<string, AgentPhrases>> | undefined
  /** Lists of synonyms, in the form that `createDoorkit` accepts. */
  readonly synonyms?: readonly string[] | undefined
}

/** The maximum number of words in a follow-up question. */
const mostFollowUpWords = 8

/**
 * An agent without a language model. It answers with the one or two statements of the workspace's
 * knowledge that fit the question, as plain text with the name of the page, or says that it does not
 * know. It recognizes complaints, requests for a person or a meeting, and the contact details of visitors.
 */
export function knowledgeAgent(options: KnowledgeAgentOptions = {}): Agent {
  return agentByRules(options, true)
}

/**
 * The agent of a workspace that has used up its tokens. It does everything that the built-in agent does,
 * except answer questions.
 */
export const agentWithoutTokens: Agent = agentByRules({}, false)

function agentByRules(
  { passages = 5, phrases = {}, synonyms }: KnowledgeAgentOptions,
  answersQuestions: boolean,
): Agent {
  const phrasebook: Readonly<Record<string, AgentPhrases>> = { ...agentPhrases, ...phrases }
  const vocabulary = createVocabulary(synonyms)
  return {
    async *reply(turn) {
      const text = turn.messages.at(-1)?.text ?? ''
      const { language, phrases } = languageFor(turn, phrasebook)
      const { texts } = phrases
      const languages = [...new Set([phrases, phrasebook.en ?? phrases])]
      const introduction = findIntroduction(text, languages)
      const { email } = introduction
      const isIntroduced = Object.keys(introduction).length > 0
      const courtesy = courtesyOf(text, languages)
      // The text about the agent invites visitors to ask.
      const isRefused = courtesy === 'about' && !answersQuestions
      if (courtesy && !isIntroduced && !isRefused) {
        yield* textChunks(fillIn(texts[courtesy], { workspace: turn.workspace.name }))
        return
      }
      const sentences: string[] = []
      const { tools } = turn
      const unknown = fillIn(texts.unknown, { workspace: turn.workspace.name })
      let fallback = [unknown, ...offeredPerson(turn, texts)]
      if (isIntroduced) {
        const { lead } = yield* callTool(turn, tools.save_lead, introduction, {
          shown: { saved: true },
        })
        const [name] = lead.name?.split(' ') ?? []
        if (email) sentences.push(name ? fillIn(texts.thanks, { name }) : texts.thanksUnnamed)
        else if (!text.includes('?'))
          fallback = [name ? fillIn(texts.met, { name }) : texts.greeting]
      }
      const isComplaint = complains(text, languages)
      if (isComplaint || wantsPerson(text, languages) || agreesToPerson(turn, text, phrasebook)) {
        if (tools.request_handoff) {
          const reason = isComplaint ? 'complaint' : 'asked_for_person'
          // The transcript has the visitor's words, so the request needs no note.
          yield* callTool(turn, tools.request_handoff, { reason }, { shown: { requested: true } })
          sentences.push(handoffText(turn, { texts, language }, email))
        } else fallback = [handoffText(turn, { texts, language }, email)]
      }
      const asksMeeting = wantsMeeting(text, languages)
      if (asksMeeting) {
        const meeting = tools.offer_meeting && (yield* callTool(turn, tools.offer_meeting, {}))
        if (turn.agent.booking.enabled) {
          sentences.push(meetingAnswer(turn, email, texts, meeting?.url ?? null))
        } else fallback = [texts.noBooking, ...offeredPerson(turn, texts)]
      }
      if (sentences.length === 0 && introduction.phone && !turn.visitor.email) {
        sentences.push(texts.askEmail)
      }
      const question = questionIn(text, introduction, sentences.length > 0)
      if (question !== null && !answersQuestions) {
        sentences.push(texts.noMoreAnswers, ...offeredPerson(turn, texts))
      } else if (question !== null) {
        const previousQuestion = turn.messages
          .slice(0, -1)
          .findLast(({ role, text }) => role === 'user' && !courtesyOf(text, languages))?.text
        const lookup = { question, previousQuestion, languages, vocabulary, limit: passages }
        const chosen = yield* lookUp(turn, lookup)
        // A visitor who wants a meeting gets no answer about something else that can be booked.
        const fits =
          !asksMeeting ||
          languages.some(({ patterns }) => patterns.meeting.test(chosen?.text ?? ''))
        sentences.push(...(chosen && fits ? answer(turn, chosen, texts) : fallback))
      }
      yield* textChunks(sentences.join(' '))
    },
  }
}

/** Whether the visitor accepts the agent's offer to hand them to a person. */
function agreesToPerson(
  { messages }: AgentTurn,
  text: string,
  phrasebook: Readonly<Record<string, AgentPhrases>>,
): boolean {
  const before = messages.findLast(({ role }) => role === 'assistant')?.text ?? ''
  return Object.values(phrasebook).some(
    ({ texts, patterns }) =>
      before.endsWith(texts.offerPerson) && patterns.yes.test(bareWords(text)),
  )
}

function offeredPerson({ agent }: AgentTurn, { offerPerson }: AgentPhrases['texts']): string[] {
  return agent.handoff.enabled ? [offerPerson] : []
}

function meetingAnswer(
  { visitor }: AgentTurn,
  email: string | undefined,
  texts: AgentPhrases['texts'],
  bookingUrl: string | null,
): string {
  if (bookingUrl) return fillIn(texts.booking, { url: bookingUrl })
  return visitor.email || email ? texts.bookingWithEmail : texts.bookingAskEmail
}

/**
 * Returns the part of a message to search for; null if the agent's reply so far is enough.
 *
 * @param isAnswered - whether the agent has already replied to something else in the message.
 */
export function questionIn(
  text: string,
  introduction: Introduction,
  isAnswered: boolean,
): string | null {
  const values = Object.values(introduction)
  if (values.length === 0) return isAnswered ? null : text
  // A match begins where a sentence begins: a search from every character would take quadratic time.
  const asking = text.match(/(?<![^.!?\n])[^.!?\n]{3,}\?/g)
  if (asking === null && isAnswered) return null
  return values.reduce((rest, value) => rest.replace(value, ' '), asking?.join(' ') ?? text)
}

interface Lookup {
  readonly question: string
  readonly previousQuestion: string | undefined
  readonly languages: readonly AgentPhrases[]
  readonly vocabulary: Vocabulary
  readonly limit: number
}

/**
 * Searches the knowledge for a question, and chooses the statements that answer it. For a follow-up
 * question, the first search also contains the question before it.
 */
async function* lookUp(
  turn: AgentTurn,
  { question, previousQuestion, languages, vocabulary, limit }: Lookup,
): AsyncGenerator<ChatChunk, ChosenStatements | null> {
  const signs = languages.flatMap((phrases) => phrases.signs)
  const askedSigns = signs.filter(({ asked }) => asked.test(question))
  const isShort = question.split(/\s+/).length <= mostFollowUpWords
  const context =
    singleLettersOf(question).size > 0
      ? withoutSingleLetters(previousQuestion ?? '')
      : previousQuestion
  // The new question is repeated so that its words count more than the words of the previous question.
  const both = context && isShort ? `${question} ${question} ${question} ${context}` : null
  const isFollowUp = languages.some(({ patterns }) => {
    return patterns.goesOn.test(question) || patterns.pronoun.test(question)
  })
  const lacksSubject = readQuestion(question, vocabulary).length <= 1 && askedSigns.length > 0
  const queries = isFollowUp || lacksSubject ? [both, question] : [question]
  let chosen: ChosenStatements | null = null
  for (const [at, query] of queries.filter((text) => text !== null).entries()) {
    const input = { query, limit }
    const { passages } = yield* callTool(turn, turn.tools.search_knowledge, input, { at })
    const found = chooseStatements(
      query,
      passages,
      vocabulary,
      askedSigns.length > 0 ? askedSigns : signs,
    )
    // The previous question may have led to a passage without the requested address or price.
    if (found && (found.hasSign || !lacksSubject)) return found
    chosen = found ?? chosen
  }
  return chosen
}

function answer(
  { messages }: AgentTurn,
  { passage, text, rival }: ChosenStatements,
  texts: AgentPhrases['texts'],
): string[] {
  const source = fillIn(texts.source, { page: passage.title })
  if (!rival) return [text, source]
  const [first, second] = [nameOf(passage), nameOf(rival)]
  const which = fillIn(texts.which, { first, second })
  const swapped = fillIn(texts.which, { first: second, second: first })
  const before = messages.findLast(({ role }) => role === 'assistant')?.text ?? ''
  const wasAsked = before.includes(which) || before.includes(swapped)
  return wasAsked || first === second ? [text, source] : [text, source, which]
}

/** The subject of a passage, in the words of its page. */
function nameOf({ heading, title }: Passage): string {
  return heading?.split(' › ').at(-1) ?? title
}

/**
 * Calls a tool, and shows the call in the stream.
 *
 * @param options.shown - what the stream shows as the output of the call. Default: the output itself.
 * @param options.at - the number of calls of the same tool before this one. Default 0.
 */
async function* callTool<Input, Output>(
  { answerId }: AgentTurn,
  { name, execute }: TurnTool<Input, Output>,
  input: Input,
  { shown, at = 0 }: { readonly shown?: unknown; readonly at?: number } = {},
): AsyncGenerator<ChatChunk, Output> {
  const toolCallId = `call_${answerId.slice(4)}_${name}${at === 0 ? '' : `_${at + 1}`}`
  yield { type: 'tool-input-available', toolCallId, toolName: name, input }
  const output = await execute(input, { toolCallId })
  yield { type: 'tool-output-available', toolCallId, output: shown ?? output }
  return output
}

function* textChunks(text: string): Generator<ChatChunk> {
  const id = 'answer'
  yield { type: 'text-start', id }
  for (const delta of text.match(/\s*\S+/g) ?? []) yield { type: 'text-delta', id, delta }
  yield { type: 'text-end', id }
}
