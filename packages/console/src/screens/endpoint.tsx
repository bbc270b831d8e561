import { useState } from 'preact/hooks'
import { type Answer, call, type Item } from '../call.ts'
import { formatDuration, formatTime } from '../format.ts'
import { goTo, setQuery, usePlace } from '../navigation.ts'
import { ConfirmDialog, Dialog, DialogActions, DialogButton } from '../parts/dialog.tsx'
import { Facts } from '../parts/fact-list.tsx'
import { Choice } from '../parts/fields.tsx'
import { Heading } from '../parts/heading.tsx'
import { type Column, Listing } from '../parts/listing.tsx'
import { ErrorText, PendingScreen } from '../parts/loading-and-empty.tsx'
import { Secret } from '../parts/secret.tsx'
import { Ago, Name, PlainText, Tag, Time, type Tone } from '../parts/text.tsx'
import { useAction, useCall, useList } from '../use-call.ts'
import { Diagnosis } from './endpoint-diagnosis.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointState, showEvents } from './endpoint-state.tsx'

type Delivery = Item<'GET /webhook_endpoints/{id}/deliveries'>
type TestResult = Answer<'POST /webhook_endpoints/{id}/test'>

const parent = { href: 'webhooks', title: 'Webhooks' }

export function EndpointScreen({ id }: { readonly id: string }) {
  const params = { id }
  const { data, error, reload, set } = useCall('GET /webhook_endpoints/{id}', { params })
  const [result, setResult] = useState<TestResult>()
  const test = useAction(async () => {
    setResult(undefined)
    setResult(await call('POST /webhook_endpoints/{id}/test', { params }))
  })
  const toggle = useAction(async () => {
    const status = data?.status === 'enabled' ? 'disabled' : 'enabled'
    set(await call('PATCH /webhook_endpoints/{id}', { params, body: { status } }))
  })
  const remove = async () => {
    await call('DELETE /webhook_endpoints/{id}', { params })
    goTo('webhooks', { replace: true })
  }
  if (!data)
    return <PendingScreen title="Webhook endpoint" parent={parent} error={error} retry={reload} />
  return (
    <>
      <Heading title={<Name>{data.url}</Name>} parent={parent}>
        <button type="button" disabled={test.busy} onClick={() => void test.run()}>
          {test.busy ? 'Sending…' : 'Send a test'}
        </button>
        <DialogButton label="Change" onClosed={reload}>
          {(close) => <EndpointForm endpoint={data} onClose={close} />}
        </DialogButton>
        <button type="button" disabled={toggle.busy} onClick={() => void toggle.run()}>
          {data.status === 'enabled' ? 'Disable' : 'Enable'}
        </button>
        <DialogButton label="Replace the secret…" onClosed={reload}>
          {(close) => <RotateDialog id={id} onClose={close} />}
        </DialogButton>
        <DialogButton label="Delete…" tone="danger">
          {(close) => (
            <ConfirmDialog
              title="Delete the endpoint"
              label="Delete"
              busyLabel="Deleting…"
              run={remove}
              onClose={close}
            >
              <Name>{data.url}</Name> will receive nothing more, and its deliveries will be deleted.
              This cannot be undone.
            </ConfirmDialog>
          )}
        </DialogButton>
      </Heading>
      <ErrorText error={test.error ?? toggle.error} />
      {result && <TestAnswer result={result} />}
      <Facts
        facts={{
          State: <EndpointState endpoint={data} />,
          Events: showEvents(data),
          Description: data.description && <Name>{data.description}</Name>,
          Created: <Time time={data.created_at} />,
          Id: <code>{data.id}</code>,
        }}
      />
      <Diagnosis id={id} />
      <Deliveries id={id} />
    </>
  )
}

function TestAnswer({ result }: { readonly result: TestResult }) {
  const { status, duration_ms, response } = result
  const isGood = status !== null && status >= 200 && status < 300
  return (
    <section class="notice" role="status">
      <p>
        <Tag tone={isGood ? 'good' : 'bad'}>{status === null ? 'no answer' : String(status)}</Tag>{' '}
        {isGood ? 'The receiver accepted the test.' : 'The receiver did not accept the test.'} The
        test took {formatDuration(duration_ms)}.
      </p>
      {response && <PlainText text={response} />}
    </section>
  )
}

const statuses = {
  '': 'All',
  queued: 'Queued',
  delivered: 'Delivered',
  retrying: 'Retrying',
  failed: 'Failed',
}
type Status = keyof typeof statuses

const tones: Readonly<Record<Delivery['status'], Tone>> = {
  queued: 'info',
  delivered: 'good',
  retrying: 'warn',
  failed: 'bad',
}

function Deliveries({ id }: { readonly id: string }) {
  const { query } = usePlace()
  const status = (query.get('status') ?? '') as Status
  const list = useList('GET /webhook_endpoints/{id}/deliveries', {
    params: { id },
    query: { limit: 25, status: status || undefined },
  })
  const [shown, setShown] = useState<Delivery>()
  const columns: readonly Column<Delivery>[] = [
    {
      title: 'Event',
      show: (delivery) => (
        <button type="button" class="plain title" onClick={() => setShown(delivery)}>
          <code>{delivery.event_type}</code>
        </button>
      ),
    },
    {
      title: 'State',
      show: (delivery) => <Tag tone={tones[delivery.status]}>{delivery.status}</Tag>,
    },
    { title: 'Attempts', isNumber: true, show: ({ attempts }) => attempts },
    {
      title: 'Last answer',
      show: ({ last_status, last_error }) => last_status ?? <Name>{last_error}</Name>,
    },
    {
      title: 'Next attempt',
      isExtra: true,
      show: ({ next_attempt_at }) => <Ago time={next_attempt_at} />,
    },
    { title: 'Created', show: ({ created_at }) => <Ago time={created_at} /> },
  ]
  return (
    <section>
      <h2>Deliveries</h2>
      <form class="filters" aria-label="Filters">
        <Choice
          label="State"
          value={status}
          options={statuses}
          onValue={(value) => setQuery({ status: value })}
        />
        <button type="button" onClick={list.reload}>
          Refresh
        </button>
      </form>
      <Listing list={list} caption="Deliveries, newest first" columns={columns}>
        <p>No delivery matches. Deliveries are listed for 30 days; tests are not listed.</p>
      </Listing>
      {shown && (
        <DeliveryDialog delivery={shown} onClose={() => setShown(undefined)} onSent={list.reload} />
      )}
    </section>
  )
}

interface DeliveryProps {
  readonly delivery: Delivery
  readonly onClose: () => void
  readonly onSent: () => void
}

function DeliveryDialog({ delivery, onClose, onSent }: DeliveryProps) {
  const [sent, setSent] = useState(false)
  const again = useAction(async () => {
    const params = { id: delivery.endpoint, delivery_id: delivery.id }
    await call('POST /webhook_endpoints/{id}/deliveries/{delivery_id}/redeliver', { params })
    setSent(true)
    onSent()
  })
  return (
    <Dialog title={delivery.event_type} onClose={onClose}>
      <Facts
        facts={{
          State: <Tag tone={tones[delivery.status]}>{delivery.status}</Tag>,
          Attempts: String(delivery.attempts),
          'Last answer': delivery.last_status === null ? null : String(delivery.last_status),
          'Last error': delivery.last_error && <Name>{delivery.last_error}</Name>,
          'Last attempt took':
            delivery.duration_ms === null ? null : formatDuration(delivery.duration_ms),
          'Last change': formatTime(delivery.updated_at),
          'Next attempt': delivery.next_attempt_at && formatTime(delivery.next_attempt_at),
          Event: <code>{delivery.event}</code>,
          Delivery: <code>{delivery.id}</code>,
        }}
      />
      <h3>The receiver’s response</h3>
      {delivery.response ? (
        <PlainText text={delivery.response} />
      ) : (
        <p class="quiet">No text of a response is stored.</p>
      )}
      <ErrorText error={again.error} />
      <div class="buttons">
        <button
          type="button"
          class="main"
          disabled={again.busy || sent}
          onClick={() => void again.run()}
        >
          {again.busy ? 'Sending…' : 'Send again'}
        </button>
        <span role="status">{sent && 'It will be sent again in a moment.'}</span>
      </div>
    </Dialog>
  )
}

function RotateDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const [secret, setSecret] = useState<string>()
  const rotate = useAction(async () => {
    const answer = await call('POST /webhook_endpoints/{id}/rotate_secret', { params: { id } })
    setSecret(answer.secret)
  })
  return (
    <Dialog title="Replace the secret" onClose={onClose}>
      {secret === undefined ? (
        <>
          <p>
            For 24 hours after the change, webhooks are signed with the old and the new secret. Give
            your receiver the new one within this time.
          </p>
          <DialogActions
            action={rotate}
            label="Replace"
            busyLabel="Replacing…"
            onRun={() => void rotate.run()}
            onClose={onClose}
          />
        </>
      ) : (
        <Secret label="This is the new secret." secret={secret} onDone={onClose} />
      )}
    </Dialog>
  )
}
