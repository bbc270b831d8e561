/** Declarations of the names that the code samples of each page use without declaring them. */
export const sampleContexts: Readonly<Record<string, string>> = {
  'README.md': 'declare const rawBody: string; declare const request: Request',
  'packages/models/README.md': 'declare const answer: unknown',
  'packages/client/README.md': `
    import type { Contact, ContactUpsert } from '@doorkit/client'
    import type { SyncCheckpoint } from '@doorkit/client/sync'
    declare const stored: {
      resumeToken: string | undefined
      save(resumeToken: string): Promise<void>
    }
    declare const rows: readonly ContactUpsert[]
    declare const crm: { save(contact: Contact): Promise<void> }
    declare const traceparent: string
    declare const vault: { keyOf(customer: string): Promise<string> }
    interface MirrorTransaction {
      upsert(contact: Contact): Promise<void>
      remove(id: string): Promise<void>
      saveCheckpoint(list: string, checkpoint: SyncCheckpoint): Promise<void>
    }
    declare const database: {
      loadCheckpoint(list: string): Promise<SyncCheckpoint | null>
      transaction(work: (transaction: MirrorTransaction) => Promise<void>): Promise<void>
    }
    declare const metrics: {
      count(operation: string, attempt: number, status: number): void
      failed(operation: string, code: string | undefined): void
      drift(operation: string, fields: readonly unknown[]): void
    }
  `,
  'packages/chat-stream/README.md': `
    import { createChatParser, createChatTransport, createMessageReducer } from '@doorkit/chat-stream'
    import type { ChatMessage } from '@doorkit/chat-stream'
    declare const url: string
    declare const headers: Record<string, string>
    declare const body: string
    declare const signal: AbortSignal
    declare const bytes: Uint8Array
    declare function render(message: ChatMessage): void
    declare function log(ending: string): void
    declare function useChat(options: { transport: object }): { messages: []; sendMessage: () => void }
  `,
  'packages/webhooks/README.md': `
    import { recoverMissed } from '@doorkit/webhooks'
    import express from 'express'
    import type { Client } from '@doorkit/client'
    declare const app: ReturnType<typeof express>
    declare const crm: { addMeeting(id: string, startAt: string): Promise<void> }
    declare const body: string
    declare const headers: Headers
    declare const current: string
    declare const previous: string
    declare const secret: string
    declare const client: Client
    declare const lastSeen: string
    declare function POST(request: Request): Promise<Response>
  `,
  'packages/widget/README.md': `
    import type { SiteError, VisitorIdentity } from '@doorkit/widget'
    declare function show(message: object): void
    declare function note(status: string): void
    declare function clear(): void
    declare const identity: VisitorIdentity
    declare const error: SiteError
  `,
  'packages/console/README.md': `
    declare function findUser(
      cookie: string | null,
    ): Promise<{ id: string; name: string; workspace: string } | null>
  `,
  'packages/server/README.md': 'declare const conversation: string',
  'docs/agents.md': '',
  'docs/console.md': `
    import { type ConsoleAccess, type Doorkit } from '@doorkit/server'
    import { toExpress } from '@doorkit/server/express'
    import express from 'express'
    declare const app: ReturnType<typeof express>
    declare const doorkit: Doorkit
    declare function findAccess(cookie: string | null): ConsoleAccess | null
  `,
  'docs/site-api.md': `
    import type { Doorkit } from '@doorkit/server'
    declare const doorkit: Doorkit
    declare const workspace: string
    declare const secret: string
    declare const email: string
    declare const visitorToken: string
  `,
  'docs/team.md': `
    import { calcom, calendly, createDoorkit, type Doorkit, type Notify, type Store } from '@doorkit/server'
    import { toExpress } from '@doorkit/server/express'
    import express from 'express'
    declare const app: ReturnType<typeof express>
    declare const calcomSecret: string
    declare const signingKey: string
    declare const doorkit: Doorkit
    declare const store: Store
    declare const workspace: { id: string }
    declare const conversation: string
    declare const slackUrl: string
    declare const transport: { sendMail(mail: Record<string, string>): Promise<unknown> }
  `,
  'packages/store/README.md': '',
  'packages/store-postgres/README.md': '',
  'packages/store-sqlite/README.md': '',
  'packages/store-sql/README.md': `
    declare const database: {
      all(sql: string, params: readonly unknown[]): unknown[][]
      changes(): number
      transaction<Result>(kind: 'immediate', work: () => Result): Result
      close(): void
    }
  `,
  'packages/store-tests/README.md': '',
}
