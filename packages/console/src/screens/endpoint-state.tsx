import { eventsByName } from '@doorkit/models'
import type { Item } from '../call.ts'
import { Tag, Time } from '../parts/text.tsx'

const reasons = {
  manual: 'disabled by hand',
  failing: 'disabled: it failed for three days',
  gone: 'disabled: it answered 410',
}

type Endpoint = Item<'GET /webhook_endpoints'>

/** The state of an endpoint: enabled, failing since a time, or disabled for a reason. */
export function EndpointState({ endpoint }: { readonly endpoint: Endpoint }) {
  const { status, disabled_reason, failing_since } = endpoint
  if (status === 'disabled') {
    return <Tag tone="bad">{disabled_reason ? reasons[disabled_reason] : 'disabled'}</Tag>
  }
  if (failing_since === null) return <Tag tone="good">enabled</Tag>
  return (
    <>
      <Tag tone="warn">failing</Tag> since <Time time={failing_since} />
    </>
  )
}

/** The types of events that an endpoint receives, as text. */
export function showEvents({ events }: Pick<Endpoint, 'events'>): string {
  return events[0] === '*' ? `all, except ${eventsByName.join(' and ')}` : events.join(', ')
}
