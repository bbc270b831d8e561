import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '@doorkit/server'
import { createWebCrawler } from '../../../server/src/knowledge/crawler/web-crawler.ts'
import { isPublicAddress } from '../../../server/src/network/check-public-address.ts'
import type { Round } from '../campaign.ts'
import { disguise, spell } from './spell.ts'

// Another of this machine's own addresses stands for the public site.
const siteAddress = '127.0.0.2'

/** Serves a public site that redirects the crawler to private hosts, from a page and robots.txt. */
export async function attackByRedirects(round: Round, port: number) {
  const { random } = round
  let location = ''
  const redirected = { '/page': false, '/robots.txt': false }
  const server = createServer((request, response) => {
    const path = request.url as keyof typeof redirected
    if (redirected[path]) response.writeHead(302, { Location: location }).end()
    else response.writeHead(path === '/page' ? 200 : 404).end('A page')
  })
  await new Promise<void>((resolve) => server.listen(0, siteAddress, resolve))
  round.onEnd(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const { port: sitePort } = server.address() as AddressInfo
  for (let tried = 0; tried < (round.long ? 200 : 40); tried += 1) {
    // Each try gets a new crawler, because a crawler caches robots.txt.
    const crawler = createWebCrawler({
      clock: systemClock,
      resolve: async (name) => [name === 'site.example' ? siteAddress : '127.0.0.1'],
      isAllowed: (address) => address === siteAddress || isPublicAddress(address),
    })
    redirected['/page'] = random.chance(0.7)
    redirected['/robots.txt'] = !redirected['/page'] || random.chance(0.5)
    const host = spell([127, 0, 0, 1], random)
    location = encodeURI(disguise(random.chance(0.2) ? 'inside.example' : host, port, random))
    const text = await crawler
      .read(`http://site.example:${sitePort}/page`, { signal: AbortSignal.timeout(20_000) })
      .then(({ sections }) => JSON.stringify(sections))
      .catch((error: Error) => error.message)
    round.count(text.includes('A page') ? 'pages read' : 'redirects refused')
  }
}
