import { createServer } from 'node:http'
import { startChromium } from '@doorkit/tests/chromium'
import { eventually } from '@doorkit/tests/wordy-agent'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type ConsoleOptions, createDoorkit, memoryStore } from '../../../server/src/index.ts'
import { listen } from '../../../server/test/support/hosts.ts'
import { openConsole } from './support/open-console.ts'

let chromium: Awaited<ReturnType<typeof startChromium>>
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(() => chromium.close())

/**
 * An owner who is signed in, and a page of another origin in the same browser. Both are on one host, so
 * that the browser sends the cookie of the console with the requests of the page.
 */
async function openBoth(optionsFor: (origin: string) => Partial<ConsoleOptions> = () => ({})) {
  const doorkit = createDoorkit({ store: memoryStore() })
  onTestFinished(() => doorkit.close())
  const { id } = await doorkit.workspaces.create({ name: 'A', website: 'https://a.example' })
  let html = ''
  const site = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end(`<!doctype html>${html}`)
  })
  const origin = await listen(site)
  const team = await openConsole(chromium, doorkit, id, undefined, optionsFor(origin))
  const owner = await team.signIn()
  return {
    owner,
    baseUrl: team.baseUrl,
    /** Opens the page of the other origin. */
    async openPage(content: string) {
      html = content
      return chromium.openPage(origin, { beside: owner })
    },
  }
}

const paths = ['/', '/inbox', '/sign-in', '/nothing', '/api/session', '/assets/icon.svg']
const refused = 'chrome-error://chromewebdata/'

/**
 * Opens each path in a frame of a page of another origin, and returns a function that reads the URLs of
 * the frames.
 */
async function openFrames({ baseUrl, openPage }: Awaited<ReturnType<typeof openBoth>>) {
  const page = await openPage(
    paths.map((path) => `<iframe src="${baseUrl}${path}"></iframe>`).join(''),
  )
  return async () => {
    const { frameTree } = (await page.call('Page.getFrameTree')) as {
      frameTree: { childFrames?: { frame: { url: string } }[] }
    }
    return frameTree.childFrames?.map(({ frame }) => frame.url)
  }
}

test('no page of another origin shows any answer of the console in a frame', async () => {
  const framed = await openFrames(await openBoth())
  await eventually(framed).toEqual(paths.map(() => refused))
})

test('an origin that the host names shows the console in a frame', async () => {
  const both = await openBoth((origin) => ({ frameAncestors: [origin] }))
  const framed = await openFrames(both)
  // The owner is signed in, so the page of `/sign-in` goes on to the first screen.
  await eventually(framed).toEqual(
    paths.map(() => expect.stringMatching(new RegExp(`^${both.baseUrl}/`))),
  )
})

test('no page of another origin creates an API key or ends the session of a person', async () => {
  const { owner, baseUrl, openPage } = await openBoth()
  const body = { name: 'Theirs', scopes: ['contacts:read'] }
  /** Sends a request as the page of the console does, and returns the status, or why there is none. */
  const create = `fetch('${baseUrl}/api/api_keys', {
    method: 'POST', credentials: 'include', body: '${JSON.stringify(body)}',
    headers: { 'Content-Type': 'application/json', 'Doorkit-Console': '1' },
  }).then(({ status }) => status, String)`
  const page = await openPage(`<iframe name="frame"></iframe>
    <form id="create" method="post" enctype="text/plain" target="frame" action="${baseUrl}/api/api_keys">
      <input name='{"name":"Theirs","scopes":["contacts:read"],"x":"' value='"}'></form>
    <form id="leave" method="post" target="frame" action="${baseUrl}/sign-out"></form>`)
  expect(await page.run(create)).toBe('TypeError: Failed to fetch')
  const simple = `fetch('${baseUrl}/api/api_keys', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' }).then(({ type }) => type, String)`
  expect(await page.run(simple)).toBe('TypeError: Failed to fetch')
  expect(await page.run(`navigator.sendBeacon('${baseUrl}/sign-out', '')`)).toBe(true)
  for (const form of ['create', 'leave']) {
    await page.run(`new Promise((resolve) => {
      document.querySelector('iframe').onload = resolve
      document.getElementById('${form}').submit()
    })`)
  }
  await owner.go('api-keys')
  expect(await owner.texts('#main tbody th')).toEqual([])
  expect(await owner.run(create)).toBe(201)
})
