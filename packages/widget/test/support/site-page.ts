import { createServer, type RequestListener } from 'node:http'
import { expect } from 'vitest'
import { toNode } from '../../../server/src/http/mounts/node.ts'
import { listen } from '../../../server/test/support/hosts.ts'
import type { KitOptions } from '../../../server/test/support/kit.ts'
import { acme, createSiteKit } from '../../../server/test/support/site.ts'
import {
  createSiteClient,
  type SiteClientOptions,
  type SiteClock,
  type SitePageState,
  type TokenStorage,
} from '../../src/index.ts'

/** Reads a value for up to 20 seconds until it is as expected: a busy machine can be slow. */
export const eventually = <Value>(read: () => Value): ReturnType<typeof expect.poll<Value>> =>
  expect.poll(read, { timeout: 20_000 })

/**
 * A clock on which a wait below a minute ends immediately. Longer waits never end, so no connection
 * counts as silent.
 */
export function hastyClock(): SiteClock & { readonly waits: readonly number[]; ms: number } {
  const waits: number[] = []
  const clock = {
    waits,
    ms: Date.UTC(2026, 9, 12),
    now: () => clock.ms,
    after(delayMs: number, wake: () => void) {
      if (delayMs >= 60_000) return () => {}
      waits.push(delayMs)
      const timer = setImmediate(wake)
      return () => clearImmediate(timer)
    },
  }
  return clock
}

/** A page whose address, referrer, network and visibility the test sets. */
export function pageState(url = `${acme}/`) {
  const listeners = new Set<() => void>()
  const state = { url, referrer: '', online: true, hidden: false }
  const page: SitePageState = {
    url: () => state.url,
    referrer: () => state.referrer,
    isOnline: () => state.online,
    isHidden: () => state.hidden,
    onChange(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
  }
  return {
    page,
    listeners,
    set(change: Partial<typeof state>) {
      Object.assign(state, change)
      for (const changed of [...listeners]) changed()
    },
  }
}

/** Storage in memory. Clients with the same storage are like tabs of one browser. */
export function memoryStorage(): TokenStorage & { readonly items: Map<string, string> } {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, text) => void items.set(name, text),
    removeItem: (name) => void items.delete(name),
  }
}

export interface SentRequest {
  /** Method and path, such as `POST /visits`. */
  readonly path: string
  readonly secret: string
  readonly body: Record<string, unknown> | null
  readonly lastEventId: string | null
}

/** Opens pages that call the site API at an origin, and records their requests. */
export function openPages(origin: string, siteKey: string) {
  const sent: SentRequest[] = []
  const send: typeof globalThis.fetch = (url, init) => {
    const headers = new Headers(init?.headers)
    sent.push({
      path: `${init?.method} ${String(url).slice(`${origin}/site`.length)}`,
      secret: headers.get('authorization')?.slice('Bearer '.length) ?? '',
      body: init?.body ? JSON.parse(String(init.body)) : null,
      lastEventId: headers.get('last-event-id'),
    })
    headers.set('Origin', acme)
    return fetch(url, { ...init, headers })
  }
  const open = (options: Partial<SiteClientOptions> = {}) =>
    createSiteClient({
      siteKey,
      baseUrl: `${origin}/site/`,
      storage: memoryStorage(),
      fetch: send,
      clock: hastyClock(),
      page: pageState().page,
      ...options,
    })
  return { sent, send, open }
}

/** A kit whose site API listens, and pages that call it. */
export async function serveSite(options: KitOptions = {}) {
  const kit = await createSiteKit(options)
  const origin = await listen(createServer(toNode(kit.doorkit.site, { mountPath: '/site' })))
  return { ...kit, ...openPages(origin, kit.siteKey) }
}

/** A server that answers as the test says, and pages that call it. */
export async function serveScript(listener: RequestListener) {
  const origin = await listen(createServer(listener))
  return openPages(origin, 'pk_test_1')
}
