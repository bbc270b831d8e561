import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Answer, type CallError, call } from '../call.ts'
import { useInbox } from '../inbox-state.ts'
import { sendOnEnter, submitTo } from '../parts/fields.tsx'
import { Heading } from '../parts/heading.tsx'
import { ErrorText, FailedState, PendingScreen } from '../parts/loading-and-empty.tsx'
import { Name, PlainText } from '../parts/text.tsx'
import { allows, useSession } from '../session.ts'
import { useAction, useCall } from '../use-call.ts'
import { About, nameOf, Transcript } from './conversation.tsx'

type Conversation = Answer<'GET /conversations/{id}'>
type Team = Conversation['team']

const parent = { href: 'inbox', title: 'Inbox' }

/** A conversation in the inbox: its messages, and the actions of the signed-in person. */
export function OpenConversation({ id }: { readonly id: string }) {
  const { data, error, reload, set } = useCall('GET /conversations/{id}', {
    params: { id },
    query: { expand: ['messages'] },
  })
  const changes = useInbox()?.changes.get(id)
  const shown = useRef(changes)
  useEffect(() => {
    if (changes === shown.current) return
    shown.current = changes
    reload()
  }, [changes])
  const [sending, setSending] = useState<readonly UnsentMessage[]>([])
  const end = useRef<HTMLDivElement>(null)
  const count = (data?.messages?.length ?? 0) + sending.length
  const before = useRef({ isOpen: false, sending: 0 })
  useLayoutEffect(() => {
    const box = end.current?.parentElement
    if (!box) return
    const isFirst = !before.current.isOpen
    const isOwn = sending.length > before.current.sending
    before.current = { isOpen: true, sending: sending.length }
    // A person who reads further up keeps their place when others write.
    const isNearEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 400
    if (isFirst || isOwn || isNearEnd) box.scrollTop = box.scrollHeight
    // `data.team.state` is a dependency because joining shows the message field, which takes room from
    // the messages.
  }, [data?.team.state, count, sending.length])
  if (!data)
    return <PendingScreen title="Conversation" parent={parent} error={error} retry={reload} />
  const name = (data.lead && nameOf(data.lead)) ?? 'Visitor'
  const setTeam = (team: Team) => set({ ...data, team })
  return (
    <section class="thread" aria-label="Conversation">
      <Heading title={<bdi>{name}</bdi>} parent={parent}>
        <State team={data.team} />
        <TeamButtons id={id} team={data.team} onTeam={setTeam} />
      </Heading>
      <details class="thread-about">
        <summary>About this visitor</summary>
        <About conversation={data} />
        <p>
          <a href={`conversations/${id}`}>Open in conversations</a>
        </p>
      </details>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach an area that scrolls. */}
      <div class="thread-messages" role="log" aria-label="Messages" tabIndex={0}>
        <Transcript messages={data.messages ?? []} />
        {sending.map((one) => (
          <div key={one.key} class="sending">
            <p class="by">Sending…</p>
            <PlainText text={one.text} />
          </div>
        ))}
        <div ref={end} />
      </div>
      {error && <FailedState error={error} retry={reload} />}
      <Composer
        id={id}
        team={data.team}
        onSending={setSending}
        onSent={(message) => {
          const { messages = [] } = data
          // The messages may have been read again since the message was stored.
          const isShown = messages.some(({ id }) => id === message.id)
          if (!isShown) set({ ...data, messages: [...messages, message] })
        }}
      />
    </section>
  )
}

function State({ team: { state, person } }: { readonly team: Team }) {
  const me = useSession().person
  if (state === 'agent') return <span class="quiet">The agent answers.</span>
  if (state === 'waiting') return <span class="quiet">The visitor waits for a person.</span>
  if (person?.id === me.id) return <span class="quiet">You answer.</span>
  return (
    <span class="quiet">
      <Name>{person?.name}</Name> answers.
    </span>
  )
}

interface TeamButtonsProps {
  readonly id: string
  readonly team: Team
  readonly onTeam: (team: Team) => void
}

function TeamButtons({ id, team, onTeam }: TeamButtonsProps) {
  const session = useSession()
  const join = useAction(async () => {
    onTeam((await call('POST /inbox/{id}/join', { params: { id } })).team)
  })
  const leave = useAction(async () => {
    onTeam((await call('POST /inbox/{id}/leave', { params: { id } })).team)
  })
  if (!allows(session, 'chat:write')) return null
  return (
    <>
      {team.state !== 'person' && (
        <button type="button" class="main" disabled={join.busy} onClick={() => void join.run()}>
          {join.busy ? 'Joining…' : 'Join'}
        </button>
      )}
      {team.person?.id === session.person.id && (
        <button type="button" disabled={leave.busy} onClick={() => void leave.run()}>
          {leave.busy ? 'Leaving…' : 'Give back to the agent'}
        </button>
      )}
      <ErrorText error={join.error ?? leave.error} />
    </>
  )
}

interface UnsentMessage {
  readonly key: string
  readonly text: string
}

const joinTexts = (messages: readonly UnsentMessage[]) =>
  messages.map(({ text }) => text).join('\n')

interface ComposerProps {
  readonly id: string
  readonly team: Team
  readonly onSending: (unsent: readonly UnsentMessage[]) => void
  readonly onSent: (message: Answer<'POST /inbox/{id}/messages'>) => void
}

/**
 * The field for a person's messages, which are sent one after the other. If sending one fails, it and the
 * messages behind it return to the field, so that the visitor gets them in order.
 */
function Composer({ id, team, onSending, onSent }: ComposerProps) {
  const { person } = useSession()
  const [draft, setDraft] = useState('')
  const [error, setError] = useState<CallError>()
  const field = useRef<HTMLTextAreaElement>(null)
  const queue = useRef<UnsentMessage[]>([])
  const failed = useRef<readonly UnsentMessage[]>([])
  const latest = useRef(onSent)
  latest.current = onSent
  const isMine = team.state === 'person' && team.person?.id === person.id
  useEffect(() => {
    if (isMine) field.current?.focus()
  }, [isMine])
  if (!isMine) return null

  async function sendQueue(): Promise<void> {
    for (let next = queue.current[0]; next; next = queue.current[0]) {
      const { key, text } = next
      const input = { params: { id }, body: { text }, idempotencyKey: key }
      try {
        latest.current(await call('POST /inbox/{id}/messages', input))
        queue.current.shift()
      } catch (failure) {
        const unsent = queue.current.splice(0)
        failed.current = unsent
        setDraft((now) => [joinTexts(unsent), now].filter(Boolean).join('\n'))
        setError(failure as CallError)
      }
      onSending([...queue.current])
    }
  }

  function submit(): void {
    const text = draft.trim()
    if (text === '') return
    // The failed attempt may have stored its text. The same idempotency key prevents a second copy.
    const failedText = joinTexts(failed.current)
    const repeated = `${text}\n`.startsWith(`${failedText}\n`) ? failed.current : []
    const added = repeated.length > 0 ? text.slice(failedText.length).trim() : text
    failed.current = []
    setDraft('')
    setError(undefined)
    const isIdle = queue.current.length === 0
    queue.current.push(...repeated)
    if (added !== '') queue.current.push({ key: crypto.randomUUID(), text: added })
    onSending([...queue.current])
    if (isIdle) void sendQueue()
  }

  return (
    <form class="composer" onSubmit={submitTo(submit)}>
      <ErrorText error={error} />
      <textarea
        ref={field}
        aria-label="Your message"
        aria-describedby="composer-help"
        dir="auto"
        rows={3}
        maxLength={20_000}
        value={draft}
        onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        onKeyDown={sendOnEnter(submit)}
      />
      <div class="buttons">
        <button type="submit" class="main" disabled={draft.trim() === ''}>
          Send
        </button>
        <span class="quiet small" id="composer-help">
          Enter sends. Shift+Enter starts a new line.
        </span>
      </div>
    </form>
  )
}
