import { expect, test } from 'vitest'
import { type Host, serveKit } from '../../../support/host.ts'
import { type Call, caller } from '../../../support/kit.ts'

const subject = { body: { email: 'ada@example.com' } }

async function repeat(times: number, request: () => ReturnType<Call>) {
  const answers = []
  for (let requests = 0; requests < times; requests += 1) answers.push(await request())
  return answers
}

/** The fixed windows of an API key (docs/api.md#rate-limits). */
export function rateLimitRules(host: Host): void {
  // docs/api.md#rate-limits
  test('an API key that has used its requests of the minute is refused until the window ends', async () => {
    const { kit, call } = await serveKit(host, { plan: 'adapt' })
    const getMe = () => call('GET', '/me')
    const allowed = await repeat(120, getMe)
    expect(allowed.every(({ status }) => status === 200)).toBe(true)
    expect(allowed.at(-1)?.headers.get('ratelimit-remaining')).toBe('0')
    kit.clock.advance(12_345)
    const { status, headers, json } = await getMe()
    expect([status, json.code]).toEqual([429, 'rate_limited'])
    expect(headers.get('retry-after')).toBe('48')
    expect(headers.get('ratelimit-limit')).toBe('120')
    expect(headers.get('ratelimit-remaining')).toBe('0')
    expect(headers.get('ratelimit-reset')).toBe('48')
    kit.clock.advance(47_655)
    expect((await getMe()).headers.get('ratelimit-remaining')).toBe('119')
  })

  // docs/api.md#rate-limits
  test('the window starts at the first request', async () => {
    const { kit, call } = await serveKit(host, { plan: 'adapt' })
    const send = () => call('POST', '/privacy/exports', subject)
    kit.clock.advance(47_000)
    await send()
    kit.clock.advance(59_999)
    await repeat(9, send)
    expect((await send()).headers.get('retry-after')).toBe('1')
    kit.clock.advance(1)
    const { status, headers } = await send()
    expect([status, headers.get('ratelimit-reset')]).toEqual([200, '60'])
  })

  test('a request refused for its rate does nothing, and does not count in the next window', async () => {
    const { kit, call } = await serveKit(host, { plan: 'adapt' })
    const document = { body: { name: 'Prices', content: 'It costs 5 euros.' } }
    await repeat(12, () => call('POST', '/knowledge/documents', document))
    expect((await call('GET', '/knowledge/documents')).json.data).toHaveLength(10)
    kit.clock.advance(60_000)
    const { headers } = await call('POST', '/knowledge/documents', document)
    expect(headers.get('ratelimit-remaining')).toBe('9')
  })

  test('heavy requests have a budget of their own', async () => {
    const { call } = await serveKit(host, { plan: 'adapt' })
    const heavy = await repeat(11, () => call('POST', '/privacy/exports', subject))
    expect(heavy.at(-1)?.status).toBe(429)
    expect(heavy[0]?.headers.get('ratelimit-limit')).toBe('10')
    const { status, headers } = await call('GET', '/me')
    expect([status, headers.get('ratelimit-remaining')]).toEqual([200, '119'])
  })

  test('each API key has its own window', async () => {
    const { kit, send, call } = await serveKit(host, { plan: 'adapt' })
    await repeat(11, () => call('POST', '/privacy/exports', subject))
    const other = await kit.doorkit.keys.create({
      workspace: kit.workspace.id,
      name: 'Other',
      access: 'full_access',
    })
    const second = caller({ ...kit, key: other }, send)
    expect((await second('POST', '/privacy/exports', subject)).status).toBe(200)
  })

  test('an API key has the limits of its plan', async () => {
    const plans = { origin: [120, 10], adapt: [120, 10], evolve: [600, 30], apex: [1200, 60] }
    const { kit, call } = await serveKit(host)
    let checked = 0
    for (const [plan, limits] of Object.entries(plans)) {
      await kit.doorkit.workspaces.update(kit.workspace.id, { plan: plan as keyof typeof plans })
      const answers = [await call('GET', '/me'), await call('POST', '/privacy/exports', subject)]
      const reported = answers.map(({ headers }) => Number(headers.get('ratelimit-limit')))
      expect.soft(reported, plan).toEqual(limits)
      checked += 1
    }
    expect(checked).toBe(4)
  })
}
