import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createDoorkit } from '@doorkit/server'
import { createSchema } from '@doorkit/tests/postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import { postgresStore } from '../src/index.ts'

const script = fileURLToPath(import.meta.resolve('./children/serve-site.ts'))
const execArgv = ['--conditions=@doorkit/source', '--disable-warning=ExperimentalWarning']
const origin = 'https://acme.example'

/** Starts a server in its own process on a database. */
async function startServer(url: string): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(script, { execArgv })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  child.send({ url })
  const [port] = await once(child, 'message')
  return { child, port }
}

/** Reads a stream until it contains a text, or to its end. */
async function readUntil(response: Response, wanted: string): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (reader && !text.includes(wanted)) {
    const { value, done } = await reader.read().catch(() => ({ value: '', done: true }))
    if (done) break
    text += value
  }
  return text
}

test('two processes share the chats of a site: one is killed, and the other continues', async () => {
  const schema = await createSchema(inject('postgres'))
  const doorkit = createDoorkit({ store: postgresStore({ url: schema.url, maxConnections: 4 }) })
  onTestFinished(async () => {
    await doorkit.close()
    await schema.remove()
  })
  const { id: workspace } = await doorkit.workspaces.create({ name: 'Acme', website: origin })
  await doorkit.workspaces.update(workspace, { agent: { live: true } })
  const [siteKey] = await doorkit.siteKeys.list({ workspace })
  const [first, second] = await Promise.all([startServer(schema.url), startServer(schema.url)])
  let token = siteKey?.id
  const call = (
    { port }: { port: number },
    method: string,
    path: string,
    body?: object,
    more = {},
  ) =>
    fetch(`http://127.0.0.1:${port}/v1${path}`, {
      method,
      headers: {
        Origin: origin,
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        ...more,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const begun = await call(first, 'POST', '/visits', { page_url: `${origin}/` })
  token = ((await begun.json()) as { visit_token: string }).visit_token

  // The messages to one process arrive in the events of the other.
  const events = readUntil(await call(second, 'GET', '/events'), 'One moment.')
  const whole = await call(first, 'POST', '/messages', { id: 'm1', text: 'Say it all' })
  expect(await whole.text()).toContain('[DONE]')
  expect(await events).toMatch(/event: message.*Say it all.*event: message.*One moment\./s)

  // The process with the answer is killed: the other one continues from the stored chunks, and ends the
  // answer.
  const cut = await call(first, 'POST', '/messages', { id: 'm2', text: 'And now?' })
  const received = await readUntil(cut, 'One moment.')
  const [last = ''] = /msg_\w+\.3(?=\n)/.exec(received) ?? []
  const resumed = await call(second, 'GET', '/messages/stream', undefined, {
    'Last-Event-ID': last.replace('.3', '.2'),
  })
  expect(resumed.status).toBe(200)
  first.child.kill('SIGKILL')
  const rest = await readUntil(resumed, '[DONE]')
  expect(rest).toMatch(new RegExp(`id: ${last}\n.*"type":"error".*\\[DONE\\]`, 's'))

  // The question is stored, and the conversation continues.
  const after = await call(second, 'GET', '/conversation')
  const conversation = (await after.json()) as { messages: object[] }
  expect(conversation).toMatchObject({ answering: false, status: 'open' })
  expect(conversation.messages.at(-1)).toMatchObject({ role: 'user', text: 'And now?' })
  const next = await call(second, 'POST', '/messages', { id: 'm3', text: 'Still there? Say all' })
  expect(next.status).toBe(200)
  expect(await next.text()).toContain('[DONE]')
})
