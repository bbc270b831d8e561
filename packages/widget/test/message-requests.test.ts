import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { agentOf, textChunks, waitingAgent } from '../../server/test/support/agents.ts'
import type { ChatMessage } from '../src/index.ts'
import { answerEvents, beginEvents, breakAfter, sendJson, sendVisit } from './support/events.ts'
import { eventually, serveScript, serveSite } from './support/site-page.ts'

const echo = agentOf((turn) => textChunks(`You said: ${turn.messages.at(-1)?.text}`))

const textOf = ({ parts }: ChatMessage) =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Answers each request with the next listener for its method and path. A visit needs no listener. */
function scripted(script: Readonly<Record<string, readonly Listener[]>>): Listener {
  const remaining = new Map(
    Object.entries(script).map(([path, listeners]) => [path, [...listeners]]),
  )
  return (request, response) => {
    const name = `${request.method} ${request.url?.replace('/site', '')}`
    if (name === 'POST /visits') return sendVisit(response)
    const listener = remaining.get(name)?.shift()
    if (listener) listener(request, response)
    else sendJson(response, 418, { code: 'not_in_the_script', detail: name })
  }
}

describe('a message', () => {
  test('is answered: a loop and final() get the whole text, and the transcript has both messages', async () => {
    const { open } = await serveSite({ agent: echo })
    const site = open()
    const answer = site.messages.send('Hello')
    const texts: string[] = []
    for await (const message of answer) texts.push(textOf(message))
    expect(texts.at(-1)).toBe('You said: Hello')
    expect(textOf(await answer.final())).toBe('You said: Hello')
    const { messages } = await site.conversation.get()
    expect(messages.map(({ text }) => text)).toEqual(['Hello', 'You said: Hello'])
  })

  test('has an answer that every loop over it yields in part before it yields the whole', async () => {
    const { agent, started, release } = waitingAgent()
    const { open } = await serveSite({ agent })
    const answer = open().messages.send('Hello')
    await started()
    const textsByLoop: string[][] = [[], []]
    const loops = textsByLoop.map(async (texts) => {
      for await (const message of answer) texts.push(textOf(message))
    })
    await eventually(() => textsByLoop.map((texts) => texts.at(-1))).toEqual([
      'One moment.',
      'One moment.',
    ])
    release()
    await Promise.all(loops)
    expect(textsByLoop.map((texts) => texts.at(-1))).toEqual([
      'One moment. Done.',
      'One moment. Done.',
    ])
  })

  test('is sent and answered even if a loop over its answer ends early, or nobody reads the answer', async () => {
    const { open } = await serveSite({ agent: echo })
    const site = open()
    for await (const _ of site.messages.send('One')) break
    await eventually(async () => (await site.conversation.get()).messages.length).toBe(2)
    site.messages.send('Two')
    await eventually(async () => (await site.conversation.get()).messages.length).toBe(4)
  })

  test('is stored once if the page sends it again with the same id', async () => {
    const { open } = await serveSite({ agent: echo })
    const site = open()
    await site.messages.send('Hello', { id: 'first' }).final()
    expect(textOf(await site.messages.send('Hello', { id: 'first' }).final())).toBe(
      'You said: Hello',
    )
    expect((await site.conversation.get()).messages).toHaveLength(2)
  })

  test('has an answer that stop() ends after its text so far; without an answer, stop() returns false', async () => {
    const { agent, started } = waitingAgent()
    const { open } = await serveSite({ agent })
    const site = open()
    expect(await site.messages.stop()).toBe(false)
    const answer = site.messages.send('Hello')
    await started()
    expect(await site.messages.stop()).toBe(true)
    expect(textOf(await answer.final())).toBe('One moment.')
  })

  test('fails with the code of the server if it is refused', async () => {
    const { open, doorkit, workspace } = await serveSite({ agent: echo })
    await doorkit.workspaces.update(workspace.id, { agent: { live: false } })
    const answer = open().messages.send('Hello')
    await expect(answer.final()).rejects.toMatchObject({ code: 'conflict', status: 409 })
  })

  test('has an answer that fails if the agent fails, and that keeps its text so far', async () => {
    const { open } = await serveSite({
      agent: agentOf(async function* () {
        yield* textChunks('One moment.')
        throw new Error('No model.')
      }),
    })
    const answer = open().messages.send('Hello')
    await expect(answer.final()).rejects.toMatchObject({ code: 'answer_failed' })
    expect(textOf(answer.message)).toBe('One moment.')
  })

  test('whose signal is aborted fails with the code aborted, and is still answered', async () => {
    const { agent, started, release } = waitingAgent()
    const { open } = await serveSite({ agent })
    const site = open()
    const ending = new AbortController()
    const answer = site.messages.send('Hello', { signal: ending.signal })
    await started()
    ending.abort('left')
    await expect(answer.final()).rejects.toMatchObject({ code: 'aborted', cause: 'left' })
    release()
    await eventually(async () => (await site.conversation.get()).messages.length).toBe(2)
  })
})

describe('an answer whose connection breaks', () => {
  const events = answerEvents('msg_1', ['It ', 'costs ', '3 euros.'])

  test('continues after the last received chunk, even if the connection breaks several times', async () => {
    const { open, sent } = await serveScript(
      scripted({
        'POST /messages': [(_, response) => breakAfter(response, events.slice(0, 4))],
        'GET /messages/stream': [
          (_, response) => breakAfter(response, events.slice(4, 5)),
          (_, response) => response.destroy(),
          (_, response) => void beginEvents(response).end(events.slice(5).join('')),
        ],
      }),
    )
    const answer = open().messages.send('How much?')
    const types: string[] = []
    for await (const { type } of answer.chunks()) types.push(type)
    expect(textOf(answer.message)).toBe('It costs 3 euros.')
    expect(types.filter((type) => type === 'text-delta')).toHaveLength(3)
    expect(sent.map(({ path, lastEventId }) => `${path} ${lastEventId}`)).toEqual([
      'POST /visits null',
      'POST /messages null',
      'GET /messages/stream msg_1.4',
      'GET /messages/stream msg_1.5',
      'GET /messages/stream msg_1.5',
    ])
  })

  test('is requested again with the id of its message, and arrives whole, if it cannot be resumed', async () => {
    const whole = answerEvents('msg_1', ['It costs 3 euros.'])
    const { open, sent } = await serveScript(
      scripted({
        'POST /messages': [
          (_, response) => breakAfter(response, events.slice(0, 5)),
          (_, response) => void beginEvents(response).end(whole.join('')),
        ],
        'GET /messages/stream': [(_, response) => void response.writeHead(204).end()],
      }),
    )
    const answer = open().messages.send('How much?', { id: 'm1' })
    expect(textOf(await answer.final())).toBe('It costs 3 euros.')
    const requests = sent.filter(({ path }) => path === 'POST /messages')
    expect(requests.map(({ body }) => body)).toEqual([
      { id: 'm1', text: 'How much?' },
      { id: 'm1', text: 'How much?' },
    ])
  })

  test('is requested again, and is not doubled, if it was stored before and has no ids', async () => {
    const stored = answerEvents('msg_1', ['It costs 3 euros.']).map((event) =>
      event.replace(/^id: .*\n/, ''),
    )
    const { open } = await serveScript(
      scripted({
        'POST /messages': [
          (_, response) => breakAfter(response, stored.slice(0, 5)),
          (_, response) => void beginEvents(response).end(stored.join('')),
        ],
      }),
    )
    const answer = open().messages.send('How much?')
    expect(textOf(await answer.final())).toBe('It costs 3 euros.')
  })

  test('is resumed if the message arrived but its answer did not', async () => {
    const conflict = { code: 'idempotency_key_in_use', detail: 'It is being answered.' }
    const { open, sent } = await serveScript(
      scripted({
        'POST /messages': [
          (_, response) => response.destroy(),
          (_, response) => sendJson(response, 409, conflict),
        ],
        'GET /messages/stream': [(_, response) => void beginEvents(response).end(events.join(''))],
      }),
    )
    expect(textOf(await open().messages.send('How much?').final())).toBe('It costs 3 euros.')
    expect(sent.map(({ path }) => path)).toEqual([
      'POST /visits',
      'POST /messages',
      'POST /messages',
      'GET /messages/stream',
    ])
  })

  test('fails in the end, after the text so far, if the network does not return', async () => {
    const { open } = await serveScript(
      scripted({ 'POST /messages': [(_, response) => breakAfter(response, events.slice(0, 5))] }),
    )
    let count = 0
    const answer = open({
      fetch: (url, init) => {
        count += 1
        return count <= 2 ? fetch(url, init) : Promise.reject(new TypeError('Failed to fetch'))
      },
    }).messages.send('How much?')
    await expect(answer.final()).rejects.toMatchObject({ code: 'connection_failed' })
    expect(textOf(answer.message)).toBe('It costs ')
    expect(count).toBeGreaterThan(5)
  })
})

describe('after a reload', () => {
  test('the answer in progress is read from its first chunk, and continues after a broken connection', async () => {
    const events = answerEvents('msg_1', ['It ', 'costs 3 euros.'])
    const { open, sent } = await serveScript(
      scripted({
        'GET /messages/stream': [
          (_, response) => breakAfter(response, events.slice(0, 4)),
          (_, response) => void beginEvents(response).end(events.slice(4).join('')),
        ],
      }),
    )
    const answer = await open().messages.resume()
    expect(answer?.question).toBeNull()
    expect(textOf((await answer?.final()) ?? expect.fail('There is no answer.'))).toBe(
      'It costs 3 euros.',
    )
    expect(sent.map(({ lastEventId }) => lastEventId)).toEqual([null, null, 'msg_1.4'])
  })

  test('the answer in progress is fetched again if the connection breaks before its first chunk', async () => {
    const events = answerEvents('msg_1', ['It costs 3 euros.'])
    const { open } = await serveScript(
      scripted({
        'GET /messages/stream': [
          (_, response) => breakAfter(response, [':\n\n']),
          (_, response) => void beginEvents(response).end(events.join('')),
        ],
      }),
    )
    const answer = await open().messages.resume()
    expect(await answer?.final().then(textOf)).toBe('It costs 3 euros.')
  })

  test('nothing is resumed if no answer is in progress', async () => {
    const { open } = await serveScript(
      scripted({ 'GET /messages/stream': [(_, response) => void response.writeHead(204).end()] }),
    )
    expect(await open().messages.resume()).toBeNull()
  })
})
