import { api, type Operation } from '@doorkit/models'
import type { Store } from '@doorkit/store'
import fc from 'fast-check'
import { createPopulatedKit, operations, pathWith } from '../../../server/test/contract/fixture.ts'
import { arbitraryOf } from '../../../server/test/support/arbitrary.ts'
import type { Campaign, Round } from '../campaign.ts'
import { openStores } from '../round-resources.ts'
import { hostileStrings } from './hostile-strings.ts'
import { at, type StringPath, stringPaths, withString } from './string-paths.ts'

/** Sends text that means something to a database, a parser or a language, in every field. */
export const strings: Campaign = {
  summary: 'hostile text in every string of every operation, in queries and in paths',
  async round(round) {
    for (const [name, store] of Object.entries(openStores(round))) await attack(round, store, name)
  },
}

/** The short form sends most texts only to SQLite, which encodes them. */
const textsFor = ({ long, random }: Round, store: string) => {
  if (long) return hostileStrings(random, 60, 20)
  return store === 'SQLite' ? hostileStrings(random, 8, 3) : hostileStrings(random, 2, 1)
}

async function attack(round: Round, store: Store, name: string) {
  const { kit, call, ids } = await createPopulatedKit({ store })
  const texts = () => textsFor(round, name)
  async function send(operation: Operation, path: string, body?: unknown) {
    kit.clock.advance(1_100)
    return call(operation.method, path, { body })
  }

  const revision = async () => ({ revision: (await call('GET', '/appearance')).json.revision })

  for (const { id, operation } of operations) {
    const valid = operation.body && fullBody(id, operation.body, round.seed)
    for (const place of stringPaths(valid)) {
      for (const text of texts()) {
        const current = id === 'appearance.update' ? await revision() : {}
        const body = { ...(withString(valid, place, text) as object), ...current }
        const facts = { id, place: place.join('.'), text }
        const answer = await send(operation, pathWith(operation, ids), body)
        checkStatus(round, answer.status, facts)
        if (answer.status < 300) await checkKept(id, place, text, answer.json)
      }
    }
    for (const name of Object.keys(operation.query?.shape ?? {})) {
      for (const text of texts()) {
        const query = `${encodeURIComponent(name)}=${encode(text)}`
        const { status } = await send(operation, `${pathWith(operation, ids)}?${query}`)
        checkStatus(round, status, { id, place: `?${name}`, text })
      }
    }
    if (!operation.params) continue
    for (const text of texts()) {
      const foreign = encode(text)
      const path = operation.path.replaceAll(/\{\w+\}/g, foreign)
      const { status } = await send(operation, path, valid)
      checkStatus(round, status, { id, place: 'the path', text })
    }
  }

  /**
   * Checks that an accepted string is returned unchanged, in the answer and in a later read. The API
   * changes only email addresses, to lower case.
   */
  async function checkKept(id: string, place: StringPath, text: string, reply: unknown) {
    const facts = () => ({ id, place: place.join('.'), text, reply })
    const expected = place.at(-1) === 'email' ? text.toLowerCase() : text
    const answered = at(reply, place)
    if (typeof answered === 'string') {
      round.count('texts kept')
      round.check(answered === expected, 'an accepted text comes back unchanged', facts)
    }
    if (id === 'chatSessions.send') {
      const { messages } = (await call('GET', pathWith(api.chatSessions.get, ids))).json
      const isStored = (messages as { text: string }[]).some((message) => message.text === text)
      round.check(
        isStored || place[0] !== 'text',
        'a message of a visitor is stored unchanged',
        facts,
      )
    }
    const made = (reply as { id?: unknown }).id
    const [resource = ''] = id.split('.')
    const { get, delete: remove } = (api as Readonly<Record<string, Record<string, Operation>>>)[
      resource
    ] as Record<string, Operation | undefined>
    if (typeof made !== 'string' || !get) return
    const one = (path: string) => path.replace(/\{\w+\}/, made)
    const read = await send(get, one(get.path))
    const again = at(read.json, place)
    if (typeof again === 'string') {
      round.check(again === expected, 'an accepted text is read unchanged', facts)
    }
    // Deleting the object keeps the counts below every limit. Other operations need the objects in `ids`.
    if (remove && !Object.values(ids).includes(made)) await send(remove, one(remove.path))
  }
}

/** The string as a URL can contain it, without lone surrogates. */
const encode = (text: string) => encodeURIComponent(Buffer.from(text).toString())

function checkStatus(round: Round, status: number, facts: object) {
  round.check(status < 500, 'no text causes a server error', () => ({ ...facts, status }))
}

/** The valid body with the most strings, out of 40 random ones. */
function fullBody(id: string, schema: NonNullable<Operation['body']>, seed: number): object {
  const samples = fc.sample(arbitraryOf(schema), { numRuns: 40, seed }) as object[]
  const [fullest = {}] = samples.sort(
    (one, other) => stringPaths(other).length - stringPaths(one).length,
  )
  // Switching the chat off would make the API refuse the later messages.
  if (id === 'agent.update') return { ...fullest, live: true }
  // A stream is not JSON.
  return id === 'chatSessions.send' ? { ...fullest, stream: false } : fullest
}
