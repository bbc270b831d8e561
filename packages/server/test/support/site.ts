import { readChatStream } from '@doorkit/chat-stream'
import { type CallOptions, createKit, type KitOptions, type Send } from './kit.ts'

/** The origin of the website of the kit's workspace. */
export const acme = 'https://acme.example'

/** Sends a request to a path of the site API. */
export type SendToSite = Send

/** A kit whose agent is live, with the site key, and a function that sends requests to the site API. */
export async function createSiteKit(options: KitOptions = {}) {
  const kit = await createKit(options)
  const { doorkit, workspace } = kit
  await doorkit.workspaces.update(workspace.id, { agent: { live: true } })
  const [siteKey] = await doorkit.siteKeys.list({ workspace: workspace.id })
  const send: SendToSite = (path, init) => doorkit.site.fetch(`http://localhost/v1${path}`, init)
  return { ...kit, siteKey: siteKey?.id ?? '', send }
}

/** The page of a visitor: the data that it stores, and its requests. */
export function openPage(
  { send, siteKey }: { readonly send: SendToSite; readonly siteKey: string },
  origin: string | null = acme,
) {
  const kept: { visit?: string; visitor?: string } = {}
  const call = async (
    method: string,
    path: string,
    body?: object,
    { headers = {}, secret = kept.visit ?? null }: Omit<CallOptions, 'body'> = {},
  ) => {
    const response = await send(path, {
      method,
      headers: {
        ...(origin === null ? {} : { Origin: origin }),
        ...(secret === null ? {} : { Authorization: `Bearer ${secret}` }),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, headers: response.headers, response }
  }
  const json = async (...given: Parameters<typeof call>) => {
    const answer = await call(...given)
    const text = await answer.response.text()
    return { ...answer, text, json: /^[{[]/.test(text) ? JSON.parse(text) : null }
  }
  const keep = (answer: { visit_token?: string; visitor_token?: string }) => {
    if (answer.visit_token) kept.visit = answer.visit_token
    if (answer.visitor_token) kept.visitor = answer.visitor_token
  }
  return {
    kept,
    siteKey,
    call,
    json,
    /** Loads a page: begins a visit, or continues the visit of this page. */
    async visit(more: object = {}, headers: Record<string, string> = {}) {
      const body = {
        page_url: `${acme}/`,
        ...(kept.visit ? { visit_token: kept.visit } : {}),
        ...(kept.visitor ? { visitor_token: kept.visitor } : {}),
        ...more,
      }
      const answer = await json('POST', '/visits', body, { secret: siteKey, headers })
      if (answer.status === 201) keep(answer.json)
      return answer
    },
    async identify(identity: object) {
      const answer = await json('POST', '/visits/identity', identity)
      if (answer.status === 200) keep(answer.json)
      return answer
    },
    /** Sends a message, and reads the answer as it is streamed. */
    async say(text: string, id: string = crypto.randomUUID()) {
      const { response, status } = await call('POST', '/messages', { id, text })
      if (status !== 200) return { status, json: await response.json(), text: '' }
      let answer = ''
      for await (const chunk of readChatStream(response)) {
        if (chunk.type === 'text-delta') answer += chunk.delta
      }
      return { status, text: answer, json: null }
    },
  }
}

/** One server-sent event. */
export interface SentEvent {
  readonly id?: string
  readonly event?: string
  readonly data?: string
  readonly retry?: string
}

/** Reads the events of an answer one by one; comments are left out. */
export async function* sentEvents(response: Response): AsyncGenerator<SentEvent> {
  if (!response.body) return
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = block.split('\n').flatMap((line) => {
        const [, name, value] = /^(\w+): (.*)$/.exec(line) ?? []
        return name ? [[name, value]] : []
      })
      if (fields.length > 0) yield Object.fromEntries(fields)
    }
  }
}

/** Reads this many events of an answer, or fewer if it ends. */
export async function takeEvents(events: AsyncIterator<SentEvent>, count: number) {
  const taken: SentEvent[] = []
  while (taken.length < count) {
    const { value, done } = await events.next()
    if (done) break
    taken.push(value)
  }
  return taken
}
