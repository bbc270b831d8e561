import type { Resolve } from '@doorkit/server'
import {
  checkPageUrl,
  checkPublicUrl,
  isPublicAddress,
} from '../../../server/src/network/check-public-address.ts'
import { caller, createKit } from '../../../server/test/support/kit.ts'
import type { Campaign, Round } from '../campaign.ts'
import { countConnections } from './listener.ts'
import { anyOctets, isPrivate4, private6, privateOctets } from './private-ranges.ts'
import { attackByRedirects } from './redirects.ts'
import { disguise, spell } from './spell.ts'

const publicAddress = '93.184.216.34'

/** Tries to make webhooks and the crawler reach private addresses, in every spelling. */
export const addresses: Campaign = {
  summary: 'private hosts in every spelling, as webhooks and pages, and names that change',
  async round(round) {
    await attackTheCheck(round)
    const listener = await countConnections(round)
    await attackTheNetwork(round, listener.port)
    await attackByRedirects(round, listener.port)
    const connections = listener.connections()
    round.check(connections === 0, 'no connection reaches a private address', () => ({
      connections,
    }))
  },
}

/** Resolves every name to this machine, like a lenient parser that reads names as addresses. */
const inside: Resolve = async () => ['127.0.0.1']

async function attackTheCheck(round: Round) {
  const { random } = round
  const isAccepted = (check: typeof checkPageUrl, url: string, resolve = inside) =>
    check(url, { resolve, allowPrivate: false }).then(
      () => true,
      () => false,
    )
  for (let tried = 0; tried < (round.long ? 20_000 : 3_000); tried += 1) {
    const host = spell(privateOctets(random), random)
    const url = disguise(host, 8_080, random)
    for (const check of [checkPageUrl, checkPublicUrl]) {
      round.check(
        !(await isAccepted(check, url)),
        'no spelling of a private host is accepted',
        () => [url],
      )
    }
    const any = anyOctets(random).join('.')
    round.check(
      isPublicAddress(any) === !isPrivate4(any),
      'an address is private exactly if the registries say so',
      () => any,
    )
    const page = await isAccepted(checkPageUrl, `http://${any}/`)
    round.check(
      page === !isPrivate4(any),
      'a page is accepted exactly if its address is public',
      () => any,
    )
  }
  for (const host of private6) {
    round.check(!isPublicAddress(host), 'no private address of IPv6 is public', () => host)
    const url = `http://[${host}]/`
    round.check(!(await isAccepted(checkPageUrl, url)), 'no private host is accepted', () => url)
  }
}

/** The attack through the API and the worker, with names whose addresses change after the check. */
async function attackTheNetwork(round: Round, port: number) {
  const { random } = round
  /** The addresses to which each name resolves now. */
  const answers = new Map<string, readonly string[]>()
  const resolve: Resolve = async (name) => answers.get(name) ?? ['127.0.0.1']
  const kit = await createKit({ resolve, payloadDelayMs: 0, allowPrivateWebhooks: false })
  round.onEnd(() => kit.doorkit.close())
  const call = caller(kit)
  const say = async () => {
    const session = await call('POST', '/chat/sessions', { body: {} })
    const path = `/chat/sessions/${session.json.id}/messages`
    await call('POST', path, { body: { text: 'Hello' } })
  }

  for (let tried = 0; tried < 40; tried += 1) {
    const url = disguise(spell([127, 0, 0, 1], random), port, random)
    const hook = await call('POST', '/webhook_endpoints', { body: { url, events: ['*'] } })
    const page = await call('POST', '/knowledge/sources', { body: { url } })
    for (const { status } of [hook, page]) {
      round.check(status === 400, 'no spelling of this machine is accepted', () => ({
        url,
        status,
      }))
    }
    kit.clock.advance(5_000)
  }

  const names = Array.from({ length: 12 }, (_, number) => `name${number}-${round.seed}.example`)
  for (const name of names) {
    answers.set(name, [publicAddress])
    const hook = await call('POST', '/webhook_endpoints', {
      body: { url: `https://${name}:${port}/`, events: ['*'] },
    })
    answers.set(name, [publicAddress])
    const page = await call('POST', '/knowledge/sources', {
      body: { url: `http://${name}:${port}/` },
    })
    const areAccepted = hook.status === 201 && page.status < 300
    round.check(areAccepted, 'a public name is accepted', () => [hook.text, page.text])
  }
  for (let changes = 0; changes < (round.long ? 10 : 4); changes += 1) {
    for (const name of names) answers.set(name, newAddresses(round))
    await say()
    // This is longer than a resolver may keep an answer.
    kit.clock.advance(31 * 60_000)
    await kit.doorkit.worker.tick()
  }
  const { json } = await call('GET', '/webhook_endpoints')
  for (const { id } of json.data) {
    const log = await call('GET', `/webhook_endpoints/${id}/deliveries?limit=100`)
    for (const delivery of log.json.data) {
      round.check(
        delivery.last_status === null,
        'a name that now resolves to a private address is not reached',
      )
      round.count('attempts on changed names', delivery.attempts)
    }
  }
}

/** The new addresses of a name. At least one of them is this machine's own. */
function newAddresses({ random }: Round): readonly string[] {
  const own = random.pick(['127.0.0.1', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '0.0.0.0'])
  const others = random.pick([[], [publicAddress], [publicAddress, '2606:4700:4700::1111']])
  return random.shuffle([own, ...others])
}
