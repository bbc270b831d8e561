import type { Buffer } from 'node:buffer'
import type { Controller, Exchange } from './exchange.ts'

/** A name or a value as it came over the wire; mock agents give texts and lists too. */
type RawHeader = Buffer | string | readonly Buffer[]

/** The part of an undici handler of the first form that tells of requests without an upgrade. */
export interface FirstFormHandler {
  onConnect(abort: (reason: Error) => void): void
  onHeaders(
    status: number,
    rawHeaders: readonly RawHeader[],
    resume: () => void,
    statusText: string,
  ): boolean
  onData(chunk: Uint8Array): boolean
  onComplete(): void
  onError(error: Error): void
}

/**
 * Tells an exchange what a dispatcher says in the first form of undici's interface, by which every
 * dispatcher that Node's own `fetch` uses can be spoken to.
 */
export class FirstForm implements FirstFormHandler, Controller {
  readonly #exchange: Exchange
  #paused = false
  #abort: ((reason: Error) => void) | undefined
  #resume: (() => void) | undefined

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  onConnect(abort: (reason: Error) => void): void {
    this.#abort = abort
    this.#exchange.onRequestStart(this)
  }

  onHeaders(
    status: number,
    rawHeaders: readonly RawHeader[],
    resume: () => void,
    statusText: string,
  ): boolean {
    this.#resume = resume
    this.#exchange.onResponseStart(this, status, readHeaders(rawHeaders), statusText)
    return true
  }

  onData(chunk: Uint8Array): boolean {
    this.#exchange.onResponseData(this, chunk)
    return !this.#paused
  }

  onComplete(): void {
    this.#exchange.onResponseEnd()
  }

  onError(error: Error): void {
    this.#exchange.onResponseError(this, error)
  }

  pause(): void {
    this.#paused = true
  }

  resume(): void {
    this.#paused = false
    this.#resume?.()
  }

  abort(reason: Error): void {
    this.#abort?.(reason)
  }
}

/** Reads names and values, which come by turns. */
function readHeaders(raw: readonly RawHeader[]): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  for (let index = 0; index < raw.length; index += 2) {
    const name = String(readHeader(raw[index])).toLowerCase()
    const value = readHeader(raw[index + 1])
    const before = Object.hasOwn(headers, name) ? headers[name] : undefined
    headers[name] = before === undefined ? value : [before, value].flat()
  }
  return headers
}

function readHeader(raw: RawHeader = ''): string | string[] {
  if (typeof raw === 'string') return raw
  // As `fetch` reads them: each byte is a character.
  return isList(raw) ? raw.map((one) => one.toString('latin1')) : raw.toString('latin1')
}

function isList(raw: Buffer | readonly Buffer[]): raw is readonly Buffer[] {
  return Array.isArray(raw)
}
