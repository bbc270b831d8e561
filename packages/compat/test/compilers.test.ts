import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderOf } from './client/compilers.ts'
import { linkPackages, unpack } from './support/install.ts'
import { compat } from './support/repository.ts'
import { tarballsOf } from './support/tarballs.ts'

/** A receiver of webhooks and a reader of chat streams, as users write them. */
const consumer = `
  import { type ChatChunk, readChatStream } from '@doorkit/chat-stream'
  import { ChatStreamError } from '@doorkit/chat-stream/error'
  import { createWebhookRouter, verifyWebhook, type WebhookEvent, type WebhookEventOf } from '@doorkit/webhooks'
  import { toFetch } from '@doorkit/webhooks/fetch'
  import { toHono } from '@doorkit/webhooks/hono'
  import { toNext } from '@doorkit/webhooks/next'
  import { type PostgresPool, postgresDedupeStore } from '@doorkit/webhooks/postgres'
  import { redisDedupeStore } from '@doorkit/webhooks/redis'
  import { sqliteDedupeStore } from '@doorkit/webhooks/sqlite'
  import { webhookFixture } from '@doorkit/webhooks/testing'
  import { DatabaseSync } from 'node:sqlite'

  export const startOf = (event: WebhookEvent): string | undefined =>
    event.type === 'meeting.booked' ? event.data.object?.start_at : undefined

  export function about(event: WebhookEvent): string {
    switch (event.type) {
      case 'lead.captured':
        return event.data.object?.email ?? (event.data.erased ? 'erased' : 'gone')
      case 'meeting.booked':
      case 'meeting.rescheduled':
      case 'meeting.canceled':
        return event.data.object?.start_at ?? event.id
      case 'handoff.requested':
      case 'conversation.started':
      case 'conversation.completed':
        return event.data.object?.page_url ?? event.id
      case 'experiment.started':
      case 'experiment.winner_found':
        return event.data.object?.name ?? event.id
      case 'contact.deleted':
      case 'conversation.deleted':
        return event.data.object?.id ?? event.id
      case 'handoff.unanswered':
      case 'message.created':
        return event.id
      case 'knowledge.source_failed':
        return event.data.error ?? event.id
      case 'webhook.test':
        return event.data.object?.message ?? event.id
      case 'unknown':
        return event.raw.type
    }
  }

  // @ts-expect-error Without a branch for unknown events, the function may return nothing.
  export function aboutMeetings(event: Exclude<WebhookEvent, { type: \`\${string}.\${string}\` }> | WebhookEventOf<'meeting.booked'>): string {
    switch (event.type) {
      case 'meeting.booked':
        return event.id
    }
  }

  const secret = 'whsec_'
  export const router = createWebhookRouter({ secret, fallback: about }).on('meeting.booked', (event) => {
    const start: string | undefined = event.data.object?.start_at
    // @ts-expect-error A meeting has no such field.
    void event.data.object?.starts_at
    return start
  })
  export const stores = (pool: PostgresPool) => [
    sqliteDedupeStore(new DatabaseSync(':memory:'), { ttlMs: 2_592_000_000, table: undefined }),
    postgresDedupeStore(pool),
    redisDedupeStore(async (script, key, values) => [script, key, ...values], { prefix: 'a' }),
  ]
  export const receivers = [toFetch(router), toNext(router), toHono(router)]
  export const received = about(verifyWebhook({ body: '', headers: {}, secret }))
  export const host = webhookFixture('meeting.booked').data.object?.host
  export async function read(response: Response): Promise<ChatChunk[]> {
    const chunks: ChatChunk[] = []
    for await (const chunk of readChatStream(response)) chunks.push(chunk)
    return chunks
  }
  export const isBroken = (error: unknown) => error instanceof ChatStreamError && error.code
`
const node10 = { module: 'commonjs', moduleResolution: 'node10' }
const node16 = { module: 'node16' }
const bundler = { module: 'esnext', moduleResolution: 'bundler' }

/**
 * The combinations to compile, from the oldest compiler to the newest. Each module resolution has at
 * least two compilers.
 */
const combinations = [
  { compiler: '5.4', resolution: 'node10', options: node10 },
  { compiler: '5.4', resolution: 'node16', options: node16 },
  { compiler: '5.6', resolution: 'bundler', options: bundler },
  { compiler: '5.7', resolution: 'node16', options: node16 },
  { compiler: '5.9', resolution: 'node10', options: node10 },
  { compiler: '6.0', resolution: 'node10', options: { ...node10, ignoreDeprecations: '6.0' } },
  { compiler: '7.0', resolution: 'node16', options: node16 },
  { compiler: '7.0', resolution: 'bundler', options: bundler },
] as const

const compilers = [...new Set(combinations.map(({ compiler }) => compiler))]

let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doorkit-compilers-'))
  await unpack(join(folder, 'project'), tarballsOf('webhooks', 'chat-stream'))
  linkPackages(join(folder, 'project'), ['@types/node', 'undici-types'])
}, 300_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes the project of a user, and returns the folder of the project. */
function writeProject({ resolution, options }: (typeof combinations)[number]): string {
  const project = mkdtempSync(join(folder, 'project', `${resolution}-`))
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023'],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noPropertyAccessFromIndexSignature: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: false,
    ...options,
  }
  writeFileSync(join(project, 'consumer.ts'), consumer)
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['consumer.ts'] }),
  )
  return project
}

test.each(compilers)(
  'a receiver of webhooks and a reader of chat streams compile with TypeScript %s and each listed module resolution',
  async (compiler) => {
    const own = combinations.filter((combination) => combination.compiler === compiler)
    const script = join(compat, 'compile-projects.ts')
    const projects = own.map(writeProject)
    const { stdout } = await promisify(execFile)(process.execPath, [
      script,
      folderOf(compiler),
      ...projects,
    ])
    expect(JSON.parse(stdout)).toEqual(own.map(() => ''))
  },
)
