import { useState } from 'preact/hooks'
import { type Answer, call, type Item } from '../call.ts'
import { formatNumber } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { DialogActions } from '../parts/dialog-actions.tsx'
import { TextField } from '../parts/fields.tsx'
import { Heading } from '../parts/heading.tsx'
import { Listing } from '../parts/listing.tsx'
import { Empty, Failed, Loading, Problem } from '../parts/states.tsx'
import { Ago, Name, Said, Tag, type Tone } from '../parts/text.tsx'
import { setQuery, usePlace } from '../place.ts'
import { allows, useSession } from '../session.ts'
import { useAction, useCall, useList } from '../use-call.ts'

type Document = Item<'GET /knowledge/documents'>
type Page = Item<'GET /knowledge/sources'>
type Found = Answer<'GET /knowledge_search'>['data'][number]

/** The agent's knowledge, and a trial of its search. */
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

function Trial({ asked }: { readonly asked: string }) {
  const [text, setText] = useState(asked)
  return (
    <section class="notice">
      <h2>Try the search</h2>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault()
          setQuery({ ask: text.trim() })
        }}
      >
        <TextField
          label="A question of a visitor"
          type="search"
          value={text}
          onValue={setText}
          maxLength={1_000}
        />
        <button type="submit" class="main">
          Search
        </button>
      </form>
      {asked !== '' && <Results text={asked} />}
    </section>
  )
}

function Results({ text }: { readonly text: string }) {
  const { data, error, reload } = useCall('GET /knowledge_search', { query: { text } })
  if (!data) return error ? <Failed error={error} retry={reload} /> : <Loading label="Searching" />
  if (data.data.length === 0) {
    return (
      <Empty>
        <p>
          The agent finds no answer to this, and says so. Add a document or a page that answers it.
        </p>
      </Empty>
    )
  }
  return (
    <ol class="found">
      {data.data.map((one) => (
        <li key={one.id}>
          <p class="by">
            <strong>
              <Name>{one.title}</Name>
            </strong>
            {one.heading && (
              <span class="quiet">
                {' '}
                › <Name>{one.heading}</Name>
              </span>
            )}
          </p>
          <Said text={one.text} />
          <Because found={one} />
        </li>
      ))}
    </ol>
  )
}

/** The reasons why a passage was found. */
function Because({ found: { because } }: { readonly found: Found }) {
  if (because.length === 0) {
    return <p class="quiet small">Found by its meaning: it has no word of the question.</p>
  }
  return (
    <ul class="tools" aria-label="Why it was found">
      {because.map(({ asked, found }) => {
        const others = found.filter((word) => word !== asked)
        return (
          <li key={asked + found.join()}>
            <bdi>{asked || found[0]}</bdi>
            {asked !== '' && others.length > 0 && (
              <>
                {' '}
                → <bdi>{others.join(', ')}</bdi>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Documents() {
  const list = useList('GET /knowledge/documents', { query: { limit: 50 } })
  const mayWrite = allows(useSession(), 'knowledge:write')
  const [isAdding, setAdding] = useState(false)
  const remove = useAction(async (id: string) => {
    await call('DELETE /knowledge/documents/{id}', { params: { id } })
    list.reload()
  })
  return (
    <section>
      <div class="section-head">
        <h2 class="section-title">Documents</h2>
        {mayWrite && (
          <button type="button" onClick={() => setAdding(true)}>
            Add a document
          </button>
        )}
      </div>
      <Problem error={remove.error} />
      <Listing
        list={list}
        caption="Documents, newest first"
        keyOf={({ id }) => id}
        columns={[
          { title: 'Name', show: ({ name }: Document) => <Name>{name}</Name> },
          {
            title: 'Passages',
            isNumber: true,
            show: ({ chunks }: Document) => formatNumber(chunks),
          },
          {
            title: 'Characters',
            isNumber: true,
            isExtra: true,
            show: ({ characters }: Document) => formatNumber(characters),
          },
          { title: 'Changed', show: ({ updated_at }: Document) => <Ago time={updated_at} /> },
          ...(mayWrite ? [removal<Document>(remove, ({ name }) => name)] : []),
        ]}
      >
        <p>There is no document. The agent answers only from documents and pages.</p>
      </Listing>
      {isAdding && (
        <AddDocument
          onClose={() => {
            setAdding(false)
            list.reload()
          }}
        />
      )}
    </section>
  )
}

const tones: Readonly<Record<Page['status'], Tone>> = {
  pending: 'info',
  ready: 'good',
  failed: 'bad',
}

function Pages() {
  const list = useList('GET /knowledge/sources', { query: { limit: 50 } })
  const mayWrite = allows(useSession(), 'knowledge:write')
  const [isAdding, setAdding] = useState(false)
  const remove = useAction(async (id: string) => {
    await call('DELETE /knowledge/sources/{id}', { params: { id } })
    list.reload()
  })
  return (
    <section>
      <div class="section-head">
        <h2 class="section-title">Pages</h2>
        {mayWrite && (
          <button type="button" onClick={() => setAdding(true)}>
            Add a page
          </button>
        )}
      </div>
      <Problem error={remove.error} />
      <Listing
        list={list}
        caption="Pages, newest first"
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Page',
            show: ({ url, title, error }: Page) => (
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
          {
            title: 'Status',
            show: ({ status }: Page) => <Tag tone={tones[status]}>{status}</Tag>,
          },
          {
            title: 'Passages',
            isNumber: true,
            isExtra: true,
            show: ({ chunks }: Page) => formatNumber(chunks),
          },
          { title: 'Read', isExtra: true, show: ({ read_at }: Page) => <Ago time={read_at} /> },
          ...(mayWrite ? [removal<Page>(remove, ({ url }) => url)] : []),
        ]}
      >
        <p>There is no page. The worker reads a page once you have added it.</p>
      </Listing>
      {isAdding && (
        <AddPage
          onClose={() => {
            setAdding(false)
            list.reload()
          }}
        />
      )}
    </section>
  )
}

/** A column that removes the row. */
function removal<Row extends { readonly id: string }>(
  { busy, run }: { readonly busy: boolean; readonly run: (id: string) => Promise<boolean> },
  nameOf: (row: Row) => string,
) {
  return {
    title: 'Remove',
    show: (row: Row) => (
      <button
        type="button"
        class="danger"
        disabled={busy}
        onClick={() => {
          if (confirm(`Remove ${nameOf(row)}? The agent no longer answers from it.`)) {
            void run(row.id)
          }
        }}
      >
        Remove<span class="hidden"> {nameOf(row)}</span>
      </button>
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
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void add.run()
        }}
      >
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
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void add.run()
        }}
      >
        <TextField
          label="Address"
          type="url"
          help="On a public host. The worker reads it and keeps it up to date."
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
