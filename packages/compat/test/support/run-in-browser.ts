import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { requirePrograms, systemPrograms } from '@doorkit/tests/system'
import { bundle } from './bundle.ts'
import type { ServedFile } from './smoke-server.ts'

/**
 * Bundles a program for a page, and returns the files to serve. The fragment of the page's URL contains
 * the settings and a report URL. The page calls the program's function `run` with the settings, and
 * posts the result to the report URL.
 */
export async function pageOf(program: string): Promise<Readonly<Record<string, ServedFile>>> {
  const scripts = await bundle([program], { platform: 'browser', splitting: true })
  const name = basename(program).replace(/\.\w+$/, '')
  const page = `<!doctype html><script type="module">
    const { settings, report } = JSON.parse(decodeURIComponent(location.hash.slice(1)))
    const result = await import('/${name}.js')
      .then(() => run(settings))
      .then((value) => ({ value }), (error) => ({ error: String(error?.stack ?? error) }))
    await fetch(report, { method: 'POST', mode: 'no-cors', body: JSON.stringify(result) })
  </script>`
  return Object.fromEntries([
    ['/page', { type: 'text/html', body: page }],
    ...scripts.map(({ path, text }) => [
      `/${basename(path)}`,
      { type: 'text/javascript', body: text },
    ]),
  ])
}

/** Opens a page of {@link pageOf} in a new browser, and returns what `run` returned. */
export async function runInBrowser(address: string, settings: object): Promise<unknown> {
  const [chromium = ''] = requirePrograms([systemPrograms.chromium])
  const reportServer = createServer().listen(0, '127.0.0.1')
  await once(reportServer, 'listening')
  const report = `http://127.0.0.1:${(reportServer.address() as AddressInfo).port}/`
  const given = encodeURIComponent(JSON.stringify({ settings, report }))
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-browser-'))
  // Containers rarely allow a sandbox, and these pages need none.
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
  const browser = spawn(chromium, [...flags, `--user-data-dir=${folder}`, `${address}#${given}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const errorOutput = text(browser.stderr)
  const ended = once(browser, 'exit')
  try {
    const earlyEnd = ended.then(async ([code]) => {
      throw new Error(`Chromium ended with ${code}: ${(await errorOutput).slice(-2_000)}`)
    })
    const [request, response] = await Promise.race([once(reportServer, 'request'), earlyEnd])
    const result = JSON.parse(await text(request)) as { value?: unknown; error?: string }
    response.end()
    if (result.error !== undefined) throw new Error(result.error)
    return result.value
  } finally {
    browser.kill()
    await ended
    reportServer.close()
    reportServer.closeAllConnections()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
