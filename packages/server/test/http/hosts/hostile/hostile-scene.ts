import { expect } from 'vitest'
import { until } from '../../../support/faulty-store.ts'
import { type Host, serveKit } from '../../../support/host.ts'
import type { KitOptions } from '../../../support/kit.ts'
import { openSocket, type RawAnswer, rawRequest } from '../../../support/raw.ts'

/** A kit behind a host, and sockets to write to it. */
export async function setHostileScene(host: Host, options: KitOptions = {}) {
  const served = await serveKit(host, options)
  const authorization = { Authorization: `Bearer ${served.kit.key.secret}` }
  const json = { ...authorization, 'Content-Type': 'application/json' }
  return {
    ...served,
    json,
    open: () => openSocket(served.origin),
    /** Sends one request on a connection of its own, and returns the answers. */
    async raw(method: string, target: string, headers: Record<string, string> = {}, body = '') {
      const socket = await openSocket(served.origin)
      socket.write(rawRequest(method, target, { ...authorization, ...headers }, body))
      return socket.answered()
    },
    /** Checks that the server still serves others, on new connections. */
    async servesOn() {
      expect((await served.call('GET', '/me')).status).toBe(200)
    },
  }
}

/** Reads an answer that must be a problem document. */
export function problemOf(answer: RawAnswer | undefined) {
  expect(answer?.headers['content-type']).toBe('application/problem+json')
  const problem = JSON.parse(answer?.body ?? '')
  expect(problem.status).toBe(answer?.status)
  expect(problem.request_id).toBe(answer?.headers['x-request-id'])
  return problem
}

/** Checks that the HTTP parser refused the request or closed the connection, and the kit did not answer. */
export function expectRefusedByParser(answers: readonly RawAnswer[]): void {
  const statuses = answers.map(({ status }) => status)
  expect([[], [400], [413], [414], [431]]).toContainEqual(statuses)
  for (const { headers } of answers) expect(headers).not.toHaveProperty('x-request-id')
}

/** Resolves when a figure has not changed while the process did a lot of other work. */
export async function untilStill(figure: () => number): Promise<void> {
  let last = figure()
  let since = 0
  await until(() => {
    since = figure() === last ? since + 1 : 0
    last = figure()
    return since > 500
  })
}
