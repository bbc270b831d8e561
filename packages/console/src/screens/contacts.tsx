import { useState } from 'preact/hooks'
import type { Item } from '../call.ts'
import { type ScreenProps, setQuery, usePlace } from '../navigation.ts'
import { submitTo, TextField } from '../parts/fields.tsx'
import { Heading } from '../parts/heading.tsx'
import { type Column, Listing } from '../parts/listing.tsx'
import { Ago, Name, Tag } from '../parts/text.tsx'
import { useList } from '../use-call.ts'
import { ContactScreen, nameOfContact } from './contact.tsx'

type Contact = Item<'GET /contacts'>

export default function Contacts({ rest: [id] }: ScreenProps) {
  return id === undefined ? <ContactList /> : <ContactScreen key={id} id={id} />
}

function ContactList() {
  const { query } = usePlace()
  const email = query.get('email') ?? ''
  const [typed, setTyped] = useState(email)
  const list = useList('GET /contacts', { query: { limit: 50, email: email || undefined } })
  return (
    <>
      <Heading title="Contacts" />
      <form
        class="filters"
        aria-label="Filters"
        onSubmit={submitTo(() => setQuery({ email: typed.trim() }))}
      >
        <TextField label="Email address" type="email" value={typed} onValue={setTyped} />
        <button type="submit">Find</button>
        {email && (
          <button
            type="button"
            class="plain"
            onClick={() => {
              setTyped('')
              setQuery({ email: '' })
            }}
          >
            Show all
          </button>
        )}
      </form>
      <Listing list={list} caption="Contacts, most recently changed first" columns={columns}>
        <p>{email ? 'No contact has this address.' : 'Nobody has left an address yet.'}</p>
      </Listing>
    </>
  )
}

const columns: readonly Column<Contact>[] = [
  {
    title: 'Contact',
    show: (contact) => (
      <a href={`contacts/${contact.id}`} class="title">
        <Name>{nameOfContact(contact)}</Name>
      </a>
    ),
  },
  { title: 'Email', show: ({ email }) => <Name>{email}</Name> },
  { title: 'Company', isExtra: true, show: ({ company }) => <Name>{company}</Name> },
  {
    title: 'Source',
    isExtra: true,
    show: ({ source, identity_verified }) => (
      <>
        {source} {identity_verified && <Tag tone="good">verified</Tag>}
      </>
    ),
  },
  { title: 'Last seen', show: ({ last_seen_at }) => <Ago time={last_seen_at} /> },
]
