import { expect, test } from 'vitest'
import { agentOf, textChunks, waitingAgent } from '../support/agents.ts'
import { until } from '../support/faulty-store.ts'
import { interposedStore } from '../support/interposed-store.ts'
import { type Call, passTime } from '../support/kit.ts'
import { createTwoServers, forEachDatabase } from '../support/two-servers.ts'

const grace = { id: 'user-7', name: 'Grace' }

/** Wraps a store so that its method `get` can hang, as in a process that hangs. */
function hangingStore<Store extends { get: (...given: never[]) => Promise<unknown> }>(
  store: Store,
) {
  let unblocked = Promise.resolve()
  let unblock = () => {}
  return {
    store: {
      ...store,
      get: async (...given: Parameters<Store['get']>) => {
        await unblocked
        return store.get(...given)
      },
    } as Store,
    hang() {
      unblocked = new Promise((resolve) => {
        unblock = resolve
      })
    },
    recover: () => unblock(),
  }
}

/** The texts of a session's transcript. */
async function textsOf(call: Call, session: string): Promise<string[]> {
  const { json } = await call('GET', `/chat/sessions/${session}`)
  return json.messages.map(({ text }: { text: string }) => text)
}

forEachDatabase((openStores) => {
  for (const stream of [false, true]) {
    test(`a join on one server stops the answer on another, and waits until its text so far is stored (streamed: ${stream})`, async () => {
      const { agent, started } = waitingAgent()
      const kit = await createTwoServers(openStores(), { agent })
      const { id, conversation } = (await kit.call('POST', '/chat/sessions', { body: {} })).json
      const body = { text: 'Hello', stream }
      const answer = kit.call('POST', `/chat/sessions/${id}/messages`, { body })
      await started()
      const join = `/conversations/${conversation}/join`
      const joined = await passTime(kit, kit.other.call('POST', join, { body: { person: grace } }))
      expect([joined.status, joined.json.team.state]).toEqual([200, 'person'])
      const texts = ['Hello', 'One moment.']
      expect(await textsOf(kit.other.call, id)).toEqual(texts)
      expect((await answer).text).toContain('One moment.')
      expect(await textsOf(kit.other.call, id)).toEqual(texts)
    })
  }

  test('a person joins within four seconds even if the server of an answer hangs, and the answer is lost', async () => {
    const { agent, started, release } = waitingAgent()
    const [first, second] = openStores()
    const hanging = hangingStore(first)
    const kit = await createTwoServers([hanging.store, second], { agent })
    const { id, conversation } = (await kit.call('POST', '/chat/sessions', { body: {} })).json
    const body = { text: 'Hello' }
    const answer = kit.call('POST', `/chat/sessions/${id}/messages`, { body })
    await started()
    hanging.hang()
    const before = kit.clock.now()
    const people = kit.other.doorkit.people(kit.workspace.id)
    await passTime({ ...kit, doorkit: kit.other.doorkit }, people.join(conversation, grace))
    expect(kit.clock.now() - before).toBeLessThan(4_000)
    release()
    hanging.recover()
    expect((await answer).json).toMatchObject({ status: 409, code: 'conflict' })
    expect(await textsOf(kit.other.call, id)).toEqual(['Hello'])
  })

  test('an agent is stopped within a second after another server cancels its turn', async () => {
    let signal: AbortSignal | undefined
    const agent = agentOf(async function* (turn) {
      signal = turn.signal
      yield* textChunks('One moment.')
      await new Promise(() => {})
    })
    const kit = await createTwoServers(openStores(), { agent })
    const { id } = (await kit.call('POST', '/chat/sessions', { body: {} })).json
    const body = { text: 'Hello' }
    const answer = kit.call('POST', `/chat/sessions/${id}/messages`, { body })
    await until(() => signal !== undefined)
    await kit.other.doorkit.turns.cancel({ workspace: kit.workspace.id, session: id })
    kit.clock.advance(1_000)
    expect((await answer).json).toMatchObject({ status: 409, code: 'conflict' })
    expect(signal?.aborted).toBe(true)
  })

  test('an answer that begins while a person joins ends with its text so far, even if it answers a repeated message', async () => {
    const waiting = waitingAgent()
    let turns = 0
    const agent = agentOf(async function* (turn) {
      turns += 1
      if (turns === 1) {
        await turn.tools.request_handoff?.execute({ reason: 'asked_for_person' })
        yield* textChunks('Of course.')
      } else if (turns === 2) throw new Error('The model is not available.')
      else yield* waiting.agent.reply(turn)
    })
    const [first, second] = openStores()
    const interposed = interposedStore(second)
    const kit = await createTwoServers([first, interposed.store], { agent })
    const { id, conversation } = (await kit.call('POST', '/chat/sessions', { body: {} })).json
    const say = (text: string) =>
      kit.call('POST', `/chat/sessions/${id}/messages`, {
        body: { text },
        headers: { 'Idempotency-Key': encodeURIComponent(text) },
      })
    expect((await say('A person, please.')).status).toBe(200)
    expect((await say('Hello?')).status).toBe(502)
    let answer: ReturnType<typeof say> | undefined
    interposed.beforeCommit(
      (op) => op.in === 'handoffs',
      async () => {
        answer = say('Hello?')
        await waiting.started()
      },
    )
    await passTime(kit, kit.other.doorkit.people(kit.workspace.id).join(conversation, grace))
    waiting.release()
    await answer
    const texts = ['A person, please.', 'Of course.', 'Hello?', 'One moment.']
    expect(await textsOf(kit.other.call, id)).toEqual(texts)
  })
})
