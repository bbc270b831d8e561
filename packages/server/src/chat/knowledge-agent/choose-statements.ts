import { canBeMisspelled, misspelling, termOf, wordsOf } from '@doorkit/store'
import { readQuestion } from '../../knowledge/read-question.ts'
import type { Passage } from '../../ports/knowledge-search.ts'
import type { Vocabulary } from '../../text/vocabulary.ts'
import { type Statement, statementsOf } from './statements.ts'

/** The part of a passage that answers a question. */
export interface ChosenStatements {
  readonly passage: Passage
  /** One statement, or two that belong together. */
  readonly text: string
  /** Whether the best statement has a sign that the question asks for; true if it asks for none. */
  readonly hasSign: boolean
  /** Another passage with a statement that answers as much of the question; null if there is none. */
  readonly rival: Passage | null
}

/** A sign that a statement answers a kind of question, even if the two share no words. */
export interface AnswerPattern {
  /** Matches the question. */
  readonly asked: RegExp
  /** Matches the statement. */
  readonly said: RegExp
}

const mostCharacters = 320
const signWorth = 3.5
const passageWorth = 3
/** The weight of a word that only the heading of a statement or the title of its page contains. */
const headingWorth = 0.7
/** The weight of a word in an earlier sentence of the same paragraph. */
const paragraphWorth = 0.5
/** The most statements of one passage that are compared. */
const mostStatements = 60
/** Two statements whose values differ by less than this are equally good. */
const tieMargin = 0.4
/** The cost of a heading about something that the question does not mention. */
const otherHeadingCost = 1

/** Chooses from some passages the one or two statements that best answer a question. */
export function chooseStatements(
  question: string,
  passages: readonly Passage[],
  vocabulary: Vocabulary,
  signs: readonly AnswerPattern[],
): ChosenStatements | null {
  const wanted = readQuestion(question, vocabulary).map(({ word, weight, terms, spare = [] }) => {
    const worth = new Map([...spare, ...terms].map(({ term, weight }) => [term, weight]))
    return { word, weight, worth }
  })
  const asked = signs.filter((sign) => sign.asked.test(question))
  const [first] = passages
  const candidates = passages.flatMap((passage) => {
    const statements = statementsOf(passage.text).slice(0, mostStatements)
    const headingTerms = new Set(wordsOf(`${passage.title} ${passage.heading ?? ''}`).map(termOf))
    const headings = passage.heading?.split(' › ') ?? []
    const ownHeadingWords = headings.length > 1 ? wordsOf(headings.at(-1) ?? '') : []
    const ownHeadingTerms = new Set(ownHeadingWords.map(termOf))
    const hasOtherHeading =
      ownHeadingWords.length > 0 &&
      wanted.every(
        ({ word, worth }) =>
          !bestOf(worth, ownHeadingTerms) && !similarityOf(word, ownHeadingWords),
      )
    let before = new Set<string>()
    return statements.map((statement, at) => {
      const words = [...new Set(wordsOf(statement.text))]
      const terms = new Set(words.map(termOf))
      // "Shop in Ghent: Market 2. Thursday 13:00 to 18:00." names the shop only in its first sentence.
      const paragraph = statement.continuesPrevious ? before : new Set<string>()
      before = new Set([...paragraph, ...terms])
      const matches = wanted.map(
        ({ word, worth }) =>
          bestOf(worth, terms) ||
          similarityOf(word, words) ||
          Math.max(
            headingWorth * bestOf(worth, headingTerms),
            paragraphWorth * bestOf(worth, paragraph),
          ),
      )
      return {
        passage,
        statement,
        at,
        matches,
        hasOtherHeading,
        firstTerm: termOf(words[0] ?? ''),
        words: words.length,
      }
    })
  })
  const rarity = wanted.map(({ weight }, index) => {
    const matching = candidates.filter(({ matches }) => matches[index]).length
    return weight * Math.log(1 + (candidates.length + 1) / (matching + 0.5))
  })
  const scored = candidates.map((candidate) => {
    const matched = rarity.reduce(
      (sum, rare, index) => sum + rare * (candidate.matches[index] ?? 0),
      0,
    )
    const signCount = asked.filter(({ said }) => said.test(candidate.statement.text)).length
    const share = first ? candidate.passage.score / first.score : 0
    const isQuestion = candidate.statement.text.endsWith('?')
    const noAnswerCost = candidate.words < 3 || isQuestion ? 1.5 : 0
    const headingCost = candidate.hasOtherHeading ? otherHeadingCost : 0
    const startBonus = wanted.some(({ worth }) => worth.has(candidate.firstTerm)) ? 0.5 : 0
    const value =
      matched +
      signCount * signWorth +
      share * passageWorth +
      startBonus -
      candidate.at * 0.05 -
      noAnswerCost -
      headingCost
    return { ...candidate, signCount, value }
  })
  const [best] = [...scored].sort((left, right) => right.value - left.value)
  if (!best) return null
  const { passage, statement, at } = best
  const fits = (other: (typeof scored)[number]) =>
    other.passage === passage &&
    other !== best &&
    other.statement.text.length + statement.text.length < mostCharacters
  const ranked = scored.filter(fits).sort((left, right) => right.value - left.value)
  const gainOf = ({ matches }: (typeof scored)[number]) =>
    rarity.reduce((sum, rare, index) => {
      return sum + rare * Math.max(0, (matches[index] ?? 0) - (best.matches[index] ?? 0))
    }, 0)
  // The second statement covers what the best one does not, or has about the same value, or else is its
  // neighbor in the same paragraph.
  const covering = ranked
    .filter((other) => gainOf(other) > tieMargin)
    .sort((left, right) => gainOf(right) - gainOf(left))[0]
  const second = covering ?? ranked.find(({ value }) => value > best.value - tieMargin)
  const beside = ranked.find((other) =>
    statement.continuesPrevious
      ? other.at === at - 1
      : other.at === at + 1 && other.statement.continuesPrevious,
  )
  const more = second ?? beside
  const both = more ? [best, more].sort((left, right) => left.at - right.at) : [best]
  const rival = scored.find(
    (other) =>
      other.passage !== passage &&
      other.value > best.value - tieMargin &&
      rarity.every((_, index) => (other.matches[index] ?? 0) >= (best.matches[index] ?? 0)),
  )
  return {
    passage,
    text: both.map(({ statement }) => withEndMark(statement)).join(' '),
    hasSign: asked.length === 0 || best.signCount > 0,
    rival: rival?.passage ?? null,
  }
}

function bestOf(worth: ReadonlyMap<string, number>, terms: ReadonlySet<string>): number {
  let best = 0
  for (const [term, weight] of worth) if (weight > best && terms.has(term)) best = weight
  return best
}

/** How well a typed word matches a similar one: 0.6 for a likely misspelling, or else 0. */
function similarityOf(word: string, words: readonly string[]): number {
  if (!canBeMisspelled(word)) return 0
  return words.some((other) => canBeMisspelled(other) && misspelling(word, other) !== null)
    ? 0.6
    : 0
}

function withEndMark({ text }: Statement): string {
  return /[.!?:…]$/.test(text) ? text.replace(/:$/, '.') : `${text}.`
}
