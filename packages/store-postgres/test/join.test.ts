import { type Agent, createDoorkit } from '@doorkit/server'
import { createSchema } from '@doorkit/tests/postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import { postgresStore } from '../src/index.ts'

const grace = { id: 'user-7', name: 'Grace' }

/**
 * An agent that answers immediately, but never ends its answer to "Tell me everything." `begun` resolves
 * when such an answer has its first word.
 */
function talkativeAgent() {
  let resolve = () => {}
  const begun = new Promise<void>((done) => {
    resolve = done
  })
  const agent: Agent = {
    async *reply({ messages }) {
      const isEndless = messages.at(-1)?.text === 'Tell me everything.'
      yield { type: 'text-start', id: 'text' }
      yield { type: 'text-delta', id: 'text', delta: 'Well, ' }
      if (isEndless) {
        resolve()
        await new Promise(() => {})
      }
      yield { type: 'text-end', id: 'text' }
    },
  }
  return { agent, begun }
}

interface Reply {
  readonly id: string
  readonly conversation: string
  readonly messages: readonly { readonly role: string; readonly text: string }[]
}

/** Two servers with their own connections to one PostgreSQL. */
async function startTwo() {
  const schema = await createSchema(inject('postgres'))
  const { agent, begun } = talkativeAgent()
  const [here, there] = [1, 2].map(() =>
    createDoorkit({
      store: postgresStore({ url: schema.url, maxConnections: 5 }),
      agent,
      plans: 'unlimited',
    }),
  ) as [ReturnType<typeof createDoorkit>, ReturnType<typeof createDoorkit>]
  onTestFinished(async () => {
    await Promise.all([here.close(), there.close()])
    await schema.remove()
  })
  const { id: workspace } = await here.workspaces.create({
    name: 'Acme',
    website: 'https://acme.example',
    plan: 'apex',
  })
  const { secret } = await here.keys.create({ workspace, name: 'K', access: 'full_access' })
  const call = async (doorkit: typeof here, method: string, path: string, body?: object) => {
    const response = await doorkit.fetch(`http://localhost/v1/chat/sessions${path}`, {
      method,
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, json: (await response.json()) as Reply }
  }
  return {
    begun,
    people: there.people(workspace),
    async openSession() {
      const { id, conversation } = (await call(here, 'POST', '', {})).json
      return {
        conversation,
        say: (text: string) => call(here, 'POST', `/${id}/messages`, { text }),
        /** The texts of the agent, as the other server reads them. */
        async answers() {
          const { messages } = (await call(there, 'GET', `/${id}`)).json
          return messages.flatMap(({ role, text }) => (role === 'assistant' ? [text] : []))
        },
      }
    },
  }
}

test('after a person joins on one server, an answer on the other gets no further word', async () => {
  const { people, openSession } = await startTwo()
  const joinDuring = async (question: string, nth: number) => {
    const { conversation, say, answers } = await openSession()
    const saying = (async () => {
      // The person joins during one of these messages.
      for (let line = 0; line < 4; line += 1) await say(`Line ${line}.`)
      return say(question)
    })()
    for (let read = 0; read < nth; read += 1) await answers()
    await people.join(conversation, grace)
    const joined = await answers()
    // If the other server is too busy to stop the answer in time, it drops the answer: 409.
    expect([200, 409]).toContain((await saying).status)
    expect(await answers()).toEqual(joined)
  }
  const questions = Array.from({ length: 6 }, () => ['And now?', 'Tell me everything.']).flat()
  await Promise.all(questions.map(joinDuring))
})

test('a person who joins stops an endless answer on the other server, and waits until it has ended', async () => {
  const { people, openSession, begun } = await startTwo()
  const { conversation, say, answers } = await openSession()
  const saying = say('Tell me everything.')
  await begun
  await people.join(conversation, grace)
  expect(await answers()).toEqual(['Well, '])
  expect((await saying).status).toBe(200)
})
