import type { ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { alertPerson } from './alerts.ts'
import { signOut } from './call.ts'
import { followInbox, InboxContext, type InboxState, useInbox } from './inbox-state.ts'
import { goTo, hasMoved, type ScreenProps, usePlace } from './navigation.ts'
import { EmptyState, FailedState, LoadingState } from './parts/loading-and-empty.tsx'
import { findScreen, type Screen, screensOf, titleOf } from './screens.ts'
import { allows, type Session } from './session.ts'

/** The menu, and the screen that the address names. */
export function Shell({ session }: { readonly session: Session }) {
  const [inbox, setInbox] = useState<InboxState | null>(null)
  const { path } = usePlace()
  const allowedScreens = screensOf(session)
  const [name, ...rest] = path
  const screen = findScreen(allowedScreens, path)
  const waiting = inbox?.waiting?.length ?? 0
  useEffect(() => {
    if (!allows(session, 'conversations:read')) return
    return followInbox(session.workspace.id, setInbox, alertPerson)
  }, [])
  useEffect(() => {
    const [first] = allowedScreens
    if (name === undefined && first) goTo(first.name, { replace: true })
  }, [name])
  return (
    <InboxContext.Provider value={inbox}>
      <div class="shell">
        <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
          Skip to the content
        </button>
        <p class="hidden" role="status">
          {waiting > 0 && `Visitors who wait for a person: ${waiting}`}
        </p>
        <Header session={session} screens={allowedScreens} current={screen} />
        <main id="main" tabIndex={-1}>
          {screen ? <ScreenContent key={screen.name} screen={screen} rest={rest} /> : <NoScreen />}
        </main>
      </div>
    </InboxContext.Provider>
  )
}

function NoScreen() {
  return (
    <EmptyState>
      <h1>There is nothing here</h1>
      <p>The address is wrong, or your role does not allow this screen.</p>
    </EmptyState>
  )
}

interface HeaderProps {
  readonly session: Session
  readonly screens: readonly Screen[]
  readonly current: Screen | undefined
}

function Header({ session, screens, current }: HeaderProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  const { path } = usePlace()
  useEffect(() => {
    if (menu.current && matchMedia('(max-width: 52rem)').matches) menu.current.open = false
  }, [path.join('/')])
  const groups = [...new Set(screens.map(({ group }) => group))]
  return (
    <header class="side">
      <p class="brand">
        <bdi>{session.workspace.name}</bdi>
        {session.workspace.mode === 'test' && <span class="tag warn">test</span>}
      </p>
      <details class="menu" open ref={menu}>
        <summary>
          Menu{current ? `: ${titleOf(current)}` : ''}
          <WaitingCount />
        </summary>
        <nav aria-label="Screens">
          {groups.map((group) => (
            <section key={group}>
              <h2>{group}</h2>
              <ul>
                {screens
                  .filter((screen) => screen.group === group)
                  .map((screen) => (
                    <li key={screen.name}>
                      <a href={screen.name} aria-current={screen === current ? 'page' : undefined}>
                        {titleOf(screen)}
                        {screen.name === 'inbox' && <WaitingCount />}
                      </a>
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </nav>
        <div class="who">
          <p>
            <bdi>{session.person.name}</bdi> <span class="quiet">{session.role}</span>
          </p>
          {session.expires_at && (
            <button type="button" class="plain" onClick={leave}>
              Sign out
            </button>
          )}
        </div>
      </details>
    </header>
  )
}

function WaitingCount() {
  const count = useInbox()?.waiting?.length ?? 0
  if (count === 0) return null
  return (
    <span class="count">
      {count}
      <span class="hidden"> waiting</span>
    </span>
  )
}

async function leave() {
  await signOut().catch(() => {})
  location.reload()
}

/** The content of a screen. Its file is loaded when the screen is first opened. */
function ScreenContent({ screen, rest }: { readonly screen: Screen } & ScreenProps) {
  const [Content, setContent] = useState<ComponentType<ScreenProps>>()
  const [error, setError] = useState<Error>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    setError(undefined)
    screen.load().then(
      (module) => setContent(() => module.default),
      () => setError(new Error('This screen could not be loaded.')),
    )
  }, [tries])
  const where = rest.join('/')
  const waiting = useInbox()?.waiting?.length ?? 0
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${titleOf(screen)} · Console`
  }, [where, waiting])
  useEffect(() => {
    // Screen readers continue at the new screen, and not in the menu.
    if (hasMoved()) document.getElementById('main')?.focus()
  }, [where])
  if (error) return <FailedState error={error} retry={() => setTries(tries + 1)} />
  return Content ? <Content rest={rest} /> : <LoadingState />
}
