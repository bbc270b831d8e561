import { type StoredSource, sources } from '../collections/knowledge-source.ts'
import { commitChange } from '../commit/commit-change.ts'
import { noAnswer } from '../network/connection-failure.ts'
import { withinTime } from '../ports/time-limit.ts'
import type { Services } from '../services/services.ts'
import { defineStep, type Step } from '../worker/step.ts'
import { CrawlError } from './crawler/crawl-error.ts'
import { type CrawlResult, readingOps } from './store-reading.ts'

const maxSeconds = 30
// This is longer than a reading can take, so the lease of a live worker lasts until its reading ends.
const leaseMs = (maxSeconds + 30) * 1_000
const maxErrorCharacters = 200

/** The step that reads due pages, at most `concurrency` at a time. */
export function readStep(concurrency: number): Step {
  return defineStep({
    collection: sources,
    leaseMs,
    concurrency,
    isFair: true,
    async work(services, source, { token }) {
      const reading = await read(services, source)
      const target = { workspace: source.columns.workspace, id: source.id }
      const lease = { token, asked: source.data.asked }
      await commitChange(services, target.workspace, async (at) => ({
        ops: await readingOps(services, target, reading, at, lease),
        reply: null,
      }))
    },
  })
}

async function read(
  { crawler, clock, logger }: Services,
  source: StoredSource,
): Promise<CrawlResult> {
  const late = () => new CrawlError('timeout', noAnswer(maxSeconds))
  const limit = { clock, limitMs: maxSeconds * 1_000, late }
  try {
    return { page: await withinTime(limit, (signal) => crawler.read(source.data.url, { signal })) }
  } catch (error) {
    if (error instanceof CrawlError) return { error: error.message.slice(0, maxErrorCharacters) }
    logger.error({ source: source.id, error }, 'The crawler failed.')
    return { error: 'The page could not be read' }
  }
}
