import { readFile } from 'node:fs/promises'
import { type Agent, createDoorkit, knowledgeAgent, type Passage } from '@doorkit/server'
import { memoryStore } from '@doorkit/store'
import { openCompany } from '../open-company.ts'
import type { Bench, BenchOptions, Cell } from '../report.ts'
import { plainText, type Question, readDocuments, readQuestions } from './questions.ts'

interface Outcome extends Question {
  /** The rank of the first passage that contains the fact, from 1; null if none of the first five does. */
  readonly rank: number | null
  readonly answer: string
  /** Whether the answer contains the fact. For a question without a fact: whether the answer declines. */
  readonly isGood: boolean
}

/** The figures of each kind of question, in the order of `columns`. */
type Figures = Readonly<Record<string, readonly number[]>>

const columns = ['recall at 1', 'at 3', 'at 5', 'mean rank', 'answered or refused', 'characters']
const kinds = ['plain', 'synonyms', 'typos', 'languages', 'follow-ups', 'out of scope', 'all']

/**
 * Measures whether the search finds the passage with the fact, and whether the built-in agent states the
 * fact. By default the bench asks the open half of the questions. With `--only held-back`, it asks
 * the half that nobody tunes the search on.
 */
export const searchBench: Bench = {
  summary:
    'the knowledge search and the built-in agent, on 102 questions (--only held-back: the other 102)',
  async run({ only }: BenchOptions) {
    const half = only === 'held-back' ? 'held-back' : 'open'
    const outcomes = await askAll(await readQuestions(half))
    const after = figuresOf(outcomes)
    const before = (await readBefore())[half] ?? {}
    const unreadable = outcomes.filter(({ answer }) => /[*#|`]|\]\(/.test(answer))
    const all = after.all ?? []
    const refused = after['out of scope'] ?? []
    const answerable = outcomes.filter(({ fact }) => fact !== null)
    const answered = answerable.filter(({ isGood }) => isGood).length / answerable.length
    return {
      tables: [
        { title: `Before (${half} questions)`, columns: ['', ...columns], rows: rowsOf(before) },
        { title: `Now (${half} questions)`, columns: ['', ...columns], rows: rowsOf(after) },
      ],
      targets: [
        {
          name: 'share of questions whose fact is in the first five passages',
          value: all[2] ?? 0,
          atLeast: 0.8,
        },
        { name: 'share of answers with the fact', value: answered, atLeast: 0.65 },
        { name: 'share of questions out of scope refused', value: refused[4] ?? 0, atLeast: 0.9 },
        { name: 'answers with raw Markdown', value: unreadable.length, atMost: 0 },
      ],
      data: { figures: after, outcomes },
    }
  },
}

async function readBefore(): Promise<Readonly<Record<string, Figures>>> {
  return JSON.parse(await readFile(new URL('before.json', import.meta.url), 'utf8'))
}

function rowsOf(figures: Figures): (readonly Cell[])[] {
  return kinds.map((kind) => {
    const row = figures[kind] ?? []
    // A question without a fact has no passage to find, and the mean of no values is NaN.
    return [kind, ...columns.map((_, at) => (Number.isNaN(row[at]) ? null : (row[at] ?? null)))]
  })
}

function figuresOf(outcomes: readonly Outcome[]): Figures {
  return Object.fromEntries(
    kinds.map((kind) => {
      const ofKind = outcomes.filter((outcome) => kind === 'all' || outcome.kind === kind)
      const withFact = ofKind.filter(({ fact }) => fact !== null)
      const ranks = withFact.flatMap(({ rank }) => (rank === null ? [] : [rank]))
      const recall = (most: number) => ranks.filter((rank) => rank <= most).length / withFact.length
      return [
        kind,
        [
          ...[1, 3, 5].map(recall),
          mean(ranks),
          mean(ofKind.map(({ isGood }) => Number(isGood))),
          mean(ofKind.map(({ answer }) => answer.length)),
        ],
      ]
    }),
  )
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

async function askAll(questions: readonly Question[]): Promise<Outcome[]> {
  let found: readonly Passage[] = []
  const doorkit = createDoorkit({
    store: memoryStore(),
    agent: observeSearches(knowledgeAgent(), (passages) => {
      found = passages
    }),
    plans: 'unlimited',
  })
  const outcomes: Outcome[] = []
  for (const [company, documents] of await readDocuments()) {
    const post = await openCompany(doorkit, company)
    for (const document of documents) await post('/knowledge/documents', document)
    const everything = plainText(documents.map(({ content }) => content).join('\n'))
    for (const question of questions.filter((one) => one.company === company)) {
      const session = await post('/chat/sessions', {})
      let answer = ''
      for (const text of question.messages) {
        found = []
        const reply = await post(`/chat/sessions/${session.id}/messages`, { text })
        answer = reply.message.text
      }
      outcomes.push(judge(question, found, answer, everything))
    }
  }
  await doorkit.close()
  return outcomes
}

/** An agent whose searches ask for at least five passages, and report the first five to `onSearch`. */
function observeSearches(agent: Agent, onSearch: (passages: readonly Passage[]) => void): Agent {
  return {
    reply: (turn) =>
      agent.reply({
        ...turn,
        tools: {
          ...turn.tools,
          search_knowledge: {
            ...turn.tools.search_knowledge,
            async execute({ query, limit }, call) {
              const most = limit ?? 5
              const input = { query, limit: Math.max(most, 5) }
              const { passages } = await turn.tools.search_knowledge.execute(input, call)
              onSearch(passages.slice(0, 5))
              return { passages: passages.slice(0, most) }
            },
          },
        },
      }),
  }
}

/** An answer that repeats this many characters of the documents in a row does not count as declining. */
const quoteCharacters = 24

function judge(
  question: Question,
  found: readonly Passage[],
  answer: string,
  everything: string,
): Outcome {
  const { fact } = question
  const plain = plainText(answer)
  if (fact === null) {
    return { ...question, rank: null, answer, isGood: !quotes(plain, everything) }
  }
  const wanted = plainText(fact)
  const index = found.findIndex(({ title, text, ...more }) =>
    plainText([title, 'heading' in more ? more.heading : '', text].join('\n')).includes(wanted),
  )
  const rank = index === -1 ? null : index + 1
  return { ...question, rank, answer, isGood: plain.includes(wanted) }
}

/** Whether an answer repeats so many characters of the documents that it does not decline. */
export function quotes(answer: string, documents: string): boolean {
  const count = Math.max(0, answer.length - quoteCharacters + 1)
  const pieces = Array.from({ length: count }, (_, at) => answer.slice(at, at + quoteCharacters))
  return pieces.some((piece) => documents.includes(piece))
}
