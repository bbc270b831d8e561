import { useState } from 'preact/hooks'
import { type Answer, call } from '../call.ts'
import { Facts } from '../parts/fact-list.tsx'
import { submitTo, TextField } from '../parts/fields.tsx'
import { Heading } from '../parts/heading.tsx'
import { PendingScreen } from '../parts/loading-and-empty.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { Name, Tag, Time } from '../parts/text.tsx'
import { allows, useSession } from '../session.ts'
import { useAction, useCall } from '../use-call.ts'
import { PersonData } from './person-data.tsx'

type Contact = Answer<'GET /contacts/{id}'>

const parent = { href: 'contacts', title: 'Contacts' }

/** The name of a contact or, without one, the address. */
export function nameOfContact(
  contact: Pick<Contact, 'name' | 'first_name' | 'last_name' | 'email'>,
) {
  const { name, first_name, last_name, email } = contact
  return name ?? ([first_name, last_name].filter(Boolean).join(' ') || email)
}

export function ContactScreen({ id }: { readonly id: string }) {
  const session = useSession()
  const { data, error, reload, set } = useCall('GET /contacts/{id}', { params: { id } })
  if (!data) return <PendingScreen title="Contact" parent={parent} error={error} retry={reload} />
  return (
    <>
      <Heading title={<Name>{nameOfContact(data)}</Name>} parent={parent}>
        {data.identity_verified && <Tag tone="good">verified</Tag>}
      </Heading>
      <div class="beside">
        <section>
          <h2>Details</h2>
          {allows(session, 'contacts:write') ? (
            <ContactForm key={data.updated_at} contact={data} onSaved={set} />
          ) : (
            <ContactFacts contact={data} />
          )}
        </section>
        <aside>
          <section>
            <h2>About</h2>
            <Facts
              facts={{
                Email: <Name>{data.email}</Name>,
                Source: data.source,
                'First seen': <Time time={data.first_seen_at} />,
                'Last seen': <Time time={data.last_seen_at} />,
                Changed: <Time time={data.updated_at} />,
                ...Object.fromEntries(
                  Object.entries(data.attributes).map(([name, value]) => [
                    name,
                    <Name key={name}>{String(value)}</Name>,
                  ]),
                ),
                Id: <code>{data.id}</code>,
              }}
            />
          </section>
          {allows(session, 'privacy:write') && <PersonData email={data.email} />}
        </aside>
      </div>
    </>
  )
}

function ContactFacts({ contact }: { readonly contact: Contact }) {
  const facts = names.map((name) => [fields[name], contact[name] && <Name>{contact[name]}</Name>])
  return <Facts facts={Object.fromEntries(facts)} />
}

const fields = {
  first_name: 'First name',
  last_name: 'Last name',
  company: 'Company',
  phone: 'Phone',
  external_id: 'Your own id',
} as const
type FieldName = keyof typeof fields
const maxLengths: { readonly [Name in FieldName]?: number } = { phone: 40, external_id: 255 }
const names = Object.keys(fields) as FieldName[]

interface EditProps {
  readonly contact: Contact
  readonly onSaved: (contact: Contact) => void
}

function ContactForm({ contact, onSaved }: EditProps) {
  const [typed, setTyped] = useState<Partial<Record<FieldName, string>>>({})
  const textOf = (name: FieldName) => typed[name] ?? contact[name] ?? ''
  const changes = Object.fromEntries(
    names
      .filter((name) => textOf(name) !== (contact[name] ?? ''))
      .map((name) => [name, textOf(name).trim() || null]),
  )
  const save = useAction(async () => {
    const params = { id: contact.id }
    onSaved(await call('PATCH /contacts/{id}', { params, body: changes }))
  })
  return (
    <form onSubmit={submitTo(save.run)}>
      {names.map((name) => (
        <TextField
          key={name}
          label={fields[name]}
          type={name === 'phone' ? 'tel' : 'text'}
          maxLength={maxLengths[name] ?? 200}
          value={textOf(name)}
          onValue={(value) => setTyped({ ...typed, [name]: value })}
        />
      ))}
      <SaveBar
        action={save}
        isChanged={Object.keys(changes).length > 0}
        onReset={() => setTyped({})}
      />
    </form>
  )
}
