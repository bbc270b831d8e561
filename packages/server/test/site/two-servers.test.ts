import { expect, test } from 'vitest'
import { waitingAgent } from '../support/agents.ts'
import { until } from '../support/faulty-store.ts'
import { createSiteKit, openPage, sentEvents, takeEvents } from '../support/site.ts'
import { describeOverStores } from '../support/stores.ts'

describeOverStores('two servers over one store', (openStore) => {
  async function setUp() {
    const store = openStore()
    const { agent, started, release } = waitingAgent()
    const kit = await createSiteKit({ store, agent })
    const page = openPage(kit)
    await page.visit()
    const other = await createSiteKit({ store, agent })
    const there = openPage({ send: other.send, siteKey: kit.siteKey })
    Object.assign(there.kept, page.kept)
    return { kit, page, there, started, release }
  }

  test('a visit that began on one server continues on the other, which shows the messages of the first', async () => {
    const { page, there, started, release } = await setUp()
    const saying = page.say('Hello')
    await started()
    const { json } = await there.json('GET', '/conversation')
    expect(json).toMatchObject({ answering: true, messages: [{ text: 'Hello' }] })
    release()
    await saying
    expect((await there.json('GET', '/conversation')).json.messages).toHaveLength(2)
  })

  test('a request to the other server to stop an answer takes effect even if the client hangs up', async () => {
    const { kit, page, there, started } = await setUp()
    const sent = await page.call('POST', '/messages', { id: 'm1', text: 'Hello' })
    const events = sentEvents(sent.response)
    await takeEvents(events, 4)
    await started()
    expect((await there.json('POST', '/messages/stop')).json).toMatchObject({ stopped: true })
    await events.return(undefined)
    await kit.doorkit.ping()
    kit.clock.advance(1_000)
    await until(async () => !(await there.json('GET', '/conversation')).json.answering)
    const { json } = await there.json('GET', '/conversation')
    expect(json.messages).toMatchObject([{}, { text: 'One moment.' }])
  })

  test('an answer can be stopped from the other server, within a second, and keeps its text', async () => {
    const { kit, page, there, started } = await setUp()
    let answer: string | undefined
    const saying = page.say('Hello').then(({ text }) => {
      answer = text
    })
    await started()
    expect((await there.json('POST', '/messages/stop')).json).toMatchObject({ stopped: true })
    kit.clock.advance(1_000)
    await until(async () => {
      await kit.doorkit.ping()
      return answer !== undefined
    })
    await saying
    expect(answer).toBe('One moment.')
    const { json } = await there.json('GET', '/conversation')
    expect(json).toMatchObject({ answering: false, messages: [{}, { text: 'One moment.' }] })
  })
})
