import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { BrowserPage, PageSettings } from '@doorkit/tests/chromium'
import { toNode } from '../../../../server/src/http/mounts/node.ts'
import type { ConsoleAccess, ConsoleOptions, Doorkit } from '../../../../server/src/index.ts'
import type { OnEnd } from '../../../../server/test/support/host.ts'
import { listen } from '../../../../server/test/support/hosts.ts'

/** Opens pages of a browser. */
interface Browser {
  openPage(url: string, settings?: PageSettings): Promise<BrowserPage>
}

/** Serves the console of a workspace at an origin of its own, and signs people in by links. */
export async function openConsole(
  browser: Browser,
  doorkit: Doorkit,
  workspace: string,
  onEnd?: OnEnd,
  options: Partial<ConsoleOptions> = {},
) {
  const console = doorkit.console({ authorize: () => null, ...options })
  const server = createServer(toNode(console, { mountPath: '/console' }))
  const origin = await listen(server, onEnd)
  const baseUrl = `${origin}/console`
  return {
    baseUrl,
    /** Opens the console for somebody who is not signed in, or in the browser of another page. */
    open: async (beside?: ConsolePage) =>
      consolePage(await browser.openPage(baseUrl, { beside }), baseUrl),
    /** Signs somebody in by a link, and returns their page once it shows a screen. */
    async signIn(
      { person = { id: 'u1', name: 'Grace' }, role = 'owner' }: Partial<ConsoleAccess> = {},
      settings: PageSettings = {},
    ) {
      const { url } = await console.createLink({ workspace, person, role, baseUrl })
      const page = consolePage(await browser.openPage(url, settings), baseUrl)
      // This is also called before a test runs, so the caller sets the time limit.
      while (!(await page.has('#main h1'))) await setTimeout(50)
      return page
    },
  }
}

/** A page of the console. */
export type ConsolePage = ReturnType<typeof consolePage>

/** Adds the actions of a person in the console, and what they see, to a page. */
export function consolePage(page: BrowserPage, baseUrl: string) {
  const { run } = page
  const find = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`
  const button = (label: string) =>
    `[...document.querySelectorAll('button, a')].find((one) => one.innerText.trim().replace(/\\s+/g, ' ') === ${JSON.stringify(label)})`
  /** Moves the focus to the button or link with a text as soon as it can be used. */
  async function focus(label: string) {
    const isReady = `Boolean(${button(label)}?.disabled === false || ${button(label)}?.href)`
    while (!(await run(isReady))) await setTimeout(50)
    await run(`${button(label)}.focus()`)
  }
  /** Opens a screen by its address. */
  const show = (path: string) => page.call('Page.navigate', { url: `${baseUrl}/${path}` })
  return {
    ...page,
    show,
    /** Opens a screen by its address, and waits until it has loaded. */
    async go(path: string) {
      await show(path)
      const isThere = `location.href === ${JSON.stringify(`${baseUrl}/${path}`)} && Boolean(${find('#main h1')}) && !${find('.spinner')}`
      // This does not use expect.poll, which works only in a test.
      while (!(await run(isThere).catch(() => false))) await setTimeout(50)
    },
    /** Holds the requests that `isHeld` chooses, until they are failed or released. */
    async holdRequests(isHeld: (url: URL) => boolean) {
      let mode: 'hold' | 'fail' | 'go' = 'hold'
      let isOver = false
      const heldIds = new Set<string>()
      const settle = (requestId: string) =>
        (mode === 'fail'
          ? page.call('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
          : page.call('Fetch.continueRequest', { requestId })
        ).catch(() => {
          // The page has given up the request.
        })
      page.onEvent(
        (method, { requestId, request }: { requestId: string; request: { url: string } }) => {
          if (isOver || method !== 'Fetch.requestPaused') return
          if (mode === 'go' || !isHeld(new URL(request.url))) {
            void page.call('Fetch.continueRequest', { requestId }).catch(() => {})
          } else if (mode === 'hold') heldIds.add(requestId)
          else void settle(requestId)
        },
      )
      await page.call('Fetch.enable', { patterns: [{ urlPattern: '*/console/api/*' }] })
      const settleAll = () => Promise.all([...heldIds].map(settle)).finally(() => heldIds.clear())
      return {
        async fail() {
          mode = 'fail'
          await settleAll()
        },
        async release() {
          mode = 'go'
          await settleAll()
          isOver = true
          await page.call('Fetch.disable')
        },
      }
    },
    title: () => run('document.title'),
    has: (selector: string) => run(`${find(selector)}?.checkVisibility() ?? false`),
    /** The texts of the elements of a selector, as a person sees them. */
    texts: (selector: string) =>
      run(
        `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.innerText)`,
      ),
    click: (selector: string) => run(`${find(selector)}.click()`),
    /** Whether there is a button or link with this text. */
    offers: (label: string) => run(`Boolean(${button(label)})`),
    /** Presses the button or link with a text as soon as it can be used. */
    async push(label: string) {
      // A person's click moves the focus; a program's click does not.
      await focus(label)
      await run(`${button(label)}.click()`)
    },
    focus,
    /** Types a text where the person writes, and sends it. */
    async say(text: string) {
      while (!(await run(`Boolean(${find('.composer textarea')})`))) await setTimeout(50)
      await run(`${find('.composer textarea')}.focus()`)
      await page.insert(text)
      await page.press('Enter')
    },
  }
}
