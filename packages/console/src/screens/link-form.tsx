import { useState } from 'preact/hooks'
import { call, type Item } from '../call.ts'
import { Dialog, DialogActions } from '../parts/dialog.tsx'
import { Choice, submitTo, TextField } from '../parts/fields.tsx'
import { useAction, useList } from '../use-call.ts'

type GreetingId = Item<'GET /link_greetings'>['id']

export function LinkForm({ onClose }: { readonly onClose: () => void }) {
  const greetings = useList('GET /link_greetings', { query: { limit: 100 } })
  const [name, setName] = useState('')
  const [page, setPage] = useState('/')
  const [greeting, setGreeting] = useState<GreetingId | ''>('')
  const create = useAction(async () => {
    await call('POST /personal_links', { body: { name, page, greeting: greeting || null } })
    onClose()
  })
  const names = greetings.data?.map(({ id, name }) => [id, name] as const) ?? []
  return (
    <Dialog title="Create a link" onClose={onClose}>
      <form onSubmit={submitTo(create.run)}>
        <TextField label="Name" value={name} onValue={setName} required maxLength={60} />
        <TextField
          label="Page"
          help="A path that begins with /, or a full address."
          value={page}
          onValue={setPage}
          required
          maxLength={2_048}
        />
        <Choice
          label="Greeting"
          help="A link without a greeting is a draft."
          value={greeting}
          options={
            { '': 'None yet', ...Object.fromEntries(names) } as Record<GreetingId | '', string>
          }
          onValue={setGreeting}
        />
        <DialogActions action={create} label="Create" busyLabel="Creating…" onClose={onClose} />
      </form>
    </Dialog>
  )
}
