import type { Item } from '../call.ts'
import { formatNumber } from '../format.ts'
import { flagOf, flags, type ScreenProps, setQuery, usePlace } from '../navigation.ts'
import { Choice, Switch } from '../parts/fields.tsx'
import { Heading } from '../parts/heading.tsx'
import { type Column, Listing } from '../parts/listing.tsx'
import { Ago, Name, Tag } from '../parts/text.tsx'
import { useList } from '../use-call.ts'
import { ConversationScreen, nameOf, Outcome } from './conversation.tsx'

type Conversation = Item<'GET /conversations'>

export default function Conversations({ rest: [id] }: ScreenProps) {
  return id === undefined ? <ConversationList /> : <ConversationScreen key={id} id={id} />
}

const sinceDays = {
  '': 'Any time',
  '1': 'Last 24 hours',
  '7': 'Last 7 days',
  '30': 'Last 30 days',
} as const

function ConversationList() {
  const { query } = usePlace()
  const lead = flagOf(query.get('lead'))
  const graded = flagOf(query.get('graded'))
  const since = query.get('since') ?? ''
  const tests = query.get('tests') === 'yes'
  const list = useList('GET /conversations', {
    query: {
      limit: 50,
      has_lead: flags[lead],
      graded: flags[graded],
      include_test: tests || undefined,
      created_since: sinceOf(since),
    },
  })
  return (
    <>
      <Heading title="Conversations" />
      <form class="filters" aria-label="Filters">
        <Choice
          label="Lead"
          value={lead}
          options={{ '': 'With or without', yes: 'With a lead', no: 'Without' }}
          onValue={(value) => setQuery({ lead: value })}
        />
        <Choice
          label="Grading"
          value={graded}
          options={{ '': 'Graded or not', yes: 'Graded', no: 'Not graded yet' }}
          onValue={(value) => setQuery({ graded: value })}
        />
        <Choice
          label="Started"
          value={since as keyof typeof sinceDays}
          options={sinceDays}
          onValue={(value) => setQuery({ since: value })}
        />
        <Switch
          label="Include previews"
          value={tests}
          onValue={(value) => setQuery({ tests: value ? 'yes' : '' })}
        />
      </form>
      <Listing list={list} caption="Conversations, newest first" columns={columns}>
        <p>No conversation matches. A conversation appears here once a chat begins.</p>
      </Listing>
    </>
  )
}

/**
 * The time `days` days ago, rounded down to the hour. Without the rounding, each render would make
 * another query, and send it.
 */
function sinceOf(days: string): string | undefined {
  // A person can type any number into the address.
  if (!/^\d{1,4}$/.test(days)) return undefined
  const hour = 3_600_000
  const now = Math.floor(Date.now() / hour) * hour
  return new Date(now - Number(days) * 24 * hour).toISOString()
}

const columns: readonly Column<Conversation>[] = [
  {
    title: 'Conversation',
    show: ({ id, preview, test }) => (
      <>
        <a href={`conversations/${id}`} class="title">
          <bdi>{preview || 'No message yet'}</bdi>
        </a>
        {test && <Tag>preview</Tag>}
      </>
    ),
  },
  { title: 'Outcome', show: ({ outcome }) => <Outcome outcome={outcome} /> },
  {
    title: 'Visitor',
    isExtra: true,
    show: ({ lead, visitor }) => <Name>{lead ? nameOf(lead) : (visitor.country ?? null)}</Name>,
  },
  {
    title: 'Score',
    isNumber: true,
    isExtra: true,
    show: ({ evaluation }) => evaluation?.qualification_score ?? '–',
  },
  {
    title: 'Messages',
    isNumber: true,
    isExtra: true,
    show: ({ message_count }) => formatNumber(message_count),
  },
  { title: 'Started', show: ({ started_at }) => <Ago time={started_at} /> },
]
