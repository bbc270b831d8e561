import { PrivacyExport } from '@doorkit/models'
import { expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'
import { overMemory } from '../support/stores.ts'
import { email, leaveMarks, markedAgent, marks } from './marked-person.ts'

overMemory((openStore) => {
  test('an export contains every mark of a person, except the one in the answers of receivers', async () => {
    const kit = await createKit({ store: openStore(), ...markedAgent })
    await leaveMarks(kit)
    const call = caller(kit)
    const { status, json, text } = await call('POST', '/privacy/exports', { body: { email } })
    expect(status).toBe(200)
    const exported = PrivacyExport.parse(json)
    const { answer: _answer, ...exportedMarks } = marks
    expect(Object.values(exportedMarks).filter((mark) => !text.includes(mark))).toEqual([])
    expect(exported.chat_sessions).toMatchObject([
      {
        visitor: { name: marks.visitor, email, external_id: marks.externalId },
        context: { fact: marks.context },
      },
    ])
    const details = exported.message_details
    expect(details.flatMap(({ tool_calls }) => tool_calls)).toContainEqual({
      name: 'find_order',
      input: JSON.stringify({ number: marks.toolInput }),
      output: JSON.stringify({ state: marks.toolOutput }),
      error: null,
    })
    expect(details.map(({ unfinished }) => unfinished)).toContain(`${marks.unfinished} is what`)
    expect(exported.meetings).toHaveLength(5)
    expect(exported.visits.map(({ visitor }) => visitor)).toEqual(Array(6).fill(marks.visitor))
  })

  test('a visit is found by the external id of its visitor, and an address in the name of a visitor is not stored', async () => {
    const kit = await createKit({ store: openStore() })
    const call = caller(kit)
    const { visits } = kit.doorkit.record(kit.workspace.id)
    await call('POST', '/contacts', { body: { email, external_id: 'crm-7' } })
    const page_url = 'https://acme.example/?who=zq'
    const ofContact = await visits.start({ page_url, visitor: 'crm-7' })
    const named = await visits.start({ page_url, visitor: `Mail to ${email}` })
    const rows = () =>
      kit.store.get(
        [ofContact, named].map((id) => ({ in: 'visits', partition: kit.workspace.id, id })),
      )
    expect(JSON.stringify(await rows())).not.toContain(email)
    const { json } = await call('POST', '/privacy/exports', { body: { email } })
    expect(json.visits).toMatchObject([{ id: ofContact, visitor: 'crm-7' }])
    await call('POST', '/privacy/erasures', { body: { email } })
    expect(await rows()).toMatchObject([
      { columns: { visitor: null }, data: { page_url: 'https://acme.example/' } },
      { data: { page_url } },
    ])
  })
})
