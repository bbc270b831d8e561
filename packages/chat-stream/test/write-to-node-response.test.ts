import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  CHAT_STREAM_DONE,
  CHAT_STREAM_HEADERS,
  type ChatStream,
  encodeChatChunk,
  type NodeResponse,
  readChatStream,
} from '../src/index.ts'
import { createTestBody, respond, settled } from './support/sources.ts'

const start = encodeChatChunk({ type: 'start', messageId: 'm1' })
const delta = (text: string) => encodeChatChunk({ type: 'text-delta', id: '1', delta: text })
const finish = encodeChatChunk({ type: 'finish' })

type Pipe = (response: NodeResponse) => void

const servers = {
  'node:http': (pipe: Pipe) => createServer((_request, response) => pipe(response)),
  Express: (pipe: Pipe) => createServer(express().get('/', (_request, response) => pipe(response))),
}

/** A server that passes a stream on. `piped` is the result of `pipeTo`. */
async function serve(name: keyof typeof servers, stream: ChatStream, filter?: () => boolean) {
  let settle: (piping: Promise<void>) => void = () => {}
  const piped = new Promise<void>((resolve) => {
    settle = resolve
  })
  const server = servers[name]((response) => {
    const options = { filter, headers: { 'x-request-id': 'req_1' } }
    settle(stream.pipeTo(response, options))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, piped }
}

describe.each(Object.keys(servers) as (keyof typeof servers)[])('over %s, a stream', (name) => {
  test('is passed on with its headers, chunk by chunk as it arrives', async () => {
    const body = createTestBody()
    const { url, piped } = await serve(name, readChatStream(body.response))
    const fetchCall = fetch(url)
    body.write(start)
    const response = await fetchCall
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...CHAT_STREAM_HEADERS,
      'x-request-id': 'req_1',
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (const text of [start, delta('a'), finish + CHAT_STREAM_DONE]) {
      if (text !== start) body.write(text)
      expect((await reader?.read())?.value).toBe(text)
    }
    expect((await reader?.read())?.done).toBe(true)
    await piped
  })

  test('is closed when the browser disconnects', async () => {
    const body = createTestBody()
    const { url, piped } = await serve(name, readChatStream(body.response))
    const control = new AbortController()
    const fetchCall = fetch(url, { signal: control.signal })
    body.write(start)
    await fetchCall
    control.abort()
    await piped
    await settled()
    expect(body.canceled()).toBeDefined()
  })

  test('is replaced by a 502 if the server answered with something else', async () => {
    const { url } = await serve(name, readChatStream(new Response('trace', { status: 500 })))
    const response = await fetch(url)
    expect(response.status).toBe(502)
    expect(await response.text()).not.toContain('trace')
  })

  test('is filtered', async () => {
    const stream = readChatStream(respond(start + delta('a') + finish + CHAT_STREAM_DONE))
    const { url } = await serve(name, stream, () => false)
    expect(await (await fetch(url)).text()).toBe(CHAT_STREAM_DONE)
  })

  test('breaks off if the filter throws', async () => {
    const stream = readChatStream(respond(start + delta('a') + finish + CHAT_STREAM_DONE))
    const { url, piped } = await serve(name, stream, () => {
      throw new Error('The filter failed.')
    })
    const failed = expect(piped).rejects.toThrow('The filter failed.')
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow()
    await failed
  })
})

test('a stream is written no faster than a slow browser reads it', async () => {
  const writtenTexts: string[] = []
  let drain = () => {}
  const target: NodeResponse = {
    destroyed: false,
    writeHead: () => {},
    write: (bytes) => writtenTexts.push(new TextDecoder().decode(bytes)) === 0,
    end: () => {},
    destroy: () => {},
    once: (event, listener) => {
      if (event === 'drain') drain = listener
    },
  }
  const body = createTestBody()
  const piped = readChatStream(body.response).pipeTo(target)
  await settled()
  body.write(start)
  await settled()
  body.write(delta('a'))
  await settled()
  expect(writtenTexts).toEqual([start])
  drain()
  await settled()
  expect(writtenTexts).toEqual([start, delta('a')])
  body.write(finish + CHAT_STREAM_DONE)
  drain()
  await settled()
  drain()
  await piped
  expect(writtenTexts).toEqual([start, delta('a'), finish + CHAT_STREAM_DONE])
})
