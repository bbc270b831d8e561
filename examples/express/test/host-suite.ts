import { createClient } from '@doorkit/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** A running example. */
interface Host {
  readonly baseUrl: string
  readonly apiKey: string
  readonly close: () => Promise<unknown>
}

/** Tests what every host application does, whatever its framework. */
export function testHost(
  framework: string,
  startServer: (port: number, onLead: (email: string) => void) => Promise<Host>,
): void {
  describe(`an application on ${framework}`, () => {
    let onLead = (_email: string) => {}
    const lead = new Promise<string>((resolve) => {
      onLead = resolve
    })
    let host: Host
    const client = () => createClient({ apiKey: host.apiKey, baseUrl: host.baseUrl })

    beforeAll(async () => {
      host = await startServer(0, onLead)
    })
    afterAll(() => host.close())

    test('hosts the API: a contact is created, found and listed', async () => {
      const grace = await client().contacts.upsert({ email: 'grace@example.com', name: 'Grace' })
      expect(await client().contacts.get(grace.id)).toEqual(grace)
      const emails: string[] = []
      for await (const contact of client().contacts.list({ limit: 1 })) emails.push(contact.email)
      expect(emails).toEqual(['grace@example.com'])
    })

    test('receives the webhook of a lead and verifies it', async () => {
      const session = await client().chatSessions.create()
      await client().chatSessions.send(session.id, { text: "I'm Ada Lovelace, ada@example.com" })
      expect(await lead).toBe('ada@example.com')
      const [endpoint] = await client().webhookEndpoints.list().toArray({ limit: 1 })
      expect(endpoint?.failing_since).toBeNull()
    })

    test('refuses a webhook that is not signed', async () => {
      const response = await fetch(new URL('/webhooks', host.baseUrl), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      })
      expect(response.status).toBe(400)
    })

    test('keeps its own pages', async () => {
      const response = await fetch(new URL('/', host.baseUrl))
      expect(await response.text()).toBe('The rest of the application.')
    })
  })
}
