import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@doorkit/client'
import { type ChatMessage, createSiteClient } from '@doorkit/widget'
import { expect, test } from 'vitest'
import { folder, linePatterns, takeTour } from './support/take-tour.ts'

/** Chats in the shop as its page does, and returns the answer and the change of the figures. */
async function chatInShop(shown: string) {
  const origin = /^ {2}Shop +(http\S+)/m.exec(shown)?.[1] ?? ''
  const html = await (await fetch(`${origin}/bare`)).text()
  const settings = JSON.parse(/const shop = (.*?)<\/script>/.exec(html)?.[1] ?? '')
  expect(html).toContain('/messages/stream')
  const shop = await (await fetch(origin)).text()
  expect(shop).toContain(`src="${settings.baseUrl}/widget.js"`)
  expect((await fetch(`${settings.baseUrl}/widget.js`)).status).toBe(200)
  const site = createSiteClient({
    ...settings,
    page: { ...page, url: () => `${origin}/` },
    fetch: (url, init) => {
      const headers = new Headers(init?.headers)
      headers.set('Origin', origin)
      return fetch(url, { ...init, headers })
    },
  })
  const apiKey = /API key +(\S+)/.exec(shown)?.[1] ?? ''
  const baseUrl = /^The workspace API is at (\S+),/m.exec(shown)?.[1] ?? ''
  const client = createClient({ apiKey, baseUrl })
  const reached = async () => (await client.analytics.get()).funnel.map(({ visitors }) => visitors)
  const before = await reached()
  const message = await site.messages.send('What does it cost?').final()
  const after = await reached()
  const texts = textsOf(message)
  const meeting = textsOf(await site.messages.send('Could I see a demo?').final()).join()
  const link = (await client.chatButtons.list()).data.find((one) => one.behavior === 'link')?.link
  const booking = /http\S+/.exec(meeting)?.[0] ?? ''
  const pages = await Promise.all(
    [booking, link ?? ''].map(async (url) => (await fetch(url)).text()),
  )
  expect(
    [booking, link].every((url) => url?.startsWith(`${origin}/book`)),
    meeting,
  ).toBe(true)
  for (const page of pages) expect(page).toContain('<title>Book a demo')
  return { texts, moved: after.map((count, stage) => count - (before[stage] ?? 0)) }
}

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Runs a shell command in the repository, and returns its output. */
async function runCommand(line: string, env: Readonly<Record<string, string>> = {}) {
  const options = { cwd: root, env: { ...process.env, ...env } }
  return (await promisify(execFile)('sh', ['-c', line], options)).stdout
}

/** Makes another link to the console with the command that the demo prints. */
function makeNewLink(shown: string) {
  return runCommand(/^ {2}(npm run doorkit -- console-link .*)$/m.exec(shown)?.[1] ?? 'false')
}

/** Runs the sample of the README that calls the API, with the command of the README. */
async function runSample(shown: string) {
  const readme = readFileSync(`${root}README.md`, 'utf8')
  const sample = /## Call the API\n\n```ts\n(.*?)```/s.exec(readme)?.[1] ?? ''
  const command = /(npx node .*) example\.ts$/m.exec(readme)?.[1] ?? ''
  const [address = ''] = /http:\S+\/v1/.exec(shown.slice(shown.indexOf('The workspace API'))) ?? []
  const file = `${root}example-of-test.ts`
  writeFileSync(file, sample.replace('https://api.example.com/v1', address))
  const apiKey = /API key +(\S+)/.exec(shown)?.[1] ?? ''
  return runCommand(`${command} ${file}`, { DOORKIT_API_KEY: apiKey }).finally(() => rmSync(file))
}

const textsOf = ({ parts }: ChatMessage) =>
  parts.flatMap((part) => (part.type === 'text' ? part.text : []))

const page = {
  url: () => '',
  referrer: () => '',
  isOnline: () => true,
  isHidden: () => false,
  onChange: () => () => {},
}

test('with --stay, the tour serves a demo with a shop after its last step, and removes the demo at the end', async () => {
  const seen: unknown[] = []
  const stay = ['--stay', '--port', '0']
  const { code, lines, stderr } = await takeTour({}, stay, async (shown) => {
    seen.push(await chatInShop(shown).catch(String))
    seen.push(await makeNewLink(shown).catch(String))
    seen.push(await runSample(shown).catch(String))
  })
  expect(seen).toEqual([
    { texts: [expect.stringContaining('Team costs 3 euros')], moved: [1, 0, 1, 1, 0, 0] },
    expect.stringMatching(/^Send this link only to Grace Hopper\./m),
    expect.stringMatching(/^conv_\w+ \w+$/m),
  ])
  expect(code, stderr).toBe(0)
  expect(lines[0]).toMatch(/^First comes a tour/)
  expect(lines[linePatterns.length + 1]).toMatch(/starts with its own database/)
  expect(lines[linePatterns.length + 2]).toMatch(/^The workspace API is at http.*with demo data/)
  expect(lines.slice(linePatterns.length + 3, linePatterns.length + 8)).toEqual([
    '',
    expect.stringMatching(/^ {2}Shop {5}http:\S+ {2}\(its visitors chat with the agent\)$/),
    expect.stringMatching(/^ {2}Console {2}http:\S+\/console\/sign-in#\S+ {2}\(opens once\)$/),
    expect.stringMatching(/^ {2}API {6}http:\S+\/reference {2}\(its reference\)$/),
    '',
  ])
  expect(lines.at(-2)).toBe('Press Ctrl+C to stop.')
  expect(lines.at(-1)).toBe('The demo has ended. The tour now removes its database.')
  expect(readdirSync(folder)).toEqual([])
})
