import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request of OpenAI's protocol: the members that the tests use. */
export interface ModelRequest {
  readonly model: string
  readonly stream_options?: { readonly include_usage?: boolean }
  readonly messages: readonly {
    readonly role: 'system' | 'user' | 'assistant' | 'tool'
    readonly content: unknown
  }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}

/** The action of the model in a step: it writes a text, whole or in parts, or calls tools. */
export type ModelStep =
  | string
  | AsyncIterable<string>
  | readonly { readonly name: string; readonly input: Readonly<Record<string, unknown>> }[]

const usage = {
  prompt_tokens: 100,
  completion_tokens: 20,
  total_tokens: 120,
  prompt_tokens_details: { cached_tokens: 40 },
}

/**
 * Serves a model over OpenAI's protocol on a free port. It streams a whole text a few characters at a
 * time, a text in parts part by part, and the input of a tool in pieces of its JSON.
 *
 * @param act - decides the step after a request.
 */
export async function serveModel(apiKey: string, act: (request: ModelRequest) => ModelStep) {
  const requests: ModelRequest[] = []
  const server = createServer(async (incoming, response) => {
    if (incoming.headers.authorization !== `Bearer ${apiKey}`) {
      const error = { message: 'Incorrect API key provided.', type: 'invalid_request_error' }
      response.writeHead(401, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error }))
      return
    }
    if (incoming.method !== 'POST' || incoming.url !== '/v1/chat/completions') {
      response.writeHead(404).end()
      return
    }
    const request = JSON.parse((await incoming.toArray()).join('')) as ModelRequest
    requests.push(request)
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    const send = chunksTo(response, request)
    let finish = 'stop'
    for await (const delta of deltasOf(act(request))) {
      if ('tool_calls' in delta) finish = 'tool_calls'
      send([{ index: 0, delta, finish_reason: null }])
    }
    send([{ index: 0, delta: {}, finish_reason: finish }])
    if (request.stream_options?.include_usage) send([], usage)
    response.end('data: [DONE]\n\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** The requests received so far. */
    requests,
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function chunksTo(response: ServerResponse, { model }: ModelRequest) {
  const facts = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model }
  return (choices: readonly unknown[], used?: typeof usage): void => {
    response.write(`data: ${JSON.stringify({ ...facts, choices, usage: used ?? null })}\n\n`)
  }
}

const inPieces = (text: string) => text.match(/[\s\S]{1,9}/g) ?? []

async function* deltasOf(step: ModelStep): AsyncGenerator<object> {
  yield { role: 'assistant', content: '' }
  if (typeof step === 'string') {
    for (const content of inPieces(step)) yield { content }
  } else if (Symbol.asyncIterator in step) {
    for await (const content of step) yield { content }
  } else {
    for (const [index, { name, input }] of step.entries()) {
      const call = { index, id: `call_${index}`, type: 'function' }
      yield { tool_calls: [{ ...call, function: { name, arguments: '' } }] }
      for (const piece of inPieces(JSON.stringify(input))) {
        yield { tool_calls: [{ index, function: { arguments: piece } }] }
      }
    }
  }
}
