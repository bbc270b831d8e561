import { findViolations } from '@doorkit/tests/accessibility'
import { startChromium } from '@doorkit/tests/chromium'
import { eventually } from '@doorkit/tests/wordy-agent'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDoorkit, type Doorkit, memoryStore } from '../../../server/src/index.ts'
import { caller } from '../../../server/test/support/kit.ts'
import { type ConsolePage, openConsole } from './support/open-console.ts'

let owner: ConsolePage
let viewer: ConsolePage
let doorkit: Doorkit
let workspace: string
let site: ReturnType<Doorkit['record']>
const ends: (() => unknown)[] = []

beforeAll(async () => {
  const chromium = await startChromium()
  ends.push(() => chromium.close())
  doorkit = createDoorkit({ store: memoryStore(), allowPrivateWebhooks: true })
  ends.push(() => doorkit.close())
  workspace = (await doorkit.workspaces.create({ name: 'A', website: 'https://a.example' })).id
  site = doorkit.record(workspace)
  const team = await openConsole(chromium, doorkit, workspace, (end) => ends.push(end))
  owner = await team.signIn()
  viewer = await team.signIn({ role: 'viewer' })
})
afterAll(async () => {
  for (const end of ends) await end()
})

/** An expression for the last field with a label or, with `find`, for the first one. */
const fieldOf = (label: string, method: 'find' | 'findLast' = 'findLast') =>
  `[...document.querySelectorAll('dialog label')].${method}((one) => one.innerText === ${JSON.stringify(label)}).control`

/** Writes into the last field with a label. */
async function write(label: string, text: string) {
  await owner.run(`${fieldOf(label)}.focus()`)
  await owner.insert(text)
}

test('an owner creates a personal link, which a viewer sees but cannot create', async () => {
  await owner.go('links')
  await owner.push('Create a link')
  await eventually(() => owner.has('dialog input')).toBe(true)
  await write('Name', 'Spring letter')
  await owner.press('Enter')
  await eventually(() => owner.texts('tbody th')).toEqual([
    expect.stringContaining('Spring letter'),
  ])
  await viewer.go('links')
  expect(await viewer.texts('tbody th')).toEqual([expect.stringContaining('Spring letter')])
  expect(await viewer.offers('Create a link')).toBe(false)
})

test('an owner tries the agent, and sees its answer with the passages that it found', async () => {
  await owner.go('knowledge')
  await owner.push('Add a document')
  await eventually(() => owner.has('dialog textarea')).toBe(true)
  await write('Name', 'Delivery')
  await write('Text', 'We ship every order within two days.')
  await owner.push('Add')
  await eventually(() => owner.has('dialog')).toBe(false)
  await owner.go('agent')
  await owner.say('When do you ship an order?')
  await eventually(() => owner.texts('.trial .agent > .quoted')).toEqual([
    expect.stringContaining('within two days'),
  ])
  await owner.click('.trial summary')
  expect(await owner.texts('.tool-call .found .by')).toEqual(['Delivery'])
  expect(await findViolations(owner)).toEqual([])
  await owner.push('Begin again')
  await eventually(() => owner.has('.trial .transcript')).toBe(false)
  expect(owner.complaints).toEqual([])
  await viewer.go('agent')
  expect(await viewer.has('.settings')).toBe(true)
  expect(await viewer.has('.trial')).toBe(false)
})

test('an owner creates an opening test, starts, pauses, resumes and ends it, and a viewer only sees it', async () => {
  await owner.go('openings')
  await owner.push('Create a test')
  await eventually(() => owner.has('dialog input')).toBe(true)
  await write('Name', 'Shorter')
  await write('Headline', 'Hi!')
  await write('Buttons', 'Prices | What does it cost?')
  await owner.run(`${fieldOf('Headline', 'find')}.focus()`)
  await owner.insert('Welcome to A')
  await owner.press('Enter')
  await eventually(() => owner.texts('#main h1')).toEqual(['Shorter'])
  expect(await owner.texts('tbody th')).toEqual([
    expect.stringContaining('Welcome to A'),
    expect.stringContaining('Hi!'),
  ])
  const status = () => owner.texts('#main .heading .tag')
  await owner.push('Start')
  await eventually(status).toEqual(['running'])
  await viewer.go((await owner.run(`location.pathname.split('/console/')[1]`)) as string)
  expect(await viewer.texts('tbody th')).toHaveLength(2)
  for (const label of ['Pause', 'Add a variant', 'End…']) {
    expect([label, await owner.offers(label), await viewer.offers(label)]).toEqual([
      label,
      true,
      false,
    ])
  }
  await owner.push('Pause')
  await eventually(status).toEqual(['paused'])
  await owner.push('Resume')
  await eventually(status).toEqual(['running'])
  await owner.push('End…')
  await owner.push('End')
  await eventually(status).toEqual(['stopped'])
  expect(owner.complaints).toEqual([])
})

test('a conversation shows its UTM parameters by their names', async () => {
  const utm = { utm_source: 'news', utm_medium: 'email' }
  const id = await site.conversations.start({ page_url: 'https://a.example/', utm })
  await owner.go(`conversations/${id}`)
  const names = (await owner.texts('.facts dt')) as string[]
  expect(names.filter((name) => name.includes('utm'))).toEqual(Object.keys(utm))
})

test('an owner adds a webhook endpoint, and learns that no event was sent to it', async () => {
  await owner.go('webhooks')
  await owner.push('Add an endpoint')
  await eventually(() => owner.has('dialog input')).toBe(true)
  expect(await owner.texts('dialog .field .small')).toContain(
    'HTTPS, on a public host. A server for development can also allow private hosts, even over plain HTTP.',
  )
  await write('Address', 'http://127.0.0.1:9/')
  await owner.press('Enter')
  await owner.push('Done')
  await owner.push('http://127.0.0.1:9/')
  await owner.push('Diagnose')
  await eventually(() => owner.texts('.findings li')).toEqual([
    expect.stringContaining('No event was sent to this endpoint'),
  ])
})

test('an opening test whose variant could not be added is created once', async () => {
  await owner.go('openings')
  await owner.push('Create a test')
  await eventually(() => owner.has('dialog input')).toBe(true)
  await write('Name', 'Without a connection')
  await write('Headline', 'Hi!')
  await owner.run(`${fieldOf('Headline', 'find')}.focus()`)
  await owner.insert('Welcome to A')
  const heldRequests = await owner.holdRequests(({ pathname }) => pathname.endsWith('/variants'))
  await owner.push('Create')
  await heldRequests.fail()
  await eventually(() => owner.texts('dialog .problem')).toEqual([
    'The server cannot be reached. Check the connection, and try again.',
  ])
  // The test exists by now, so what it is made of can no longer be changed here.
  expect(await owner.run(`${fieldOf('Name')}.matches(':disabled')`)).toBe(true)
  await heldRequests.release()
  await owner.push('Create')
  await eventually(() => owner.texts('#main h1')).toEqual(['Without a connection'])
  expect(await owner.texts('tbody th')).toHaveLength(2)
  await owner.go('openings')
  const names = (await owner.texts('tbody th')) as string[]
  expect(names.filter((name) => name.includes('Without a connection'))).toHaveLength(1)
})

test('after a failed "Show more", "Try again" reads the list and shows no error', async () => {
  const key = await doorkit.keys.create({ workspace, name: 'Import', access: 'full_access' })
  const call = caller({ doorkit, key })
  const create = (at: number) => call('POST', '/contacts', { body: { email: `${at}@a.example` } })
  for (let at = 0; at < 51; at += 1) await create(at)
  await owner.go('contacts')
  const heldRequests = await owner.holdRequests(({ search }) => search.includes('starting_after'))
  await owner.push('Show more')
  await heldRequests.fail()
  await eventually(() => owner.has('#main .state.failed')).toBe(true)
  await heldRequests.release()
  await create(51)
  await owner.push('Try again')
  const rows = async () => (await owner.texts('tbody th')) as string[]
  await eventually(rows).toContain('51@a.example')
  expect(await owner.has('#main .state.failed')).toBe(false)
  await owner.push('Show more')
  await eventually(async () => (await rows()).length).toBe(52)
})
