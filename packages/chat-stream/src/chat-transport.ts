import { type ReadChatStreamOptions, refusalOf } from './chat-reader.ts'
import { type ChatOutcome, ChatStreamError } from './chat-stream-error.ts'
import { readChatStream } from './read-chat-stream.ts'
import { type TransportChunk, toChunkStream } from './stream-for-use-chat.ts'

/** Headers as an object or a `Headers`. */
export type TransportHeaders = Record<string, string> | Headers

/** A value, or a function that returns it for each request. */
export type Resolvable<Value> = Value | (() => Value | PromiseLike<Value>)

/** The options that `useChat` adds to one request. */
export interface TransportRequestOptions {
  headers?: TransportHeaders | undefined
  body?: object | undefined
  metadata?: unknown
}

/** The request that `useChat` asks a transport to send. */
export interface SendMessagesOptions<Message> extends TransportRequestOptions {
  trigger: 'submit-message' | 'regenerate-message'
  chatId: string
  messageId: string | undefined
  messages: Message[]
  abortSignal: AbortSignal | undefined
}

/** The stream that `useChat` asks a transport to resume. */
export interface ReconnectOptions extends TransportRequestOptions {
  chatId: string
  abortSignal?: AbortSignal | undefined
}

/** Options of {@link createChatTransport}. */
export interface ChatTransportOptions<Message> extends Omit<ReadChatStreamOptions, 'signal'> {
  /** The address to post messages to. `{api}/{chatId}/stream` resumes a stream. Default: `/api/chat`. */
  api?: string | undefined
  /** Headers of every request; the headers of a single request override them. Default: none. */
  headers?: Resolvable<TransportHeaders> | undefined
  /**
   * Fields to add to every body, unless `toBody` builds it. The fields of a single request override
   * them. Default: none.
   */
  body?: Resolvable<object> | undefined
  /** Whether cookies are sent. Default: `same-origin`, as in `fetch`. */
  credentials?: Resolvable<'omit' | 'same-origin' | 'include'> | undefined
  /**
   * Builds the body of a request, for a server that does not expect the body of the AI SDK.
   * Default: the fields of `body`, with id, messages, trigger and messageId.
   */
  toBody?: ((request: SendMessagesOptions<Message>) => object | PromiseLike<object>) | undefined
  /** Called with the outcome of each stream. Default: no callback. */
  onOutcome?: ((outcome: ChatOutcome) => void) | undefined
  /** Sends the requests. Default: the global `fetch`, looked up for each request. */
  fetch?: typeof globalThis.fetch | undefined
}

/** A transport for the AI SDK's `useChat`. */
export interface ChatTransport<Message> {
  /** True: a resumed stream is sent again from its start. */
  readonly resumeStreamIsReplay: boolean
  sendMessages: (options: SendMessagesOptions<Message>) => Promise<ReadableStream<TransportChunk>>
  /** Resumes a stream. Resolves with null if none is running. */
  reconnectToStream: (options: ReconnectOptions) => Promise<ReadableStream<TransportChunk> | null>
}

const resolve = async <Value>(value: Resolvable<Value> | undefined): Promise<Value | undefined> =>
  typeof value === 'function' ? await (value as () => Value | PromiseLike<Value>)() : value

function toStreamUrl(api: string, chatId: string): string {
  // `encodeURIComponent` keeps dots, and a segment of one or two dots would change the path.
  if (/^\.\.?$/.test(chatId))
    throw new ChatStreamError(
      'invalid-chat-id',
      'A chat id may not be "." or "..": give another one.',
    )
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(api) ?? []
  return `${path.replace(/\/$/, '')}/${encodeURIComponent(chatId)}/stream${rest}`
}

/**
 * Creates a transport for `useChat`. Unlike the default transport, it handles chunks of a newer server,
 * malformed events, streams that stall or break, and answers that are not streams.
 * `useChat` sees a broken connection as a disconnect; `onOutcome` gets the details. For an answer that
 * is not a stream, the `onError` of `useChat` gets a {@link ChatStreamError} with the `status`, and with
 * the code `not-a-stream` or the code and detail of the problem document.
 */
export function createChatTransport<Message = unknown>(
  options: ChatTransportOptions<Message> = {},
): ChatTransport<Message> {
  const { api = '/api/chat', onOutcome, ...readOptions } = options

  const request = async (
    url: string,
    init: { method: string; body?: string },
    given: TransportRequestOptions & { abortSignal?: AbortSignal | undefined },
  ) => {
    const headers = new Headers(await resolve(options.headers))
    for (const [name, value] of new Headers(given.headers)) headers.set(name, value)
    if (init.body !== undefined && !headers.has('content-type'))
      headers.set('content-type', 'application/json')
    const credentials = await resolve(options.credentials)
    return (options.fetch ?? globalThis.fetch)(url, {
      ...init,
      headers,
      ...(credentials && { credentials }),
      signal: given.abortSignal ?? null,
    })
  }

  const openStream = async (response: Response, signal: AbortSignal | undefined) => {
    const chat = readChatStream(response, { ...readOptions, signal })
    if (onOutcome) void chat.outcome.then(onOutcome)
    if (refusalOf(response)) await chat.final()
    return toChunkStream(chat)
  }

  return {
    resumeStreamIsReplay: true,
    async sendMessages(given) {
      const { chatId: id, messages, trigger, messageId } = given
      const fields = { ...(await resolve(options.body)), ...given.body }
      const body = (await options.toBody?.(given)) ?? {
        ...fields,
        id,
        messages,
        trigger,
        messageId,
      }
      const init = { method: 'POST', body: JSON.stringify(body) }
      return openStream(await request(api, init, given), given.abortSignal)
    },
    async reconnectToStream(given) {
      const response = await request(toStreamUrl(api, given.chatId), { method: 'GET' }, given)
      return response.status === 204 ? null : openStream(response, given.abortSignal)
    },
  }
}
