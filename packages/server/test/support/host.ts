import { limits } from '@doorkit/models'
import type { Doorkit } from '../../src/index.ts'
import { caller, createKit, inProcess, type KitOptions, type Send } from './kit.ts'

/** Registers a function that stops something. Outside of a test, the caller decides when it runs. */
export type OnEnd = (end: () => void | Promise<void>) => void

/** One way to serve a kit. */
export interface Host {
  readonly name: string
  /** The most bytes of a body that reach the API: fewer if the host parses bodies first. */
  readonly bodyBytes: number
  /** Whether the bytes of a body reach the API as they were sent. */
  readonly keepsBytes: boolean
  /** Whether the host itself refuses paths that are not valid percent-encoding. */
  readonly refusesBadUrls?: true
  /** Serves until the test ends; the API is below `/v1` of the address returned. */
  serve(doorkit: Doorkit, onEnd?: OnEnd): Promise<{ readonly origin: string; readonly send: Send }>
}

/** A kit that is called in the process of the test, without a server. */
export const processHost: Host = {
  name: 'in-process',
  bodyBytes: limits.bodyBytes,
  keepsBytes: true,
  serve: async (doorkit) => ({ origin: 'http://localhost', send: inProcess(doorkit) }),
}

/** A kit behind a host, and a caller with its API key. */
export async function serveKit(host: Host, options: KitOptions = {}) {
  const kit = await createKit(options)
  const { origin, send } = await host.serve(kit.doorkit)
  return { kit, origin, send, call: caller(kit, send) }
}
