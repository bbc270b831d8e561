import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { read, root } from './pages.ts'
import { mistakesIn } from './samples.ts'

/** The expressions in the last column of the table "Coming from" other SDKs. */
function expressionsOf(page: string): readonly string[] {
  const [, table = ''] = /^## Coming from .*?\n\n(.*?)(?=\n\n|$(?!\n))/ms.exec(read(page)) ?? []
  const rows = table.split('\n').slice(2)
  const spans = rows.flatMap((row) => [...(row.split(' | ')[1] ?? '').matchAll(/`([^`]+)`/g)])
  // Package names and keywords are not expressions.
  return spans.map(([, code = '']) => code).filter((code) => !/^[@/]|^for await$/.test(code))
}

const names = `
  import * as client from '@doorkit/client'
  import { createClient, isProblem, metaOf, AbortedError, ConnectionError, TimeoutError } from '@doorkit/client'
  import { createTestWorkspace } from '@doorkit/client/testing'
  import { undiciTransport } from '@doorkit/client/undici'
  import { signWebhook, verifyWebhook } from '@doorkit/webhooks'
  declare const doorkit: client.Client
  declare const contact: client.Contact
  declare const error: client.ApiError
  declare const id: client.ContactId, conversationId: client.ConversationId
  declare const apiKey: string, name: string, version: string, email: string, company: string
  declare const idempotencyKey: string, resume: string, starting_after: string
  declare const body: string, secret: string
  declare const maxRetries: number, timeout: number, deadline: number, limit: number
  declare const signal: AbortSignal, headers: Record<string, string>, query: { tier: string }
  declare const logger: client.Logger, middleware: client.Middleware[]
`

const pathIn = (folder: string) => fileURLToPath(new URL(`${folder}/coming-from-sample.ts`, root))

test('the code in the table for users of other SDKs compiles', () => {
  const expressions = expressionsOf('packages/client/README.md')
  expect(expressions.length).toBeGreaterThan(30)
  const programOf = (all: readonly string[]) =>
    `${names}${all.map((one) => `void (${one})\n`).join('')}`
  const good = pathIn('packages/client')
  const broken = pathIn('packages/webhooks')
  const guess = 'doorkit.contacts.list().autoPagingToArray({ limit })'
  const mistakes = mistakesIn(
    new Map([
      [good, programOf(expressions)],
      [broken, programOf([guess])],
    ]),
  )
  expect(mistakes.get(good)).toEqual([])
  expect(mistakes.get(broken)).toHaveLength(1)
})
