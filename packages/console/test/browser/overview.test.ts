import { startChromium } from '@doorkit/tests/chromium'
import { eventually } from '@doorkit/tests/wordy-agent'
import { expect, onTestFinished, test } from 'vitest'
import { openFilledWorkspace } from './support/filled-workspace.ts'
import { openConsole } from './support/open-console.ts'

test('the tables and plots of the overview show the same days in the first and the last time zone as in UTC', async () => {
  const chromium = await startChromium()
  onTestFinished(() => chromium.close())
  const { doorkit, id } = await openFilledWorkspace(onTestFinished)
  const page = await (await openConsole(chromium, doorkit, id)).signIn({ role: 'viewer' })
  async function look(timezoneId: string) {
    await page.call('Emulation.setTimezoneOverride', { timezoneId })
    await page.go('overview')
    const count = `document.querySelectorAll('.plot canvas').length`
    await eventually(() => page.run(count)).toBe(5)
    // After two frames, the plots are drawn.
    await page.run(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    )
    const days = await page.run(
      `[...document.querySelectorAll('.card tbody th')].map((one) => one.textContent)`,
    )
    const plots = await page.run(
      `[...document.querySelectorAll('.plot canvas')].map((one) => one.toDataURL())`,
    )
    return { days: days as string[], plots: plots as string[] }
  }
  const here = await look('Etc/UTC')
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  expect(here.days.at(-1)).toBe(today.format(Date.now()))
  expect([here.days.length, new Set(here.days).size]).toEqual([5 * 30, 30])
  for (const zone of ['Pacific/Honolulu', 'Pacific/Kiritimati']) {
    expect(await look(zone)).toEqual(here)
  }
})
