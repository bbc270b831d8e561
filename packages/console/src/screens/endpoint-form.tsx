import { type EventType, eventsByName, eventTypes } from '@doorkit/models'
import { useState } from 'preact/hooks'
import { type Answer, call } from '../call.ts'
import { Dialog, DialogActions } from '../parts/dialog.tsx'
import { Checks, Switch, submitTo, TextField } from '../parts/fields.tsx'
import { Secret } from '../parts/secret.tsx'
import { useAction } from '../use-call.ts'

type Endpoint = Answer<'GET /webhook_endpoints/{id}'>

interface EndpointFormProps {
  /** The endpoint to change. Without it, the form adds one. */
  readonly endpoint?: Endpoint
  readonly onClose: () => void
}

export function EndpointForm({ endpoint, onClose }: EndpointFormProps) {
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [all, setAll] = useState(!endpoint || endpoint.events[0] === '*')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(endpoint?.events.filter((event) => event !== '*')),
  )
  const [secret, setSecret] = useState<string>()
  const save = useAction(async () => {
    const events: ('*' | EventType)[] = all ? ['*'] : eventTypes.filter((type) => chosen.has(type))
    const body = { url, description, events }
    if (endpoint) {
      await call('PATCH /webhook_endpoints/{id}', { params: { id: endpoint.id }, body })
      return onClose()
    }
    setSecret((await call('POST /webhook_endpoints', { body })).secret)
  })
  if (secret !== undefined) {
    return (
      <Dialog title="The new endpoint" onClose={onClose}>
        <Secret
          label="Your receiver checks signatures with this secret."
          secret={secret}
          onDone={onClose}
        />
      </Dialog>
    )
  }
  return (
    <Dialog title={endpoint ? 'Change the endpoint' : 'Add an endpoint'} onClose={onClose}>
      <form onSubmit={submitTo(save.run)}>
        <TextField
          label="Address"
          type="url"
          help="HTTPS, on a public host. A server for development can also allow private hosts, even over plain HTTP."
          value={url}
          onValue={setUrl}
          required
          maxLength={2_048}
        />
        <TextField
          label="Description"
          value={description}
          onValue={setDescription}
          maxLength={500}
        />
        <fieldset>
          <legend>Events</legend>
          <Switch
            label={`All events, including future ones, except ${eventsByName.join(' and ')}`}
            value={all}
            onValue={setAll}
          />
          {!all && <Checks options={eventTypes} chosen={chosen} onChosen={setChosen} />}
        </fieldset>
        <DialogActions
          action={save}
          label="Save"
          busyLabel="Saving…"
          disabled={!all && chosen.size === 0}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
