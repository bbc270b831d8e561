import { findViolations } from '@doorkit/tests/accessibility'
import { startChromium } from '@doorkit/tests/chromium'
import { eventually } from '@doorkit/tests/wordy-agent'
import { expect, onTestFinished, test } from 'vitest'
import { openFilledWorkspace } from './support/filled-workspace.ts'
import { openConsole } from './support/open-console.ts'

test('an owner applies the winner of an opening test, and a viewer cannot', async () => {
  const chromium = await startChromium()
  onTestFinished(() => chromium.close())
  const { doorkit, id, call } = await openFilledWorkspace(onTestFinished)
  const team = await openConsole(chromium, doorkit, id)
  const owner = await team.signIn()
  const viewer = await team.signIn({ role: 'viewer' })
  const label = 'Make a variant the opening…'
  for (const page of [viewer, owner]) {
    await page.go('openings')
    await page.push('Home: say what it saves')
    await eventually(() => page.texts('#main .heading .tag')).toEqual(['winner found'])
  }
  const path = (await owner.run('location.pathname')) as string
  const read = async () => (await call('GET', `/experiments/${path.split('/').at(-1)}`)).json
  const { winner } = await read()
  expect(winner).toMatch(/^var_/)
  expect([await viewer.offers(label), await owner.offers(label)]).toEqual([false, true])
  await owner.push(label)
  await eventually(() => owner.has('dialog select')).toBe(true)
  expect(await findViolations(owner)).toEqual([])
  await owner.push('Make it the opening')
  await eventually(() => owner.texts('#main .heading .tag')).toEqual(['applied'])
  await eventually(() => owner.has('dialog')).toBe(false)
  expect(await owner.offers(label)).toBe(false)
  expect(await read()).toMatchObject({ status: 'applied', winner })
  expect(owner.complaints).toEqual([])
})
