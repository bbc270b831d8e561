import { fileURLToPath } from 'node:url'
import { read, root } from './pages.ts'

/** The expressions in the last column of the table below the heading "Coming from …". */
function expressionsOf(page: string): readonly string[] {
  const [, table = ''] = /^## Coming from .*?\n\n(.*?)(?=\n\n|$(?!\n))/ms.exec(read(page)) ?? []
  const rows = table.split('\n').slice(2)
  const spans = rows.flatMap((row) => [...(row.split(' | ')[1] ?? '').matchAll(/`([^`]+)`/g)])
  // Package names and keywords are not expressions.
  return spans.map(([, code = '']) => code).filter((code) => !/^[@/]|^for await$/.test(code))
}

const declarations = `
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

const programOf = (expressions: readonly string[]) =>
  `${declarations}${expressions.map((one) => `void (${one})\n`).join('')}`

/** The expressions of the table for users of other SDKs. */
export const otherSdkCalls = expressionsOf('packages/client/README.md')

/** The path of the table's code, and of code that calls a method that does not exist. */
export const otherSdkPaths = {
  table: pathIn('packages/client'),
  broken: pathIn('packages/webhooks'),
}

/** The code at both paths. */
export const otherSdkPrograms: ReadonlyMap<string, string> = new Map([
  [otherSdkPaths.table, programOf(otherSdkCalls)],
  [otherSdkPaths.broken, programOf(['doorkit.contacts.list().autoPagingToArray({ limit })'])],
])
