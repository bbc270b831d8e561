import type { Scope } from '@doorkit/models'
import { useState } from 'preact/hooks'
import { call, type Item } from '../call.ts'
import { ConfirmDialog, Dialog, DialogActions, DialogButton } from '../parts/dialog.tsx'
import { Checks, submitTo, TextField } from '../parts/fields.tsx'
import { Heading } from '../parts/heading.tsx'
import { type Column, Listing } from '../parts/listing.tsx'
import { Secret } from '../parts/secret.tsx'
import { Ago, Name, Tag } from '../parts/text.tsx'
import { useSession } from '../session.ts'
import { useAction, useList } from '../use-call.ts'

type ApiKey = Item<'GET /api_keys'>

export default function ApiKeys() {
  const list = useList('GET /api_keys', { query: { limit: 50 } })
  const [revoked, setRevoked] = useState<ApiKey>()
  const columns: readonly Column<ApiKey>[] = [
    {
      title: 'Name',
      show: ({ id, name, hint }) => (
        <>
          <Name>{name}</Name> <code class="quiet">{hint}…</code>
          <div class="quiet small">
            <code>{id}</code>
          </div>
        </>
      ),
    },
    {
      title: 'Status',
      show: ({ status }) => <Tag tone={status === 'active' ? 'good' : 'none'}>{status}</Tag>,
    },
    {
      title: 'Scopes',
      isExtra: true,
      show: ({ scopes }) => (
        <details>
          <summary>{scopes.length}</summary>
          {scopes.join(', ')}
        </details>
      ),
    },
    { title: 'Last used', show: ({ last_used_at }) => <Ago time={last_used_at} /> },
    { title: 'Created', isExtra: true, show: ({ created_at }) => <Ago time={created_at} /> },
    {
      title: 'Revoke',
      show: (key) =>
        key.status === 'active' ? (
          <button type="button" class="danger" onClick={() => setRevoked(key)}>
            Revoke<span class="hidden"> {key.name}</span>
          </button>
        ) : null,
    },
  ]
  return (
    <>
      <Heading title="API keys">
        <DialogButton label="Create a key" tone="main" onClosed={list.reload}>
          {(close) => <CreateDialog onClose={close} />}
        </DialogButton>
      </Heading>
      <Listing list={list} caption="API keys, newest first" columns={columns}>
        <p>There are no API keys. A program of yours needs one to call the workspace API.</p>
      </Listing>
      {revoked && (
        <ConfirmDialog
          title="Revoke this key"
          label="Revoke"
          busyLabel="Revoking…"
          run={() => call('POST /api_keys/{id}/revoke', { params: { id: revoked.id } })}
          onClose={() => {
            setRevoked(undefined)
            list.reload()
          }}
        >
          Programs that use <Name>{revoked.name}</Name> are refused from the next request on. This
          cannot be undone.
        </ConfirmDialog>
      )}
    </>
  )
}

function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const { scopes } = useSession()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(new Set())
  const [secret, setSecret] = useState<string>()
  const create = useAction(async () => {
    const body = { name, scopes: [...chosen] }
    setSecret((await call('POST /api_keys', { body })).secret)
  })
  if (secret !== undefined) {
    return (
      <Dialog title="The new API key" onClose={onClose}>
        <Secret label="This is the secret of the API key." secret={secret} onDone={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog title="Create an API key" onClose={onClose}>
      <form onSubmit={submitTo(create.run)}>
        <TextField
          label="Name"
          help="The program that uses the key, such as the CRM."
          value={name}
          onValue={setName}
          required
          maxLength={200}
        />
        <fieldset>
          <legend>Scopes</legend>
          <p>
            <button
              type="button"
              onClick={() => setChosen(new Set(scopes.filter((scope) => scope.endsWith(':read'))))}
            >
              Read everything
            </button>{' '}
            <button type="button" onClick={() => setChosen(new Set(scopes))}>
              Everything
            </button>
          </p>
          <Checks options={scopes} chosen={chosen} onChosen={setChosen} />
        </fieldset>
        <DialogActions
          action={create}
          label="Create"
          busyLabel="Creating…"
          disabled={chosen.size === 0}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
