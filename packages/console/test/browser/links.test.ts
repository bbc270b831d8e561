import { startChromium } from '@doorkit/tests/chromium'
import { eventually } from '@doorkit/tests/wordy-agent'
import { expect, onTestFinished, test } from 'vitest'
import { createDoorkit, memoryStore } from '../../../server/src/index.ts'
import { openConsole } from './support/open-console.ts'

test('an owner creates a personal link, which a viewer sees but cannot create', async () => {
  const chromium = await startChromium()
  onTestFinished(() => chromium.close())
  const doorkit = createDoorkit({ store: memoryStore() })
  onTestFinished(() => doorkit.close())
  const { id } = await doorkit.workspaces.create({ name: 'A', website: 'https://a.example' })
  const team = await openConsole(chromium, doorkit, id)
  const owner = await team.signIn()
  await owner.go('links')
  await owner.push('Create a link')
  await eventually(() => owner.has('dialog input')).toBe(true)
  await owner.run(`document.querySelector('dialog input').focus()`)
  await owner.insert('Spring letter')
  await owner.press('Enter')
  await eventually(() => owner.texts('tbody th')).toEqual([
    expect.stringContaining('Spring letter'),
  ])
  const viewer = await team.signIn({ role: 'viewer' })
  await viewer.go('links')
  expect(await viewer.texts('tbody th')).toEqual([expect.stringContaining('Spring letter')])
  expect(await viewer.offers('Create a link')).toBe(false)
})
