import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@doorkit/client'
import { createSiteClient } from '@doorkit/widget'
import { afterAll, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'tour-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Takes the tour in a process of its own. */
function takeTour(
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
  visit: (shown: string) => Promise<void> = async () => {},
) {
  const file = fileURLToPath(new URL('../src/tour.ts', import.meta.url))
  return new Promise<{ code: unknown; lines: string[]; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['--conditions=@doorkit/source', file, ...args],
      { env: { ...process.env, TMPDIR: folder, ...env }, timeout: 110_000 },
      (error, stdout, stderr) => {
        resolve({ code: error ? error.code : 0, lines: stdout.trimEnd().split('\n'), stderr })
      },
    )
    // Somebody who stays ends it once it serves; a second signal would end it at once.
    let shown = ''
    const endOnceServed = (part: string) => {
      shown += part
      if (!/^A shop .*\n/m.test(shown)) return
      child.stdout?.off('data', endOnceServed)
      void visit(shown).finally(() => child.kill('SIGINT'))
    }
    child.stdout?.on('data', endOnceServed)
  })
}

/** The text that each line has to show, in order. */
const steps: readonly RegExp[] = [
  /^ 1\. Server: http:\/\/127\.0\.0\.1:\d+\/v1 serves ws_\w+/,
  /^ 2\. Keys: key_\w+ \(contacts:write\), key_\w+ .*privacy:write\)$/,
  /^ 3\. Contacts: 60 upserted, then walked in pages of 25 from ct_\w+ to ct_\w+$/,
  /^ 4\. Idempotency: ct_\w+ written by (req_\w+), sent again, replayed as \1$/,
  /^ 5\. Webhooks: we_\w+ posts lead\.captured, handoff\.requested to http:\/\/127\.0\.0\.1/,
  /^ 6\. Knowledge: doc_\w+ "Opening hours" in 1 passage, doc_\w+ "Prices" in 1 passage$/,
  /^ 7\. Chat: chs_\w+ is asked ".*" and says "The Team plan costs 3 euros.*" in \d\d tokens$/,
  /^ 8\. Lead: .* webhook evt_\w+ received and verified: ct_\w+ is Ada Lovelace$/,
  /^ 9\. Handoff: conv_\w+ is handed_off; webhook evt_\w+ received and verified$/,
  /^10\. Events: evt_\w+ handoff\.requested, evt_\w+ lead\.captured, evt_\w+ conversation\.started$/,
  /^11\. Erasure: era_\w+ leaves 1 conversation and 3 events .* ct_\w+ is gone: not_found$/,
  /^That was the tour\.$/,
]

/** Chats in the shop as its page does, and returns the answer, and by how much the figures moved. */
async function chatInShop(shown: string) {
  const origin = /^A shop .* is at (http\S+)$/m.exec(shown)?.[1] ?? ''
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
  const texts = message.parts.flatMap((part) => (part.type === 'text' ? part.text : []))
  return { texts, moved: after.map((count, stage) => count - (before[stage] ?? 0)) }
}

const page = {
  url: () => '',
  referrer: () => '',
  isOnline: () => true,
  isHidden: () => false,
  onChange: () => () => {},
}

describe('the tour', () => {
  test('takes every step, prints a line for each, and leaves nothing behind', async () => {
    const { code, lines, stderr } = await takeTour()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(lines).toHaveLength(steps.length)
    steps.forEach((step, position) => {
      expect(lines[position]).toMatch(step)
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('ends with a sentence that names the step that failed, and with 1', async () => {
    const refusal = `new Response('{}', { status: 403 })`
    const sabotage = `const send = globalThis.fetch
      globalThis.fetch = async (url, init) =>
        String(url).endsWith('/knowledge/documents') ? ${refusal} : send(url, init)`
    const preload = `data:text/javascript,${encodeURIComponent(sabotage)}`
    const { code, lines, stderr } = await takeTour({ NODE_OPTIONS: `--import=${preload}` })
    expect(code).toBe(1)
    expect(lines).toHaveLength(5)
    expect(stderr).toMatch(/^The tour could not load knowledge: .+\n$/)
    expect(readdirSync(folder)).toEqual([])
  })

  test('goes on to serve a demonstration with a shop, says that it will be gone afterwards, and it is', async () => {
    const seen: unknown[] = []
    const stay = ['--stay', '--port', '0']
    const { code, lines, stderr } = await takeTour({}, stay, async (shown) => {
      seen.push(await chatInShop(shown).catch(String))
    })
    expect(seen).toEqual([
      { texts: [expect.stringContaining('Team costs 3 euros')], moved: [1, 0, 1, 1, 0, 0] },
    ])
    expect(code, stderr).toBe(0)
    expect(lines[steps.length]).toMatch(/in a database of its own, which ends with it\.$/)
    expect(lines[steps.length + 1]).toMatch(/^The workspace API is at http.*with demo data/)
    expect(lines.at(-4)).toMatch(/^The API is at http:\S+\/v1$/)
    expect(lines.at(-3)).toMatch(/^The console, .* opens once at http:\S+\/console\/sign-in#\S+$/)
    expect(lines.at(-2)).toMatch(/^A shop whose visitors chat with the agent is at http:/)
    expect(lines.at(-1)).toBe('The demonstration and its database are gone.')
    expect(readdirSync(folder)).toEqual([])
  })

  test('does not begin where the port to serve on afterwards is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const taken = await takeTour({ PORT: String(port) }, ['--stay'])
    server.close()
    expect(taken).toMatchObject({ code: 1, lines: [''] })
    expect(taken.stderr).toMatch(new RegExp(`^127\\.0\\.0\\.1:${port} is in use: [^\\n]+\\n$`))
  })
})
