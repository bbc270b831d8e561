import type { Answer } from '../call.ts'
import { formatDuration, formatNumber } from '../format.ts'
import { Heading } from '../parts/heading.tsx'
import { Table } from '../parts/listing.tsx'
import { FailedState, LoadingState } from '../parts/loading-and-empty.tsx'
import { Tag, Time } from '../parts/text.tsx'
import { useCall } from '../use-call.ts'

type WorkStep = Answer<'GET /health'>['work'][number]

const titles: Readonly<Record<string, string>> = {
  built: 'Build webhooks',
  attempted: 'Send webhooks',
  graded: 'Grade conversations',
  givenBack: 'Return unanswered conversations to the agent',
  notified: 'Notify the team',
  read: 'Read knowledge pages',
  embedded: 'Embed passages',
  finished: 'Finish erasures',
}

/** Work that waits for longer than this is shown as late. */
const lateMs = 60_000

/** Whether the store answers and the worker keeps up. */
export default function HealthScreen() {
  const { data, error, isLoading, reload } = useCall('GET /health')
  const now = data ? Date.parse(data.checked_at) : 0
  const waitOf = ({ waiting_since }: WorkStep) =>
    waiting_since === null ? null : Math.max(0, now - Date.parse(waiting_since))
  const isLate = (work: WorkStep) => (waitOf(work) ?? 0) > lateMs
  return (
    <>
      <Heading title="Health">
        <button type="button" disabled={isLoading} onClick={reload}>
          Check again
        </button>
      </Heading>
      {error && <FailedState error={error} retry={reload} />}
      {!data && !error && <LoadingState label="Checking" />}
      {data && (
        <>
          <p>
            <Tag tone="good">The store answers</Tag> in {formatNumber(data.store.latency_ms)} ms.
            Checked <Time time={data.checked_at} />.
          </p>
          {data.work.some(isLate) && (
            <p class="problem" role="alert">
              Work has waited for longer than a minute: start a worker, or more workers.
            </p>
          )}
          <Table
            caption="The work of the worker"
            rows={data.work}
            keyOf={({ name }) => name}
            columns={[
              { title: 'Work', show: ({ name }: WorkStep) => titles[name] ?? name },
              {
                title: 'State',
                show: (work: WorkStep) =>
                  isLate(work) ? <Tag tone="bad">late</Tag> : <Tag tone="good">on time</Tag>,
              },
              {
                title: 'Longest wait',
                show: (work: WorkStep) => {
                  const wait = waitOf(work)
                  return wait === null ? <span class="quiet">–</span> : formatDuration(wait)
                },
              },
            ]}
          />
        </>
      )}
    </>
  )
}
