import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { requirePrograms, systemPrograms } from '@doorkit/tests/system'

interface Answer {
  readonly id?: number
  readonly error?: { readonly message: string }
  readonly result?: unknown
}

/** Starts a browser, which is driven by the DevTools protocol. */
export async function startChromium() {
  const [chromium = ''] = requirePrograms([systemPrograms.chromium])
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-shop-'))
  // Containers rarely allow a sandbox, and these pages need none.
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
  const browser = spawn(
    chromium,
    [...flags, '--remote-debugging-port=0', `--user-data-dir=${folder}`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(browser, 'exit')
  const address = await listeningAt(createInterface(browser.stderr))
  browser.stderr.resume()
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(data) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  let count = 0
  async function send(method: string, params: object = {}, sessionId?: string) {
    count += 1
    const id = count
    socket.send(JSON.stringify({ id, method, params, sessionId }))
    const { error, result } = await new Promise<Answer>((resolve) => waiting.set(id, resolve))
    waiting.delete(id)
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  return {
    /** Opens a page in a profile of its own. */
    async openPage(url: string) {
      const context = await send('Target.createBrowserContext')
      const target = await send('Target.createTarget', { url, ...(context as object) })
      const session = await send('Target.attachToTarget', { ...(target as object), flatten: true })
      const { sessionId } = session as { sessionId: string }
      const call = (method: string, params?: object) => send(method, params, sessionId)
      await call('Network.enable')
      const key = (type: string) =>
        call('Input.dispatchKeyEvent', { type, key: 'Enter', text: '\r' })
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
        /** Runs code in the page, and returns what it resolves with. */
        run,
        /** The text of an element; undefined where there is none. */
        text: (selector: string) =>
          run(`document.querySelector(${JSON.stringify(selector)})?.textContent`),
        /** What the visitor and the agent have said, as the page shows it. */
        log: () => run(`[...document.querySelectorAll('#log li')].map((line) => line.textContent)`),
        click: (selector: string) =>
          run(`document.querySelector(${JSON.stringify(selector)}).click()`),
        /** Types a text and presses Enter, as a person does. */
        async type(text: string) {
          await run(`document.querySelector('input').focus()`)
          await call('Input.insertText', { text })
          await key('keyDown')
          await key('keyUp')
        },
        reload: () => call('Page.reload'),
        /** Takes the network away, or gives it back. */
        offline: (offline: boolean) =>
          call('Network.emulateNetworkConditions', {
            offline,
            latency: 0,
            downloadThroughput: -1,
            uploadThroughput: -1,
          }),
      }
    },
    async close() {
      browser.kill()
      await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function listeningAt(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [, address] = /^DevTools listening on (ws:\S+)/.exec(line) ?? []
    if (address) return address
  }
  throw new Error('Chromium ended before it could be driven.')
}
