import { createServer } from 'node:http'
import { listen } from '../../../server/test/support/hosts.ts'
import { wordsOf } from '../../../server/test/support/largest.ts'
import type { Round } from '../campaign.ts'

const pageCharacters = 190_000
const paragraphCharacters = 1_000

/** The site of the attacking workspace: it accepts every webhook, and its pages are long. */
export async function openSite({ onEnd }: Pick<Round, 'onEnd'>): Promise<string> {
  const paragraph = `<h2>Part</h2><p>${wordsOf(paragraphCharacters)}</p>`
  const text = paragraph.repeat(pageCharacters / paragraphCharacters)
  const page = `<!doctype html><title>Page</title><body>${text}</body>`
  const server = createServer((request, response) => {
    request.resume()
    if (!request.url?.startsWith('/page')) response.end('Taken. '.repeat(100))
    else response.setHeader('Content-Type', 'text/html').end(page)
  })
  return listen(server, (end) => void onEnd(end))
}
