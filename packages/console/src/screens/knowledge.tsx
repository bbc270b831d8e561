import type { ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import { call, type Item } from '../call.ts'
import { formatNumber } from '../format.ts'
import { usePlace } from '../navigation.ts'
import { ConfirmDialog, Dialog, DialogActions, DialogButton } from '../parts/dialog.tsx'
import { submitTo, TextField } from '../parts/fields.tsx'
import { Heading } from '../parts/heading.tsx'
import { type Column, Listing } from '../parts/listing.tsx'
import { Ago, Name, Tag, type Tone } from '../parts/text.tsx'
import { allows, useSession } from '../session.ts'
import { type ListState, useAction, useList } from '../use-call.ts'
import { Trial } from './knowledge-trial.tsx'

type Document = Item<'GET /knowledge/documents'>
type Page = Item<'GET /knowledge/sources'>

export default function Knowledge() {
  const { query } = usePlace()
  const asked = query.get('ask') ?? ''
  return (
    <>
      <Heading title="Knowledge" />
      <Trial key={asked} asked={asked} />
      <Documents />
      <Pages />
    </>
  )
}

function Documents() {
  const list = useList('GET /knowledge/documents', { query: { limit: 50 } })
  return (
    <Entries
      title="Documents"
      addLabel="Add a document"
      AddDialog={AddDocument}
      list={list}
      columns={documentColumns}
      remove={(id) => call('DELETE /knowledge/documents/{id}', { params: { id } })}
      nameOf={({ name }) => name}
      empty="There are no documents. The agent answers questions from documents and pages."
    />
  )
}

const documentColumns: readonly Column<Document>[] = [
  { title: 'Name', show: ({ name }) => <Name>{name}</Name> },
  { title: 'Passages', isNumber: true, show: ({ chunks }) => formatNumber(chunks) },
  {
    title: 'Characters',
    isNumber: true,
    isExtra: true,
    show: ({ characters }) => formatNumber(characters),
  },
  { title: 'Changed', show: ({ updated_at }) => <Ago time={updated_at} /> },
]

function Pages() {
  const list = useList('GET /knowledge/sources', { query: { limit: 50 } })
  return (
    <Entries
      title="Pages"
      addLabel="Add a page"
      AddDialog={AddPage}
      list={list}
      columns={pageColumns}
      remove={(id) => call('DELETE /knowledge/sources/{id}', { params: { id } })}
      nameOf={({ url }) => url}
      empty="There are no pages. After you add a page, the worker reads it."
    />
  )
}

const tones: Readonly<Record<Page['status'], Tone>> = {
  pending: 'info',
  ready: 'good',
  failed: 'bad',
}

const pageColumns: readonly Column<Page>[] = [
  {
    title: 'Page',
    show: ({ url, title, error }) => (
      <>
        <Name>{title ?? url}</Name>
        {title && (
          <div class="quiet small">
            <Name>{url}</Name>
          </div>
        )}
        {error && (
          <div class="problem small">
            <Name>{error}</Name>
          </div>
        )}
      </>
    ),
  },
  { title: 'Status', show: ({ status }) => <Tag tone={tones[status]}>{status}</Tag> },
  { title: 'Passages', isNumber: true, isExtra: true, show: ({ chunks }) => formatNumber(chunks) },
  { title: 'Read', isExtra: true, show: ({ read_at }) => <Ago time={read_at} /> },
]

interface EntriesProps<Row> {
  readonly title: string
  readonly addLabel: string
  readonly AddDialog: ComponentType<{ readonly onClose: () => void }>
  readonly list: ListState<Row>
  readonly columns: readonly Column<Row>[]
  readonly remove: (id: string) => Promise<unknown>
  readonly nameOf: (row: Row) => string
  /** The text for an empty list. */
  readonly empty: string
}

/** Documents or pages. A person with the right to write can add and remove them. */
function Entries<Row extends { readonly id: string }>(props: EntriesProps<Row>) {
  const { title, addLabel, AddDialog, list, columns, empty } = props
  const mayWrite = allows(useSession(), 'knowledge:write')
  return (
    <section>
      <div class="section-head">
        <h2 class="section-title">{title}</h2>
        {mayWrite && (
          <DialogButton label={addLabel} onClosed={list.reload}>
            {(close) => <AddDialog onClose={close} />}
          </DialogButton>
        )}
      </div>
      <Listing
        list={list}
        caption={`${title}, newest first`}
        columns={mayWrite ? [...columns, removeColumn(props)] : columns}
      >
        <p>{empty}</p>
      </Listing>
    </section>
  )
}

function removeColumn<Row extends { readonly id: string }>({
  list,
  remove,
  nameOf,
}: Pick<EntriesProps<Row>, 'list' | 'remove' | 'nameOf'>): Column<Row> {
  return {
    title: 'Remove',
    show: (row) => (
      <DialogButton
        label={
          <>
            Remove<span class="hidden"> {nameOf(row)}</span>
          </>
        }
        tone="danger"
        onClosed={list.reload}
      >
        {(close) => (
          <ConfirmDialog
            title={`Remove ${nameOf(row)}`}
            label="Remove"
            busyLabel="Removing…"
            run={() => remove(row.id)}
            onClose={close}
          >
            The agent will no longer answer from it.
          </ConfirmDialog>
        )}
      </DialogButton>
    ),
  }
}

function AddDocument({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [content, setContent] = useState('')
  const add = useAction(async () => {
    await call('POST /knowledge/documents', { body: { name, content } })
    onClose()
  })
  return (
    <Dialog title="Add a document" onClose={onClose}>
      <form onSubmit={submitTo(add.run)}>
        <TextField label="Name" value={name} onValue={setName} required maxLength={200} />
        <TextField
          label="Text"
          help="Plain text or Markdown: headings help the search."
          value={content}
          onValue={setContent}
          rows={12}
          required
          maxLength={200_000}
        />
        <DialogActions action={add} label="Add" busyLabel="Adding…" onClose={onClose} />
      </form>
    </Dialog>
  )
}

function AddPage({ onClose }: { readonly onClose: () => void }) {
  const [url, setUrl] = useState('')
  const add = useAction(async () => {
    await call('POST /knowledge/sources', { body: { url } })
    onClose()
  })
  return (
    <Dialog title="Add a page" onClose={onClose}>
      <form onSubmit={submitTo(add.run)}>
        <TextField
          label="Address"
          type="url"
          help="The page must be on a public host. The worker reads it once, and again after each call of knowledgeSources.refresh."
          value={url}
          onValue={setUrl}
          required
          maxLength={2_048}
        />
        <DialogActions action={add} label="Add" busyLabel="Adding…" onClose={onClose} />
      </form>
    </Dialog>
  )
}
