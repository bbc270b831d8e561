import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserPage } from './chromium.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Finds the rules of WCAG 2.2 AA and of good practice that a page breaks, with the elements that break them.
 *
 * @param part - an expression for the part of the page to check. Default: the whole page.
 */
export async function findViolations(
  { run }: Pick<BrowserPage, 'run'>,
  part = 'document',
): Promise<string[]> {
  if (!(await run('Boolean(globalThis.axe)'))) await run(axe)
  return (await run(`(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const { violations, passes } = await axe.run(${part}, { runOnly: tags, resultTypes: ['violations'] })
    if (passes.length === 0) return ['axe checked nothing']
    return violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 5).map(({ html, any }) => html.slice(0, 120) + ' ' + (any[0]?.message ?? '')).join(' | '))
  })()`)) as string[]
}
