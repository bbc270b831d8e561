import { basename } from 'node:path'
import { chromium as driver } from 'playwright-core'
import { requirePrograms, systemPrograms } from '../../../tests/system/programs.ts'
import { bundle } from './bundle.ts'
import type { ServedFile } from './smoke-server.ts'

/** Bundles a program for a page, and returns the files that its server has to serve. */
export async function pageOf(program: string): Promise<Readonly<Record<string, ServedFile>>> {
  const scripts = await bundle([program], { platform: 'browser', splitting: true })
  const name = basename(program).replace(/\.\w+$/, '')
  const page = `<!doctype html><script type="module" src="/${name}.js"></script>`
  return Object.fromEntries([
    ['/page', { type: 'text/html', body: page }],
    ...scripts.map(({ path, text }) => [
      `/${basename(path)}`,
      { type: 'text/javascript', body: text },
    ]),
  ])
}

/** Opens a page in a new browser, calls its function `run`, and resolves to what that gives. */
export async function runInBrowser(address: string, settings: object): Promise<unknown> {
  const browser = await driver.launch({
    executablePath: requirePrograms([systemPrograms.chromium])[0] ?? '',
    // Without a sandbox: the pages are the project's own, and containers seldom allow one.
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  })
  try {
    const page = await browser.newPage()
    await page.goto(address)
    return await page.evaluate((given) => globalThis.run(given), settings)
  } finally {
    await browser.close()
  }
}

declare global {
  /** The function of the bundled page. */
  function run(settings: object): Promise<unknown>
}
