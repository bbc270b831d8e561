import { useEffect, useRef, useState } from 'preact/hooks'
import { type CallError, call, openSession } from './call.ts'
import { goTo, usePlace } from './navigation.ts'
import { FailedState, LoadingState } from './parts/loading-and-empty.tsx'
import { type Session, SessionContext } from './session.ts'
import { Shell } from './shell.tsx'

/** The console: first the sign-in, then the screens. */
export function App() {
  const [session, setSession] = useState<Session | null>(null)
  const [error, setError] = useState<CallError | null>(null)
  const [tries, setTries] = useState(0)
  const { path } = usePlace()
  const isSignIn = path[0] === 'sign-in'
  const linkToken = useRef('')

  useEffect(() => {
    async function signIn() {
      setError(null)
      if (isSignIn && location.hash.length > 1) {
        linkToken.current = location.hash.slice(1)
        // Remove the token from the history before anything else is loaded.
        goTo('sign-in', { replace: true })
      }
      if (linkToken.current !== '') {
        await openSession(linkToken.current)
        linkToken.current = ''
      }
      setSession(await call('GET /session'))
      if (isSignIn) goTo('', { replace: true })
    }
    signIn().catch(setError)
  }, [tries])

  if (error?.status === 401) return <SignedOutPage detail={error.message} />
  if (error) return <FailedState error={error} retry={() => setTries(tries + 1)} />
  if (!session) return <LoadingState label="Signing in" />
  return (
    <SessionContext.Provider value={session}>
      <Shell session={session} />
    </SessionContext.Provider>
  )
}

function SignedOutPage({ detail }: { readonly detail: string }) {
  useEffect(() => {
    document.title = 'Sign in · Console'
  }, [])
  return (
    <main class="alone">
      <h1>Sign in to the console</h1>
      <p>{detail}</p>
      <p>
        A link signs one person in, once. A server that starts with <code>--demo</code> prints a
        link. With access to the store, you can make a new link:{' '}
        <code>doorkit console-link --store URL --name NAME</code>.
      </p>
    </main>
  )
}
