import { setImmediate } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import type { CrawledPage } from '../../ports/crawler.ts'
import { firstCharacters } from '../../text/first-characters.ts'
import { CrawlError } from './crawl-error.ts'
import {
  cellElements,
  contentElements,
  headingElements,
  lineElements,
  listElements,
  paragraphElements,
  skippedElements,
  skippedRoles,
} from './html-elements.ts'
import { createPageWriter, visibleText } from './page-sections.ts'

type Attributes = Readonly<Record<string, string>>

// The parser gets slower with each level. Browsers nest only 512 levels.
const maxDepth = 1_000
const sliceCharacters = 16_384
const maxTitleCharacters = 300

/**
 * Extracts the title of an HTML page, or else its first heading, and its text in sections. Leaves out
 * navigation, the page's header and footer, scripts and hidden elements. Yields to other work while it
 * reads a long page.
 *
 * @throws CrawlError `not_text` if elements are nested more than 1,000 levels deep.
 */
export async function extractHtml(html: string, signal: AbortSignal): Promise<CrawledPage> {
  const walker = createWalker()
  const parser = new Parser(walker)
  for (let start = 0; start < html.length; start += sliceCharacters) {
    parser.write(html.slice(start, start + sliceCharacters))
    await nextPiece()
    signal.throwIfAborted()
  }
  parser.end()
  return walker.finish()
}

/** Resolves when the process may parse the last piece in the queue. */
let lastPiece: Promise<unknown> = Promise.resolve()

/**
 * Waits for a tick in which no other page goes on to its next piece. The first piece of a page does not wait.
 */
function nextPiece(): Promise<unknown> {
  lastPiece = lastPiece.then(() => setImmediate())
  return lastPiece
}

/** Makes the handlers that the parser calls. They build the page. */
function createWalker() {
  const writer = createPageWriter()
  const title: string[] = []
  let depth = 0
  /** How many open elements are skipped; 0 outside a skipped element. */
  let skipped = 0
  let titles = 0
  const open = { title: 0, content: 0, heading: 0, row: 0, pre: 0, list: 0 }

  function count(name: string, step: 1 | -1): void {
    if (name === 'title') open.title += step
    if (name === 'tr') open.row += step
    if (name === 'pre') open.pre += step
    if (contentElements.has(name)) open.content += step
    if (headingElements.has(name)) open.heading += step
    if (listElements.has(name)) open.list += step
  }

  /**
   * Ends the line at the edge of a block. Inside a heading, adds a space instead. Inside a table row,
   * does the same, unless the block is a row, a caption, a list, a list item or preformatted text.
   */
  function breakAt(name: string): void {
    if (open.heading > 0) writer.space()
    else if (lineElements.has(name)) writer.end(1)
    else if (open.row > 0 && !listElements.has(name) && name !== 'pre') writer.space()
    else writer.end(open.list > 0 ? 1 : 2)
  }

  function breakLine(): void {
    if (open.pre > 0) writer.write('\n', true)
    else if (open.heading > 0 || open.row > 0) writer.space()
    else writer.end(1)
  }

  function enter(name: string): void {
    if (name === 'title') titles += 1
    else if (name === 'br') breakLine()
    else if (headingElements.has(name) && open.heading === 0) writer.beginHeading()
    else if (cellElements.has(name) && writer.hasLine()) writer.write(' | ')
    else if (isBlock(name)) breakAt(name)
    if (name === 'li') writer.mark('- ')
  }

  function leave(name: string): void {
    if (headingElements.has(name) && open.heading === 0) writer.endHeading()
    else if (isBlock(name)) breakAt(name)
    if (name === 'li') writer.mark('')
  }

  return {
    onopentag(name: string, attributes: Attributes): void {
      depth += 1
      if (depth > maxDepth) throw new CrawlError('not_text', 'The page is nested too deeply')
      if (skipped > 0 || isSkipped(name, attributes, open.content > 0)) {
        skipped += 1
        return
      }
      enter(name)
      count(name, 1)
    },
    onclosetag(name: string): void {
      depth -= 1
      if (skipped > 0) {
        skipped -= 1
        return
      }
      count(name, -1)
      leave(name)
    },
    ontext(text: string): void {
      if (skipped > 0) return
      if (open.title === 0) writer.write(text, open.pre > 0)
      // Browsers show the first of several titles.
      else if (titles === 1) title.push(text)
    },
    finish(): CrawledPage {
      const sections = writer.finish()
      const titleText = visibleText(title.join('')).replace(/\s+/g, ' ').trim()
      const heading = sections.find((section) => section.heading !== null)?.heading
      const chosen = titleText || heading?.replaceAll('\n', ' ')
      return { title: chosen ? firstCharacters(chosen, maxTitleCharacters) : null, sections }
    },
  }
}

const isBlock = (name: string) => lineElements.has(name) || paragraphElements.has(name)

function isSkipped(name: string, attributes: Attributes, isInContent: boolean): boolean {
  // Some pages are hidden until their scripts have run.
  if (name === 'html' || name === 'body') return false
  if (skippedElements.has(name)) return true
  if ((name === 'header' || name === 'footer') && !isInContent) return true
  const { hidden, open, role, style = '' } = attributes
  if (name === 'dialog' && open === undefined) return true
  // Browsers show `until-found` elements when somebody searches the page for their text.
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true
  if (attributes['aria-hidden'] === 'true') return true
  if (role !== undefined && skippedRoles.has(role.trim().toLowerCase())) return true
  return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style)
}
