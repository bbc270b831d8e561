import { useEffect, useRef, useState } from 'preact/hooks'
import { hasNotifications, hasSound, setSound } from '../alerts.ts'
import { formatDuration } from '../format.ts'
import { type InboxConversation, useInbox } from '../inbox-state.ts'
import type { ScreenProps } from '../navigation.ts'
import { Switch } from '../parts/fields.tsx'
import { Heading } from '../parts/heading.tsx'
import { FailedState, LoadingState } from '../parts/loading-and-empty.tsx'
import { Ago, Tag } from '../parts/text.tsx'
import { useSession } from '../session.ts'
import { nameOf } from './conversation.tsx'
import { OpenConversation } from './inbox-conversation.tsx'

/** The conversations that wait for a person or have one, and the open conversation. */
export default function InboxScreen({ rest: [id] }: ScreenProps) {
  return (
    <div class={id === undefined ? 'inbox' : 'inbox has-thread'}>
      <div class="inbox-lists">
        <Heading title="Inbox" />
        <Lists current={id} />
        <AlertSettings />
      </div>
      <div class="inbox-thread">
        {id === undefined ? (
          <div class="state empty">
            <p>Choose a conversation to read it, and to answer.</p>
          </div>
        ) : (
          <OpenConversation key={id} id={id} />
        )}
      </div>
    </div>
  )
}

function Lists({ current }: { readonly current: string | undefined }) {
  const inbox = useInbox()
  const { person } = useSession()
  const isUnread = useUnread(current)
  if (!inbox?.waiting || !inbox.joined) {
    return inbox?.error ? <FailedState error={inbox.error} /> : <LoadingState />
  }
  const mine = inbox.joined.filter(({ team }) => team.person?.id === person.id)
  const others = inbox.joined.filter(({ team }) => team.person?.id !== person.id)
  const list = { current, isUnread }
  return (
    <>
      {inbox.error && (
        <p class="problem" role="alert">
          The inbox is not up to date: {inbox.error.message}
        </p>
      )}
      <Group title="Waiting for a person" rows={inbox.waiting} {...list}>
        Nobody is waiting. A visitor who asks for a person appears here immediately.
      </Group>
      <Group title="With you" rows={mine} {...list}>
        You are not answering any conversation.
      </Group>
      {others.length > 0 && <Group title="With others" rows={others} {...list} />}
    </>
  )
}

interface GroupProps {
  readonly title: string
  readonly rows: readonly InboxConversation[]
  readonly current: string | undefined
  readonly isUnread: (row: InboxConversation) => boolean
  readonly children?: string
}

function Group({ title, rows, current, isUnread, children }: GroupProps) {
  const now = useNow()
  return (
    <section class="inbox-group">
      <h2 class="inbox-title">
        {title} {rows.length > 0 && <span class="count inbox-count">{rows.length}</span>}
      </h2>
      {rows.length === 0 && children && <p class="quiet small">{children}</p>}
      <ul class="inbox-list">
        {rows.map((row) => (
          <li key={row.id}>
            <a
              href={`inbox/${row.id}`}
              aria-current={row.id === current ? 'true' : undefined}
              class={isUnread(row) ? 'inbox-row unread' : 'inbox-row'}
            >
              <span class="inbox-line">
                <strong>
                  <bdi>{(row.lead && nameOf(row.lead)) ?? 'Visitor'}</bdi>
                </strong>
                <WaitTime row={row} now={now} />
              </span>
              <span class="inbox-preview">
                <bdi>{row.preview}</bdi>
              </span>
              <span class="inbox-preview small">
                {row.message_count} {row.message_count === 1 ? 'message' : 'messages'}
                {', began '}
                <Ago time={row.started_at} />
                {row.page_path && ' · '}
                {row.page_path && <bdi>{row.page_path}</bdi>}
              </span>
              {row.team.person && (
                <span class="quiet small">
                  <bdi>{row.team.person.name}</bdi>
                </span>
              )}
              {isUnread(row) && <span class="hidden">, not read yet</span>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How long a visitor has waited for an answer, in steps of a minute. */
function WaitTime({ row, now }: { readonly row: InboxConversation; readonly now: number }) {
  if (row.unanswered_since === null) return <span class="quiet small">answered</span>
  const waited = Math.max(0, now - Date.parse(row.unanswered_since))
  const text =
    waited < 60_000 ? 'now' : formatDuration(waited - (waited % 60_000)).replace(/ 0 s$/, '')
  return <Tag tone={waited > 300_000 ? 'bad' : 'warn'}>{text}</Tag>
}

/** The current time, updated every 15 seconds. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/**
 * Returns a function that says whether a conversation has messages that the screen has not shown yet.
 * An answered conversation counts as shown when it is first listed.
 */
function useUnread(current: string | undefined) {
  const inbox = useInbox()
  const seen = useRef(new Map<string, number>())
  for (const { id, message_count, unanswered_since } of [
    ...(inbox?.waiting ?? []),
    ...(inbox?.joined ?? []),
  ]) {
    const isKnown = seen.current.has(id)
    if (id === current || (!isKnown && unanswered_since === null))
      seen.current.set(id, message_count)
  }
  return ({ id, message_count }: InboxConversation) => (seen.current.get(id) ?? 0) < message_count
}

function AlertSettings() {
  const [isSoundOn, setSoundOn] = useState(hasSound)
  const [notifications, setNotifications] = useState(hasNotifications)
  return (
    <section class="inbox-alerts" aria-label="When somebody waits">
      <Switch
        label="Play a sound when somebody waits"
        value={isSoundOn}
        onValue={(value) => {
          setSound(value)
          setSoundOn(value)
        }}
      />
      {notifications === false && (
        <button
          type="button"
          class="plain"
          onClick={() =>
            void Notification.requestPermission().then(() => setNotifications(hasNotifications()))
          }
        >
          Show notifications too
        </button>
      )}
    </section>
  )
}
