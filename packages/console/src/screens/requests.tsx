import type { Item } from '../call.ts'
import { formatDuration } from '../format.ts'
import { Heading } from '../parts/heading.tsx'
import { type Column, Listing } from '../parts/listing.tsx'
import { Ago, Tag } from '../parts/text.tsx'
import { useList } from '../use-call.ts'

type LoggedRequest = Item<'GET /requests'>

export default function Requests() {
  const list = useList('GET /requests')
  return (
    <>
      <Heading title="Requests">
        <button type="button" onClick={list.reload}>
          Refresh
        </button>
      </Heading>
      <p class="quiet">
        The latest requests with API keys, without bodies, queries or personal data.
      </p>
      <Listing list={list} caption="Requests, newest first" columns={columns}>
        <p>No request came with an API key in the last 30 days.</p>
      </Listing>
    </>
  )
}

const columns: readonly Column<LoggedRequest>[] = [
  {
    title: 'Request',
    show: ({ method, path, id }) => (
      <>
        <code>
          {method} {path ?? '(unknown operation)'}
        </code>
        <div class="quiet small">
          <code>{id}</code>
        </div>
      </>
    ),
  },
  {
    title: 'Status',
    show: ({ status }) => (
      <Tag tone={status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'}>{String(status)}</Tag>
    ),
  },
  { title: 'Took', isNumber: true, show: ({ duration_ms }) => formatDuration(duration_ms) },
  { title: 'API key', isExtra: true, show: ({ api_key }) => <code>{api_key}</code> },
  { title: 'When', show: ({ created_at }) => <Ago time={created_at} /> },
]
