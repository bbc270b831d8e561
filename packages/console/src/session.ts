import type { Scope } from '@doorkit/models'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Answer } from './call.ts'

/** The signed-in person, with the role and the workspace. */
export type Session = Answer<'GET /session'>

export const SessionContext = createContext<Session | null>(null)

/** The session of the signed-in person. Without one, no screen is shown. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('A screen was drawn before somebody was signed in.')
  return session
}

/** Whether the session has a scope. A write scope includes its read scope. */
export function allows({ scopes }: Pick<Session, 'scopes'>, scope: Scope): boolean {
  return scopes.includes(scope) || scopes.includes(scope.replace(/read$/, 'write') as Scope)
}
