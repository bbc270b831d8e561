import type { Evaluation } from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import { createDoorkit, type GraderInput } from '../../src/index.ts'
import { goodEvaluation as evaluation } from '../support/evaluation.ts'
import { caller, createKit, type KitOptions } from '../support/kit.ts'
import { type OpenStore, overMemory } from '../support/stores.ts'

const minute = 60_000

/** A kit whose grader keeps its inputs, and returns what `grader.answer` returns. */
async function setUp(openStore: OpenStore, options: KitOptions = {}) {
  const inputs: GraderInput[] = []
  const grader = {
    answer: (): Evaluation | Promise<Evaluation> => evaluation,
    grade(grading: GraderInput) {
      inputs.push(grading)
      return this.answer()
    },
  }
  const kit = await createKit({ grader, ...options, store: openStore() })
  const call = caller(kit)
  const record = kit.doorkit.record(kit.workspace.id)
  const say = (conversation: string, text = 'Hello') =>
    record.conversations.message(conversation, { role: 'user', text })
  const listCompleted = async () =>
    (await call('GET', '/events')).json.data.filter(
      ({ type }: { type: string }) => type === 'conversation.completed',
    )
  return { ...kit, call, record, grader, inputs, say, listCompleted }
}

overMemory((openStore) => {
  describe('grading of a quiet conversation', () => {
    test('shows the grader the transcript, but neither the name nor the address of the lead', async () => {
      const { record, say, clock, doorkit, inputs } = await setUp(openStore)
      const conversation = await record.conversations.start({
        page_url: 'https://acme.example/pricing',
      })
      await say(conversation, 'What does it cost?')
      await record.conversations.captureLead(conversation, {
        email: 'ada@example.com',
        first_name: 'Ada',
      })
      clock.advance(30 * minute)
      expect(await doorkit.worker.tick()).toMatchObject({ graded: 1 })
      expect(inputs).toMatchObject([
        {
          conversation: {
            id: conversation,
            outcome: 'lead',
            page_path: '/pricing',
            lead: { email: null, first_name: null },
          },
          messages: [{ role: 'user', text: 'What does it cost?' }],
        },
      ])
    })

    test('is postponed by each message', async () => {
      const { record, say, clock, doorkit } = await setUp(openStore, { quietMs: 10 * minute })
      const conversation = await record.conversations.start({})
      for (let message = 0; message < 3; message++) {
        await say(conversation)
        clock.advance(10 * minute - 1)
        expect(await doorkit.worker.tick()).toMatchObject({ graded: 0 })
      }
      clock.advance(1)
      expect(await doorkit.worker.tick()).toMatchObject({ graded: 1 })
    })

    test('includes conversations of the chat API, and emits their event', async () => {
      const { call, clock, doorkit, listCompleted } = await setUp(openStore)
      const { json } = await call('POST', '/chat/sessions', { body: {} })
      const body = { text: 'Hello' }
      await call('POST', `/chat/sessions/${json.id}/messages`, { body })
      clock.advance(30 * minute)
      expect(await doorkit.worker.tick()).toMatchObject({ graded: 1 })
      expect(await listCompleted()).toMatchObject([{ data: { object: { id: json.conversation } } }])
    })

    test('a preview chat is graded without an event', async () => {
      const { call, record, say, clock, doorkit, listCompleted } = await setUp(openStore)
      const conversation = await record.conversations.start({ test: true })
      await say(conversation)
      clock.advance(30 * minute)
      await doorkit.worker.tick()
      expect((await call('GET', `/conversations/${conversation}`)).json.evaluation).toEqual(
        evaluation,
      )
      expect(await listCompleted()).toEqual([])
    })

    test('a conversation without a message of the visitor is not graded', async () => {
      const { record, clock, doorkit, inputs } = await setUp(openStore)
      const conversation = await record.conversations.start({})
      await record.conversations.message(conversation, { role: 'assistant', text: 'Hi!' })
      for (let hours = 0; hours < 3; hours++) {
        clock.advance(60 * minute)
        expect(await doorkit.worker.tick()).toMatchObject({ graded: 0 })
      }
      expect(inputs).toEqual([])
    })

    test('happens once, even with several workers', async () => {
      const { record, say, clock, store, doorkit, grader, inputs, listCompleted } =
        await setUp(openStore)
      for (let count = 0; count < 12; count++) await say(await record.conversations.start({}))
      const other = createDoorkit({ store, clock, grader, random: () => 0 })
      clock.advance(30 * minute)
      await Promise.all([doorkit.worker.tick(), other.worker.tick(), doorkit.worker.tick()])
      clock.advance(600 * minute)
      await other.worker.tick()
      expect(inputs).toHaveLength(12)
      expect(new Set(inputs.map(({ conversation }) => conversation.id)).size).toBe(12)
      expect(await listCompleted()).toHaveLength(12)
    })

    test('a conversation that the site graded is not graded again', async () => {
      const { record, say, clock, doorkit, inputs } = await setUp(openStore)
      const conversation = await record.conversations.start({})
      await say(conversation)
      await record.conversations.grade(conversation, evaluation)
      await say(conversation, 'One more thing')
      clock.advance(60 * minute)
      await doorkit.worker.tick()
      expect(inputs).toEqual([])
    })

    test('is postponed by a message that arrives while the grader works', async () => {
      const { record, say, clock, doorkit, grader, inputs, call } = await setUp(openStore)
      const conversation = await record.conversations.start({})
      await say(conversation)
      grader.answer = async () => {
        await say(conversation, 'Wait!')
        return evaluation
      }
      clock.advance(30 * minute)
      await doorkit.worker.tick()
      expect((await call('GET', `/conversations/${conversation}`)).json.evaluation).toBeNull()
      grader.answer = () => ({ ...evaluation, intent: 'support' })
      clock.advance(30 * minute)
      await doorkit.worker.tick()
      expect(inputs.map(({ messages }) => messages.length)).toEqual([1, 2])
      expect((await call('GET', `/conversations/${conversation}`)).json.evaluation).toMatchObject({
        intent: 'support',
      })
    })

    test.each([
      ['fails', () => Promise.reject(new Error('The model is down.'))],
      ['returns an invalid evaluation', () => ({ ...evaluation, qualification_score: 120 })],
    ])('if the grader %s, the grading is tried again', async (_how, answer) => {
      const { record, say, clock, doorkit, grader, call } = await setUp(openStore)
      const conversation = await record.conversations.start({})
      await say(conversation)
      grader.answer = answer
      clock.advance(30 * minute)
      await doorkit.worker.tick()
      const show = async () => (await call('GET', `/conversations/${conversation}`)).json
      expect(await show()).toMatchObject({ evaluation: null, completed_at: null })
      grader.answer = () => evaluation
      clock.advance(5 * minute)
      await doorkit.worker.tick()
      expect(await show()).toMatchObject({ evaluation })
    })

    test('a grader that never answers is aborted after two minutes', async () => {
      const { record, say, clock, doorkit, grader, inputs, call } = await setUp(openStore)
      const conversation = await record.conversations.start({})
      await say(conversation)
      let onStart = () => {}
      const grading = new Promise<void>((resolve) => {
        onStart = resolve
      })
      grader.answer = () => {
        onStart()
        return new Promise(() => {})
      }
      clock.advance(30 * minute)
      const tick = doorkit.worker.tick()
      await grading
      clock.advance(2 * minute - 1)
      expect(inputs[0]?.signal.aborted).toBe(false)
      clock.advance(1)
      expect(await tick).toMatchObject({ graded: 0 })
      expect(inputs[0]?.signal.aborted).toBe(true)
      expect((await call('GET', `/conversations/${conversation}`)).json.evaluation).toBeNull()
    })
  })
})
