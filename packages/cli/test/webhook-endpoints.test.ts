import { beforeAll, describe, expect, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { listenHere } from './support/listen-here.ts'
import { startServing } from './support/processes.ts'
import { runHere } from './support/terminal.ts'

const { newStore } = storeFolder()
const store = newStore()
/** The environment in which commands call the live workspace of the server. */
let liveEnv: Record<string, string>

beforeAll(async () => {
  const { facts } = await startServing('--store', store)
  liveEnv = { DOORKIT_BASE_URL: facts.base_url, DOORKIT_API_KEY: facts.api_key }
})

describe('webhooks', () => {
  test.each([
    ['a server', () => []],
    ['a store', () => ['--store', store]],
  ])('endpoints of %s can be created, listed, tested and deleted', async (_, flags) => {
    const json = async (...args: string[]) => {
      const { code, stdout, stderr } = await runHere(
        ['webhooks', ...args, '--json', ...flags()],
        flags().length > 0 ? {} : liveEnv,
      )
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      return JSON.parse(stdout)
    }
    const url = 'https://hooks.invalid/1'
    const made = await json('create', url, '--events', 'lead.captured,meeting.booked')
    expect(made).toMatchObject({ url, events: ['lead.captured', 'meeting.booked'] })
    expect(made.secret).toMatch(/^whsec_/)
    const { secret: _secret, ...shown } = made
    expect(await json('list')).toEqual([shown])
    const tested = await runHere(
      ['webhooks', 'test', made.id, ...flags()],
      flags().length > 0 ? {} : liveEnv,
    )
    expect(tested).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^No answer in \d+ ms: .+\n$/),
      stderr: 'The receiver did not accept the test event: answer with a 2xx within 10 seconds.\n',
    })
    expect(await json('delete', made.id)).toMatchObject({ id: made.id, deleted: true })
    expect(await json('list')).toEqual([])
  })

  test('the answer of the receiver to a test event is printed', async () => {
    const other = await startServing('--allow-private-webhooks')
    const { base_url, test_api_key } = other.facts
    const env = { DOORKIT_BASE_URL: base_url, DOORKIT_API_KEY: test_api_key }
    let deliveries = 0
    const url = await listenHere((_request, response) => {
      deliveries += 1
      response.end('fine')
    })
    const made = await runHere(['webhooks', 'create', url, '--events', '*', '--json'], env)
    const { id } = JSON.parse(made.stdout)
    const tested = await runHere(['webhooks', 'test', id], env)
    expect(tested).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^200 in \d+ ms: fine\n$/),
    })
    const triggered = await runHere(['trigger', 'webhook.test', '--json'], env)
    expect(JSON.parse(triggered.stdout)).toEqual({ type: 'webhook.test', event: null, object: id })
    expect(deliveries).toBe(2)
  })

  test('failures with endpoints are explained on one line', async () => {
    for (const [line, part] of [
      ['create', 'Name the URL'],
      ['create https://hooks.invalid', '--events is missing'],
      ['create https://hooks.invalid --events lead.lost', 'events'],
      ['create http://hooks.invalid --events *', 'https'],
      ['test', 'Give the id of an endpoint'],
      ['delete we_nobody', 'webhook endpoint'],
      ['delete we_nobody', '(not_found, req_'],
    ] as const) {
      const refused = await runHere(['webhooks', ...line.split(' ')], liveEnv)
      expect(refused, line).toMatchObject({ code: 1, stdout: '' })
      expect(refused.stderr.toLowerCase(), line).toContain(part.toLowerCase())
      expect(refused.stderr, line).toMatch(/^[^\n]+\n$/)
    }
  })
})
