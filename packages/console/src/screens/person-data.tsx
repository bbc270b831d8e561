import { useState } from 'preact/hooks'
import { type Answer, call } from '../call.ts'
import { goTo } from '../navigation.ts'
import { Dialog, DialogActions, DialogButton } from '../parts/dialog.tsx'
import { Facts } from '../parts/fact-list.tsx'
import { submitTo, TextField } from '../parts/fields.tsx'
import { ErrorText } from '../parts/loading-and-empty.tsx'
import { Name } from '../parts/text.tsx'
import { useAction } from '../use-call.ts'

export function PersonData({ email }: { readonly email: string }) {
  const save = useAction(async () => {
    const data = await call('POST /privacy/exports', { body: { email } })
    download(`${email.replace(/[^\w.@-]/g, '_')}.json`, JSON.stringify(data, null, 2))
  })
  return (
    <section>
      <h2>This person’s data</h2>
      <ErrorText error={save.error} />
      <div class="buttons">
        <button type="button" disabled={save.busy} onClick={() => void save.run()}>
          {save.busy ? 'Exporting…' : 'Export as JSON'}
        </button>
        <DialogButton label="Erase…" tone="danger">
          {(close) => <EraseDialog email={email} onClose={close} />}
        </DialogButton>
      </div>
    </section>
  )
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

type Erasure = Answer<'POST /privacy/erasures'>

function EraseDialog({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [erasure, setErasure] = useState<Erasure>()
  // If the answer was lost, another attempt with the same idempotency key returns the receipt of the first.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const erase = useAction(async () => {
    setErasure(await call('POST /privacy/erasures', { body: { email }, idempotencyKey }))
  })
  const isSure = typed.trim().toLowerCase() === email
  if (erasure) {
    const leave = () => goTo('contacts', { replace: true })
    return (
      <Dialog title="Erased" onClose={leave}>
        <p>Everything about this person is gone. Keep the receipt.</p>
        <Facts
          facts={{
            Receipt: <code>{erasure.id}</code>,
            Contact: erasure.contact_deleted ? 'removed' : 'there was none',
            Conversations: String(erasure.conversations),
            'Booking attempts': String(erasure.booking_attempts + erasure.link_bookings),
            Events: String(erasure.events),
          }}
        />
        <div class="buttons">
          <button type="button" class="main" onClick={leave}>
            Back to the contacts
          </button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title="Erase this person" onClose={onClose}>
      <form onSubmit={submitTo(() => isSure && erase.run())}>
        <p>
          This removes the contact <Name>{email}</Name>, and everything about this person from
          conversations, meetings, visits and events. This cannot be undone.
        </p>
        <TextField
          label="Type the email address to confirm"
          value={typed}
          onValue={setTyped}
          required
        />
        <DialogActions
          action={erase}
          label="Erase for good"
          busyLabel="Erasing…"
          tone="danger"
          disabled={!isSure}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
