import { describe, expect, test } from 'vitest'
import { idempotency } from '../../src/collections/idempotency-key.ts'
import { goodEvaluation } from '../support/evaluation.ts'
import { caller, createKit } from '../support/kit.ts'
import { overMemory } from '../support/stores.ts'
import { email, setUp } from './erasure-kit.ts'

const page_url = 'https://acme.example/pricing'

const evaluation = { ...goodEvaluation, abandonment_reason: 'Ada had to leave' }

/** Creates a promise and the function that resolves it. */
function createSignal() {
  let send = () => {}
  const sent = new Promise<void>((resolve) => {
    send = resolve
  })
  return { sent, send: () => send() }
}

overMemory((openStore) => {
  describe('privacy: erasures during other work', () => {
    test('an erasure succeeds if the database cannot be scrubbed, and logs a warning', async () => {
      const warnings: string[] = []
      const log = () => {}
      const warn = (_fields: object, message: string) => void warnings.push(message)
      const failingScrub = async () => {
        throw new Error('Somebody reads.')
      }
      const { call } = await setUp(() => ({ ...openStore(), scrub: failingScrub }), {
        logger: { debug: log, info: log, warn, error: log },
      })
      await call('POST', '/contacts', { body: { email } })
      const { status } = await call('POST', '/privacy/erasures', { body: { email } })
      expect(status).toBe(201)
      expect(warnings.slice(1)).toEqual([
        'Erased content may still be in stored answers or in a log of the database. The worker tries again.',
      ])
    })

    test('an erasure removes every text of an evaluation, and keeps its scores', async () => {
      const { record, show, erase } = await setUp(openStore)
      const conversation = await record.conversations.start({ page_url })
      await record.conversations.captureLead(conversation, { email })
      const text = 'Ada'
      const labels = { intent: text, buying_stage: text, failure_category: text }
      const notes = { abandonment_reason: text, recommended_improvement: text }
      await record.conversations.grade(conversation, { ...goodEvaluation, ...labels, ...notes })
      await erase()
      expect((await show(`/conversations/${conversation}`)).evaluation).toEqual({
        ...goodEvaluation,
        intent: null,
        buying_stage: null,
      })
    })

    test('a grading that ends after the erasure stores nothing', async () => {
      const begun = createSignal()
      const allowed = createSignal()
      const { record, show, clock, doorkit, erase } = await setUp(openStore, {
        grader: {
          async grade() {
            begun.send()
            await allowed.sent
            return evaluation
          },
        },
      })
      const conversation = await record.conversations.start({ page_url })
      await record.conversations.message(conversation, { role: 'user', text: 'I am Ada' })
      await record.conversations.captureLead(conversation, { email })
      clock.advance(30 * 60_000)
      const tick = doorkit.worker.tick()
      await begun.sent
      await erase()
      allowed.send()
      await tick
      expect(await show(`/conversations/${conversation}`)).toMatchObject({
        evaluation: null,
        completed_at: null,
      })
    })

    test('a conversation continues after an erasure, and is graded after its next message', async () => {
      const { record, show, clock, doorkit, erase } = await setUp(openStore)
      const conversation = await record.conversations.start({ page_url })
      await record.conversations.message(conversation, { role: 'user', text: 'I am Ada' })
      await record.conversations.captureLead(conversation, { email })
      await erase()
      clock.advance(30 * 60_000)
      expect(await doorkit.worker.tick()).toMatchObject({ graded: 0 })
      await record.conversations.message(conversation, { role: 'user', text: 'Anything new?' })
      clock.advance(30 * 60_000)
      expect(await doorkit.worker.tick()).toMatchObject({ graded: 1 })
      expect(await show(`/conversations/${conversation}`)).toMatchObject({
        message_count: 1,
        preview: 'Anything new?',
        evaluation: { understood: false },
      })
      // No second start is emitted, although the erasure removed the content of the first.
      const events = (await show('/events')).data.map(({ type }: { type: string }) => type)
      expect(events).toEqual([
        'conversation.completed',
        'contact.deleted',
        'lead.captured',
        'conversation.started',
      ])
      expect(await show('/analytics')).toMatchObject({ pages: [{ conversations: 1 }] })
    })
  })

  describe('privacy: stored answers', () => {
    test('a stored answer that cannot be opened is erased', async () => {
      const kit = await createKit({ store: openStore() })
      const body = { email, company: 'Analytical' }
      const headers = { 'Idempotency-Key': 'contact' }
      const first = await caller(kit)('POST', '/contacts', { body, headers })
      const [row] = await idempotency.list(kit.store, {
        index: 'idempotency_expires',
        where: [],
        dir: 'asc',
        limit: 1,
      })
      if (!row) throw new Error('No answer was stored.')
      const data = { ...row.data, answer: 'v0.damaged' }
      await kit.store.commit([idempotency.patch(kit.workspace.id, row.id, { data })])
      const call = caller(kit)
      const erasure = await call('POST', '/privacy/erasures', { body: { email } })
      expect(erasure).toMatchObject({ status: 201, json: { contact_deleted: true } })
      const replay = await call('POST', '/contacts', { body, headers })
      expect(replay.status).toBe(404)
      expect(replay.json.request_id).toBe(first.headers.get('X-Request-Id'))
      expect(replay.headers.get('X-Request-Id')).toBe(replay.json.request_id)
    })
  })
})
