import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { requirePrograms, systemPrograms } from './programs.ts'

/** A message of the browser: the answer to a call, or an event. */
interface ReceivedMessage {
  readonly id?: number
  readonly error?: { readonly message: string }
  readonly result?: unknown
  readonly sessionId?: string
  readonly method?: string
  readonly params?: unknown
}

/** A page of the browser. */
export type BrowserPage = Awaited<ReturnType<Awaited<ReturnType<typeof startChromium>>['openPage']>>

/** The settings of a page. */
export interface PageSettings {
  /** In CSS pixels. Default: the browser's 800 by 600. */
  readonly width?: number | undefined
  readonly height?: number | undefined
  /** Pixels of the screen per CSS pixel. Default: 1. Needs a width and a height. */
  readonly scale?: number | undefined
  /** Whether the page is shown as on a phone, with touch. Needs a width and a height. */
  readonly mobile?: boolean | undefined
  /** The results of media queries, such as `{ 'prefers-color-scheme': 'dark' }`. */
  readonly media?: Readonly<Record<string, string>> | undefined
  /** A page whose profile the new page shares, with its storage. Default: a new profile. */
  readonly beside?: { readonly context: string } | undefined
  /** Code that runs before the code of the page. */
  readonly before?: string | undefined
}

/** Starts a browser, which is driven by the DevTools protocol. */
export async function startChromium() {
  const [chromium = ''] = requirePrograms([systemPrograms.chromium])
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-chromium-'))
  // Containers rarely allow a sandbox, and these pages need none.
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
  const browser = spawn(
    chromium,
    [...flags, '--hide-scrollbars', '--remote-debugging-port=0', `--user-data-dir=${folder}`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(browser, 'exit')
  const address = await readAddress(createInterface(browser.stderr))
  browser.stderr.resume()
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, (answer: ReceivedMessage) => void>()
  const listeners = new Map<string, (method: string, params: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const received = JSON.parse(data) as ReceivedMessage
    const { id, sessionId, method, params } = received
    if (id !== undefined) waiting.get(id)?.(received)
    else if (sessionId && method) listeners.get(sessionId)?.(method, params)
  })
  let count = 0
  async function send(method: string, params: object = {}, sessionId?: string) {
    count += 1
    const id = count
    socket.send(JSON.stringify({ id, method, params, sessionId }))
    const { error, result } = await new Promise<ReceivedMessage>((resolve, reject) => {
      const rejectLate = () => reject(new Error(`${method}: no answer. ${JSON.stringify(params)}`))
      const timer = setTimeout(rejectLate, answerTimeoutMs)
      waiting.set(id, (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
    })
    waiting.delete(id)
    if (error) throw new Error(`${method}: ${error.message}`)
    return result as never
  }

  return {
    async openPage(url: string, settings: PageSettings = {}) {
      const { width, height, scale = 1, mobile = false, media, beside, before } = settings
      const context =
        beside?.context ??
        ((await send('Target.createBrowserContext')) as { browserContextId: string })
          .browserContextId
      const blank = { url: 'about:blank', browserContextId: context }
      const { targetId } = (await send('Target.createTarget', blank)) as { targetId: string }
      const attached = await send('Target.attachToTarget', { targetId, flatten: true })
      const { sessionId } = attached as { sessionId: string }
      const call = (method: string, params?: object): Promise<unknown> =>
        send(method, params, sessionId)
      /** Uncaught errors, and what the browser logs, such as violations of the content security policy. */
      const complaints: string[] = []
      const handlers = new Set<(method: string, params: never) => void>()
      listeners.set(sessionId, (method, params) => {
        if (method === 'Runtime.exceptionThrown' || method === 'Log.entryAdded') {
          complaints.push(JSON.stringify(params))
        }
        for (const handler of handlers) handler(method, params as never)
      })
      await Promise.all([
        call('Network.enable'),
        call('Page.enable'),
        call('Runtime.enable'),
        call('Log.enable'),
      ])
      if (width && height) {
        const metrics = { width, height, deviceScaleFactor: scale, mobile }
        await call('Emulation.setDeviceMetricsOverride', metrics)
        if (mobile) await call('Emulation.setTouchEmulationEnabled', { enabled: true })
      }
      if (media) {
        const features = Object.entries(media).map(([name, value]) => ({ name, value }))
        await call('Emulation.setEmulatedMedia', { features })
      }
      if (before) await call('Page.addScriptToEvaluateOnNewDocument', { source: before })
      await call('Page.navigate', { url })

      const run = async (expression: string): Promise<unknown> => {
        const given = { expression, awaitPromise: true, returnByValue: true }
        const { result, exceptionDetails } = (await call('Runtime.evaluate', given)) as {
          result: { value?: unknown }
          exceptionDetails?: { exception?: { description?: string } }
        }
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description)
        return result.value
      }
      return {
        context,
        call,
        complaints,
        /** Calls the handler with every event of the page in the DevTools protocol. */
        onEvent: (handler: (method: string, params: never) => void) => void handlers.add(handler),
        /** Runs code in the page, and returns its resolved value. */
        run,
        /** Presses a key: `Enter`, `Tab` or `Escape`. */
        async press(key: keyof typeof keys, modifiers = 0) {
          const { code, text } = keys[key]
          const given = { key, code: key, windowsVirtualKeyCode: code, modifiers }
          await call('Input.dispatchKeyEvent', { type: 'keyDown', ...given, ...(text && { text }) })
          await call('Input.dispatchKeyEvent', { type: 'keyUp', ...given })
        },
        /** Types where the focus is. */
        insert: (text: string) => call('Input.insertText', { text }),
        /** Takes a picture of the page, as PNG. */
        async screenshot(clip?: object): Promise<Buffer> {
          const given = { format: 'png', ...(clip && { clip: { scale: 1, ...clip } }) }
          const { data } = (await call('Page.captureScreenshot', given)) as { data: string }
          return Buffer.from(data, 'base64')
        },
        reload: () => call('Page.reload'),
        /** Switches the network off or on. */
        offline: (offline: boolean) =>
          call('Network.emulateNetworkConditions', {
            offline,
            latency: 0,
            downloadThroughput: -1,
            uploadThroughput: -1,
          }),
        close: () => send('Target.closeTarget', { targetId }),
      }
    },
    async close() {
      browser.kill()
      await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/**
 * The longest wait for an answer of the browser. Without a limit, a test that hangs would not name the
 * call.
 */
const answerTimeoutMs = 60_000

/** The keys that tests press, with their codes and the text that they type. */
const keys = {
  Enter: { code: 13, text: '\r' },
  Tab: { code: 9, text: undefined },
  Escape: { code: 27, text: undefined },
} as const

async function readAddress(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [, address] = /^DevTools listening on (ws:\S+)/.exec(line) ?? []
    if (address) return address
  }
  throw new Error('Chromium ended before it was ready.')
}
