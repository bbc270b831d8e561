import { Contact } from '@doorkit/models'
import { expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'
import { idsOf } from '../support/pages.ts'
import { describeForEachStore, type OpenStore } from '../support/stores.ts'

const ada = { email: 'ada@example.com' }

async function setUp(openStore: OpenStore) {
  const kit = await createKit({ store: openStore() })
  const call = caller(kit)
  const post = async (body: object) => (await call('POST', '/contacts', { body })).json
  return { kit, call, post }
}

describeForEachStore('POST /contacts', (openStore) => {
  test('makes a contact of an unknown address', async () => {
    const { call } = await setUp(openStore)
    const { status, json } = await call('POST', '/contacts', {
      body: { email: 'Ada@Example.COM', first_name: 'Ada', attributes: { plan: 'pro', seats: 3 } },
    })
    expect(status).toBe(200)
    expect(Contact.parse(json)).toEqual({
      id: expect.stringMatching(/^ct_/),
      object: 'contact',
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: null,
      name: null,
      company: null,
      phone: null,
      external_id: null,
      attributes: { plan: 'pro', seats: 3 },
      identity_verified: false,
      source: 'api',
      first_seen_at: '2026-10-12T09:30:00.000Z',
      last_seen_at: '2026-10-12T09:30:00.000Z',
      created_at: '2026-10-12T09:30:00.000Z',
      updated_at: '2026-10-12T09:30:00.000Z',
    })
    expect((await call('GET', `/contacts/${json.id}`)).json).toEqual(json)
  })

  test('changes the contact with the same address, however it is written', async () => {
    const { kit, call, post } = await setUp(openStore)
    const first = await post({ ...ada, first_name: 'Ada', company: 'Analytical', phone: '1' })
    kit.clock.advance(1_000)
    const second = await post({ email: 'ADA@example.com', company: 'Engines', phone: null })
    expect(second).toEqual({
      ...first,
      company: 'Engines',
      phone: null,
      updated_at: '2026-10-12T09:30:01.000Z',
    })
    expect((await call('GET', '/contacts')).json.data).toEqual([second])
  })

  test('merges attributes key by key, and null removes one', async () => {
    const { post } = await setUp(openStore)
    await post({ ...ada, attributes: { a: 1, b: 'two', c: null } })
    const { attributes } = await post({ ...ada, attributes: { b: null, d: false } })
    expect(attributes).toEqual({ a: 1, d: false })
  })

  test('takes attributes with the names of what every object has', async () => {
    const { post } = await setUp(openStore)
    const given = { constructor: 'a', prototype: 'b', toString: 'c', hasOwnProperty: 'd' }
    expect((await post({ ...ada, attributes: given })).attributes).toEqual(given)
    expect((await post({ ...ada, attributes: { toString: null } })).attributes).toEqual({
      constructor: 'a',
      prototype: 'b',
      hasOwnProperty: 'd',
    })
  })

  test('refuses the 51st attribute, counted with those that are there', async () => {
    const { call, post } = await setUp(openStore)
    const many = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, at) => [`a${from + at}`, at]))
    await post({ ...ada, attributes: many(0, 50) })
    const body = { ...ada, attributes: { one_more: 1 } }
    const { status, json } = await call('POST', '/contacts', { body })
    expect([status, json.param]).toEqual([400, 'attributes'])
    const swapped = { ...ada, attributes: { one_more: 1, a0: null } }
    expect((await call('POST', '/contacts', { body: swapped })).status).toBe(200)
  })

  test('keeps to the lengths of the fields', async () => {
    const { call } = await setUp(openStore)
    const cases = [
      ['first_name', 200],
      ['last_name', 200],
      ['name', 200],
      ['company', 200],
      ['phone', 40],
      ['external_id', 255],
    ] as const
    for (const [field, length] of cases) {
      const fits = { ...ada, [field]: 'x'.repeat(length) }
      expect.soft((await call('POST', '/contacts', { body: fits })).status, field).toBe(200)
      const long = { ...ada, [field]: 'x'.repeat(length + 1) }
      expect.soft((await call('POST', '/contacts', { body: long })).json.param, field).toBe(field)
    }
    expect(cases).toHaveLength(6)
  })

  test('of one new address at the same time makes one contact', async () => {
    const { call, post } = await setUp(openStore)
    const made = await Promise.all(Array.from({ length: 20 }, () => post(ada)))
    expect(new Set(idsOf(made)).size).toBe(1)
    expect((await call('GET', '/contacts')).json.data).toHaveLength(1)
  })
})

describeForEachStore('external_id', (openStore) => {
  test('belongs to one contact of a workspace', async () => {
    const { call, post } = await setUp(openStore)
    await post({ ...ada, external_id: 'crm-1' })
    const bob = await post({ email: 'bob@example.com' })
    const conflicts = [
      () => call('POST', '/contacts', { body: { email: 'bob@example.com', external_id: 'crm-1' } }),
      () => call('POST', '/contacts', { body: { email: 'eve@example.com', external_id: 'crm-1' } }),
      () => call('PATCH', `/contacts/${bob.id}`, { body: { external_id: 'crm-1' } }),
    ]
    for (const request of conflicts) {
      const { status, json } = await request()
      expect.soft([status, json.code, json.param]).toEqual([409, 'conflict', 'external_id'])
    }
    expect(conflicts).toHaveLength(3)
    expect((await call('GET', '/contacts')).json.data).toHaveLength(2)
  })

  test('can be set again on its own contact, cleared, and then given to another', async () => {
    const { call, post } = await setUp(openStore)
    const first = await post({ ...ada, external_id: 'crm-1' })
    expect((await post({ ...ada, external_id: 'crm-1' })).external_id).toBe('crm-1')
    const path = `/contacts/${first.id}`
    expect((await call('PATCH', path, { body: { external_id: null } })).json.external_id).toBeNull()
    const bob = await post({ email: 'bob@example.com', external_id: 'crm-1' })
    expect(bob.external_id).toBe('crm-1')
  })

  test('asked for by many at the same time goes to one', async () => {
    const { call } = await setUp(openStore)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        call('POST', '/contacts', { body: { email: `p${at}@example.com`, external_id: 'crm-1' } }),
      ),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    expect((await call('GET', '/contacts')).json.data).toHaveLength(1)
  })

  test('may be the same in another workspace', async () => {
    const { kit, post } = await setUp(openStore)
    await post({ ...ada, external_id: 'crm-1' })
    const { call: other } = await kit.anotherWorkspace()
    const { status } = await other('POST', '/contacts', { body: { ...ada, external_id: 'crm-1' } })
    expect(status).toBe(200)
    expect((await other('GET', '/contacts')).json.data).toHaveLength(1)
  })
})

describeForEachStore('PATCH /contacts/{id}', (openStore) => {
  test('changes what is given, and null clears', async () => {
    const { kit, call, post } = await setUp(openStore)
    const made = await post({
      ...ada,
      first_name: 'Ada',
      name: 'Ada L',
      company: 'A',
      attributes: { a: 1, b: 2 },
    })
    kit.clock.advance(1_000)
    const { status, json } = await call('PATCH', `/contacts/${made.id}`, {
      body: { first_name: null, company: 'B', attributes: { a: null, c: 3 } },
    })
    expect([status, json]).toEqual([
      200,
      {
        ...made,
        first_name: null,
        company: 'B',
        attributes: { b: 2, c: 3 },
        updated_at: '2026-10-12T09:30:01.000Z',
      },
    ])
  })

  test('does not change the address', async () => {
    const { call, post } = await setUp(openStore)
    const { id } = await post(ada)
    const { status, json } = await call('PATCH', `/contacts/${id}`, {
      body: { email: 'eve@example.com' },
    })
    expect([status, json.param]).toEqual([400, 'email'])
  })

  test('of a contact of another workspace finds nothing', async () => {
    const { kit, call, post } = await setUp(openStore)
    const { id } = await post(ada)
    const { call: other } = await kit.anotherWorkspace()
    const requests = [
      ['GET', {}],
      ['PATCH', { body: { company: 'B' } }],
      ['DELETE', {}],
    ] as const
    for (const [method, options] of requests) {
      expect.soft((await other(method, `/contacts/${id}`, options)).status, method).toBe(404)
    }
    expect(requests).toHaveLength(3)
    expect((await call('GET', `/contacts/${id}`)).json.company).toBeNull()
  })
})
