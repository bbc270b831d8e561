import type { Item } from '../call.ts'
import { flagOf, flags, setQuery, usePlace } from '../navigation.ts'
import { Choice, Switch } from '../parts/fields.tsx'
import { Heading } from '../parts/heading.tsx'
import { type Column, Listing } from '../parts/listing.tsx'
import { Ago, Name, Tag, Time } from '../parts/text.tsx'
import { useList } from '../use-call.ts'

type Meeting = Item<'GET /meetings'>

export default function Meetings() {
  const { query } = usePlace()
  const verified = flagOf(query.get('verified'))
  const previews = query.get('tests') === 'yes'
  const list = useList('GET /meetings', {
    query: { limit: 50, verified: flags[verified], include_test: previews || undefined },
  })
  return (
    <>
      <Heading title="Meetings" />
      <form class="filters" aria-label="Filters">
        <Choice
          label="Calendar"
          value={verified}
          options={{ '': 'Confirmed or not', yes: 'Confirmed', no: 'Not confirmed' }}
          onValue={(value) => setQuery({ verified: value })}
        />
        <Switch
          label="Include previews"
          value={previews}
          onValue={(value) => setQuery({ tests: value ? 'yes' : '' })}
        />
      </form>
      <Listing list={list} caption="Meetings, most recently changed first" columns={columns}>
        <p>
          No meeting matches. Visitors can book meetings in the chat if the settings of the agent
          allow this.
        </p>
      </Listing>
    </>
  )
}

const columns: readonly Column<Meeting>[] = [
  {
    title: 'Meeting',
    show: ({ conversation, invitee, meeting_type }) => (
      <>
        <a href={`conversations/${conversation}`} class="title">
          <Name>{invitee.name ?? invitee.email ?? 'A visitor'}</Name>
        </a>
        {meeting_type && (
          <span class="quiet">
            {' '}
            <Name>{meeting_type}</Name>
          </span>
        )}
      </>
    ),
  },
  {
    title: 'Status',
    show: ({ status, verified }) => (
      <>
        <Tag tone={status === 'booked' ? 'good' : 'none'}>{status}</Tag>{' '}
        {!verified && <Tag tone="warn">not confirmed</Tag>}
      </>
    ),
  },
  { title: 'Starts', show: ({ start_at }) => <Time time={start_at} /> },
  { title: 'With', isExtra: true, show: ({ host }) => <Name>{host}</Name> },
  {
    title: 'Times moved',
    isNumber: true,
    isExtra: true,
    show: ({ reschedules }) => reschedules || '–',
  },
  { title: 'Booked', isExtra: true, show: ({ booked_at }) => <Ago time={booked_at} /> },
]
