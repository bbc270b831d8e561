import { findFaults } from '@doorkit/tests/accessibility'
import { startChromium } from '@doorkit/tests/chromium'
import { eventually } from '@doorkit/tests/wordy-agent'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDoorkit, memoryStore } from '../../../server/src/index.ts'
import { type ConsolePage, openConsole } from './support/open-console.ts'

let owner: ConsolePage
let viewer: ConsolePage
const ends: (() => unknown)[] = []

beforeAll(async () => {
  const chromium = await startChromium()
  ends.push(() => chromium.close())
  const doorkit = createDoorkit({ store: memoryStore() })
  ends.push(() => doorkit.close())
  const { id } = await doorkit.workspaces.create({ name: 'A', website: 'https://a.example' })
  const team = await openConsole(chromium, doorkit, id, (end) => ends.push(end))
  owner = await team.signIn()
  viewer = await team.signIn({ role: 'viewer' })
})
afterAll(async () => {
  for (const end of ends) await end()
})

/** Writes into the field with a label. */
async function write(label: string, text: string) {
  const field = `[...document.querySelectorAll('label')].findLast((one) => one.innerText === ${JSON.stringify(label)}).control`
  await owner.run(`${field}.focus()`)
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
  await eventually(() => owner.texts('.trial .agent > .said')).toEqual([
    expect.stringContaining('within two days'),
  ])
  await owner.click('.trial summary')
  expect(await owner.texts('.tool-call .found .by')).toEqual(['Delivery'])
  expect(await findFaults(owner)).toEqual([])
  await owner.push('Begin again')
  await eventually(() => owner.has('.trial .transcript')).toBe(false)
  expect(owner.complaints).toEqual([])
  await viewer.go('agent')
  expect(await viewer.has('.settings')).toBe(true)
  expect(await viewer.has('.trial')).toBe(false)
})
