import type { Item } from '../call.ts'
import { Tag, Time } from '../parts/text.tsx'

const reasons = {
  manual: 'disabled by hand',
  failing: 'disabled: it failed for three days',
  gone: 'disabled: it answered 410',
}

/** Whether an endpoint receives webhooks, and if not, the reason. */
export function EndpointState({ endpoint }: { readonly endpoint: Item<'GET /webhook_endpoints'> }) {
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
