import type { Item } from '../call.ts'
import type { ScreenProps } from '../navigation.ts'
import { DialogButton } from '../parts/dialog.tsx'
import { Heading } from '../parts/heading.tsx'
import { type Column, Listing } from '../parts/listing.tsx'
import { Ago, Name } from '../parts/text.tsx'
import { useList } from '../use-call.ts'
import { EndpointScreen } from './endpoint.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointState, showEvents } from './endpoint-state.tsx'

type Endpoint = Item<'GET /webhook_endpoints'>

export default function Webhooks({ rest: [id] }: ScreenProps) {
  return id === undefined ? <EndpointList /> : <EndpointScreen key={id} id={id} />
}

function EndpointList() {
  const list = useList('GET /webhook_endpoints')
  return (
    <>
      <Heading title="Webhooks">
        <DialogButton label="Add an endpoint" tone="main" onClosed={list.reload}>
          {(close) => <EndpointForm onClose={close} />}
        </DialogButton>
      </Heading>
      <Listing list={list} caption="Webhook endpoints, newest first" columns={columns}>
        <p>No endpoint receives webhooks yet. Add the address of your own server.</p>
      </Listing>
    </>
  )
}

const columns: readonly Column<Endpoint>[] = [
  {
    title: 'Address',
    show: ({ id, url, description }) => (
      <>
        <a href={`webhooks/${id}`} class="title">
          <Name>{url}</Name>
        </a>
        {description && (
          <span class="quiet">
            {' '}
            <Name>{description}</Name>
          </span>
        )}
      </>
    ),
  },
  { title: 'State', show: (endpoint) => <EndpointState endpoint={endpoint} /> },
  {
    title: 'Events',
    isExtra: true,
    show: showEvents,
  },
  { title: 'Created', isExtra: true, show: ({ created_at }) => <Ago time={created_at} /> },
]
