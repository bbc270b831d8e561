import { expect, test } from 'vitest'
import type { Host } from '../../../support/host.ts'
import { createKit } from '../../../support/kit.ts'
import { openSocket } from '../../../support/raw.ts'

const flood = 600
const mostUnanswered = 256

/** A client that sends many requests without waiting for answers. */
export function floods(host: Host): void {
  test('each request on a connection with too many unanswered ones is served or refused', async () => {
    const kit = await createKit()
    const { origin } = await host.serve(kit.doorkit)
    const { write, answered } = await openSocket(origin)
    const head = `Host: localhost\r\nAuthorization: Bearer ${kit.key.secret}`
    write(`GET /v1/me HTTP/1.1\r\n${head}\r\n\r\n`.repeat(flood))
    const answers = await answered(flood)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(answers).toHaveLength(flood)
    expect(refused.length).toBeLessThanOrEqual(flood - mostUnanswered)
    for (const { status, headers, body } of refused) {
      expect([status, headers['retry-after']]).toEqual([429, '1'])
      expect(JSON.parse(body).code).toBe('rate_limited')
    }
  })
}
