import { ApiError, type Client, type DoorkitError, type SafeResult } from '@doorkit/client'

/** A write that takes effect once, however often it is sent. */
export interface StormWrite {
  /** Its idempotency key, which also appears in its effect. */
  readonly name: string
  readonly kind: 'session' | 'contact' | 'lead'
  send(client: Client): Promise<SafeResult<unknown>>
}

const leadsInStorm = 12

/** The page that a session of the storm is opened on. */
export const pageOf = (name: string) => `https://storm.example/${name}`

/** The email address of a contact or lead of the storm. */
export const emailOf = (name: string) => `${name}@storm.example`

/** Prepares a storm with this many writes: opens the sessions in which leads are captured. */
export async function prepareStorm(
  client: Client,
  storm: string,
  writes: number,
): Promise<StormWrite[]> {
  const leads = await Promise.all(
    Array.from({ length: leadsInStorm }, async (_, position) => {
      const name = `lead-${storm}-${position}`
      const session = await client.chatSessions.create({ page_url: pageOf(name) })
      return leadWrite(name, session.id)
    }),
  )
  const others = Array.from({ length: writes - leadsInStorm }, (_, position) =>
    position % 2 === 0
      ? sessionWrite(`session-${storm}-${position}`)
      : contactWrite(`contact-${storm}-${position}`),
  )
  const spacing = Math.ceil(others.length / leads.length)
  return leads.flatMap((lead, position) => [
    lead,
    ...others.slice(position * spacing, (position + 1) * spacing),
  ])
}

function sessionWrite(name: string): StormWrite {
  return {
    name,
    kind: 'session',
    send: (client) =>
      client.chatSessions.create({ page_url: pageOf(name) }, { idempotencyKey: name }).safe(),
  }
}

function contactWrite(name: string): StormWrite {
  return {
    name,
    kind: 'contact',
    send: (client) =>
      client.contacts.upsert({ email: emailOf(name) }, { idempotencyKey: name }).safe(),
  }
}

function leadWrite(
  name: string,
  session: Parameters<Client['chatSessions']['send']>[0],
): StormWrite {
  const text = `I'm Ada Storm, ${emailOf(name)}`
  return {
    name,
    kind: 'lead',
    send: (client) => client.chatSessions.send(session, { text }, { idempotencyKey: name }).safe(),
  }
}

/** Whether the connection ended before the answer did. */
export function isCutOff(code: string): boolean {
  return code === 'connection_failed' || code === 'response_truncated'
}

/** Whether a server answered that its database cannot be used. */
export function isUnreachable(error: DoorkitError): boolean {
  return error instanceof ApiError && error.status === 503 && error.code === 'internal_error'
}

/** Whether a turn whose server died blocks the session of a lead. */
export function isHeldByLostTurn({ kind }: StormWrite, { code }: DoorkitError): boolean {
  return kind === 'lead' && code === 'conflict'
}
