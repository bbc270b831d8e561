import type { Answer, Item } from '../call.ts'
import { formatWord } from '../format.ts'
import { Facts } from '../parts/fact-list.tsx'
import { Heading } from '../parts/heading.tsx'
import { PendingScreen } from '../parts/loading-and-empty.tsx'
import { Ago, Name, PlainText, Tag, Time, type Tone } from '../parts/text.tsx'
import { useCall } from '../use-call.ts'

type Conversation = Answer<'GET /conversations/{id}'>
type Message = NonNullable<Conversation['messages']>[number]

const parent = { href: 'conversations', title: 'Conversations' }

export function ConversationScreen({ id }: { readonly id: string }) {
  const { data, error, reload } = useCall('GET /conversations/{id}', {
    params: { id },
    query: { expand: ['messages'] },
  })
  if (!data)
    return <PendingScreen title="Conversation" parent={parent} error={error} retry={reload} />
  const title = data.lead ? nameOf(data.lead) : null
  return (
    <>
      <Heading title={<bdi>{title ?? 'Conversation'}</bdi>} parent={parent}>
        <Outcome outcome={data.outcome} />
        {data.test && <Tag>preview</Tag>}
        <button type="button" onClick={reload}>
          Refresh
        </button>
        <a class="button" href={`inbox/${id}`}>
          Open in the inbox
        </a>
      </Heading>
      <div class="beside">
        <section aria-label="Transcript">
          <Transcript messages={data.messages ?? []} />
        </section>
        <aside>
          <About conversation={data} />
          <Grading conversation={data} />
        </aside>
      </div>
    </>
  )
}

export function Transcript({ messages }: { readonly messages: readonly Message[] }) {
  if (messages.length === 0) return <p class="quiet">Nobody has written anything yet.</p>
  return (
    <ol class="transcript">
      {messages.map((message) => (
        <li
          key={message.id}
          class={message.role === 'user' ? 'visitor' : message.author ? 'person' : 'agent'}
        >
          <p class="by">
            <strong>{authorOf(message)}</strong> <Ago time={message.created_at} />
          </p>
          <PlainText text={message.text} />
          {message.tools.length > 0 && (
            <ul class="tools" aria-label="What the agent did">
              {message.tools.map((tool) => (
                <li key={tool}>{formatWord(tool)}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}

function authorOf({ role, author }: Message) {
  if (author) return <Name>{author.name}</Name>
  return role === 'user' ? 'Visitor' : 'Agent'
}

export function About({ conversation }: { readonly conversation: Conversation }) {
  const { lead, booking, handoff, visitor, contact, page_url, channel, link, opening } =
    conversation
  return (
    <section>
      <h2>About</h2>
      <Facts
        facts={{
          Started: <Time time={conversation.started_at} />,
          Ended: conversation.completed_at && <Time time={conversation.completed_at} />,
          Page: page_url && <Name>{page_url}</Name>,
          Channel: channel,
          Contact: contact && (
            <a href={`contacts/${contact}`}>{(lead && nameOf(lead)) ?? 'Open the contact'}</a>
          ),
          Email: lead?.email && <Name>{lead.email}</Name>,
          'Asked for a person': handoff && (
            <>
              <Ago time={handoff.requested_at} />
              {handoff.reason && (
                <>
                  : <Name>{formatWord(handoff.reason)}</Name>
                </>
              )}
            </>
          ),
          Booking: booking && (
            <>
              <Time time={booking.start_at} />
              {booking.booker_email && (
                <>
                  {' '}
                  by <Name>{booking.booker_email}</Name>
                </>
              )}
            </>
          ),
          Device: visitor.device,
          Country: visitor.country,
          Source: visitor.source && <Name>{visitor.source}</Name>,
          'Came from an AI assistant': visitor.ai_referred ? 'yes' : null,
          ...Object.fromEntries(
            Object.entries(visitor.utm).map(([name, value]) => [
              name.slice(0, 40),
              <Name key={name}>{value}</Name>,
            ]),
          ),
          'Personal link': link && <code>{link}</code>,
          Opening: opening.variant && <code>{opening.variant}</code>,
          Id: <code>{conversation.id}</code>,
        }}
      />
    </section>
  )
}

function Grading({ conversation: { evaluation } }: { readonly conversation: Conversation }) {
  const word = (value: string | null) => value && <Name>{formatWord(value)}</Name>
  return (
    <section>
      <h2>Grading</h2>
      {evaluation ? (
        <Facts
          facts={{
            Qualification: `${evaluation.qualification_score} of 100`,
            'Meeting intent': `${evaluation.meeting_intent} of 10`,
            Intent: word(evaluation.intent),
            'Buying stage': word(evaluation.buying_stage),
            Understood: evaluation.understood ? 'yes' : 'no',
            Failure: word(evaluation.failure_category),
            'Why the visitor left': word(evaluation.abandonment_reason),
            'What the team should improve': evaluation.recommended_improvement && (
              <Name>{evaluation.recommended_improvement}</Name>
            ),
          }}
        />
      ) : (
        <p class="quiet">A conversation is graded after it has been quiet for a while.</p>
      )}
    </section>
  )
}

type Lead = NonNullable<Item<'GET /conversations'>['lead']>

/** The name of a lead, or else the email address. */
export const nameOf = ({ first_name, last_name, email }: Lead) =>
  [first_name, last_name].filter(Boolean).join(' ') || email

const tones: Readonly<Record<string, Tone>> = { meeting: 'good', lead: 'info', handoff: 'warn' }

/** The best result of a conversation. */
export function Outcome({ outcome }: { readonly outcome: string }) {
  return outcome === 'none' ? (
    <span class="quiet">none</span>
  ) : (
    <Tag tone={tones[outcome] ?? 'none'}>{outcome}</Tag>
  )
}
