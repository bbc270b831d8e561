import type { Doorkit } from '@doorkit/server'
import { connectionCut, connectionReset, cutBody } from './broken-connection.ts'
import type { Fault, LossOptions } from './fault.ts'
import { faultAnswer } from './fault-answer.ts'
import type { FaultScript } from './faults.ts'
import { type RequestEntry, recordRequest } from './request-log.ts'
import type { FakeServerClock } from './test-clock.ts'

interface FakeFetchOptions {
  readonly server: Pick<Doorkit, 'fetch'>
  readonly clock: FakeServerClock
  readonly faults: FaultScript
  readonly requests: RequestEntry[]
  /** The path of the base address, such as `/v1`. */
  readonly basePath: string
  /** Whether a hanging request moves the clock until its client aborts it. */
  readonly passesTime: boolean
}

/** A network without sockets: a `fetch` that calls one server kit. */
export type FakeFetch = ReturnType<typeof createFakeFetch>

/** Creates the network between clients and a server kit, with faults. */
export function createFakeFetch(options: FakeFetchOptions) {
  const { server, clock, faults, requests, basePath, passesTime } = options
  const closing = new AbortController()
  let answering = 0

  async function serve(request: Request): Promise<Response> {
    answering += 1
    try {
      const response = await server.fetch(request)
      // An HTTP server would add this header.
      response.headers.set('date', new Date(clock.now()).toUTCString())
      return response
    } finally {
      answering -= 1
    }
  }

  /** Waits until the request is aborted or the network is closed. */
  function neverAnswer({ signal }: Request): Promise<never> {
    if (passesTime) void clock.passUntil(signal)
    return unlessAborted(AbortSignal.any([signal, closing.signal]), new Promise<never>(() => {}))
  }

  /** Lets the server perform a request if the fault says so, and drops the answer. */
  async function lose({ performed = false }: LossOptions, request: Request): Promise<void> {
    if (performed) await (await serve(request)).body?.cancel()
  }

  async function answer(fault: Fault | undefined, request: Request, number: number) {
    switch (fault?.kind) {
      case undefined:
        return serve(request)
      case 'status':
        await lose(fault, request)
        return faultAnswer(fault, `req_fault_${number}`)
      case 'reset':
        await lose(fault, request)
        throw connectionReset()
      case 'hang':
        if (fault.bytes !== undefined) {
          return cutBody(await serve(request), fault.bytes, () => neverAnswer(request))
        }
        await lose(fault, request)
        return neverAnswer(request)
      case 'truncate':
        return cutBody(await serve(request), fault.bytes, () => Promise.reject(connectionCut()))
      case 'delay': {
        const response = await serve(request)
        await unlessAborted(closing.signal, clock.pause(fault.milliseconds))
        return response
      }
    }
  }

  return {
    /** Whether the server kit is handling a request. */
    isBusy: () => answering > 0,
    /** Fails the requests that hang or whose answers are delayed. */
    close: () => closing.abort(connectionReset()),
    async fetch(input: Request | URL | string, init?: RequestInit): Promise<Response> {
      const request = new Request(input, init)
      request.signal.throwIfAborted()
      const record = await recordRequest(request, basePath, clock.now())
      const number = requests.push(record)
      const fault = faults.take(record)
      record.fault = fault?.kind ?? null
      const response = await unlessAborted(request.signal, answer(fault, request, number))
      record.status = response.status
      return response
    },
  }
}

/** Waits for `work`, but rejects with the signal's reason if the signal is aborted first. */
function unlessAborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    work.finally(() => signal.removeEventListener('abort', stop)).then(resolve, reject)
  })
}
