import { limits, toTimestamp } from '@doorkit/models'
import { knowledgeAgent } from '../chat/knowledge-agent/knowledge-agent.ts'
import { ruleGrader } from '../conversations/grading/rule-grader.ts'
import { createCursors } from '../ids/cursors.ts'
import type { WebCrawlerOptions } from '../knowledge/crawler/web-crawler.ts'
import { createVocabulary } from '../knowledge/read-question.ts'
import { scheduleEmbedding } from '../knowledge/schedule-embedding.ts'
import { createAnswerMemory } from '../limits/answer-memory.ts'
import { createBoundedMap } from '../limits/bounded-map.ts'
import {
  mostErasuresPerWorkspace,
  mostSearchesAtOnce,
  mostSearchesPerWorkspace,
} from '../limits/bounds.ts'
import { createFairPlaces } from '../limits/fair-places.ts'
import { createLookupShares } from '../limits/lookup-shares.ts'
import { createRateLimitCounter } from '../limits/rate-limit-counter.ts'
import { countWithoutStore } from '../limits/rate-limit-without-store.ts'
import { checkPageUrl, checkPublicUrl, isPublicAddress } from '../network/check-public-address.ts'
import { boundedResolve, createResolver } from '../network/resolver.ts'
import type { Crawler } from '../ports/crawler.ts'
import { createLimitReport } from '../requests/limit-report.ts'
import { storeKeyVersion } from '../secrets/encryption.ts'
import { openVault } from '../secrets/open-vault.ts'
import { createClockCheck } from '../services/check-clock.ts'
import { createEmbeddings } from '../services/embeddings.ts'
import { createKeyedMutex } from '../services/keyed-mutex.ts'
import { createRunningTurns } from '../services/running-turns.ts'
import type { Services, StoreServices } from '../services/services.ts'
import { boundedSender } from '../webhooks/sender-time-limit.ts'
import { createSender } from '../webhooks/undici-sender.ts'
import type { DoorkitOptions } from './doorkit-options.ts'

const mostKnownApiKeys = 10_000
const defaultApology =
  'I am sorry, but nobody on the team can answer now. I can keep helping you, or take your email address so that somebody can write to you.'

/** Opens the vault of a store and creates the services for every part of the kit. */
export async function startServices(
  options: DoorkitOptions,
  base: StoreServices,
  background: Services['background'],
): Promise<Services> {
  const { store, clock, logger } = base
  const vault = await openVault(store, options.masterKeys, options.sealWith)
  if (vault.sealsWith === storeKeyVersion) {
    logger.warn(
      {},
      'No masterKeys are given: the store keeps the key to its own secrets. This is only for development.',
    )
  }
  const { allowPrivateWebhooks: allowPrivate = false, allowPrivatePages = false } = options
  const asMachine = allowPrivate || allowPrivatePages
  const resolve = options.resolve
    ? boundedResolve(options.resolve, clock)
    : createResolver({ clock, asMachine })
  const lookups = createLookupShares(resolve)
  const isAllowed = allowPrivatePages ? () => true : isPublicAddress
  logger.debug({ at: toTimestamp(clock.now()) }, 'The server kit is ready.')
  const services: Services = {
    ...base,
    vault,
    knownKeys: createBoundedMap(mostKnownApiKeys),
    rateLimitCounter: createRateLimitCounter(
      countWithoutStore(store, logger),
      clock,
      limits.rateWindowSeconds * 1_000,
    ),
    answerMemory: createAnswerMemory(clock),
    background,
    writeMutex: createKeyedMutex(),
    answerMutex: createKeyedMutex(),
    vocabulary: createVocabulary(options.synonyms),
    searchPlaces: createFairPlaces(mostSearchesAtOnce, mostSearchesPerWorkspace),
    erasurePlaces: createFairPlaces(Number.POSITIVE_INFINITY, mostErasuresPerWorkspace),
    search: options.search,
    embeddings: options.embed && createEmbeddings(options.embed, options.leastSimilarity ?? 0.35),
    checkClock: createClockCheck(clock, logger),
    reportLimit: createLimitReport(clock, logger),
    checkUrl: (url, workspace) =>
      checkPublicUrl(url, { resolve: lookups(workspace), allowPrivate }),
    checkPageUrl: (url, workspace) =>
      checkPageUrl(url, { resolve: lookups(workspace), allowPrivate: allowPrivatePages }),
    crawler: options.crawler ?? webCrawler({ clock, resolve, isAllowed }),
    cursors: createCursors(vault),
    agent: options.agent ?? knowledgeAgent({ synonyms: options.synonyms }),
    tools: options.tools ?? [],
    onAgentError: options.onAgentError,
    onTurn: options.onTurn,
    turnTimeoutMs: options.turnTimeoutMs ?? limits.chatTurnSeconds * 1_000,
    firstWordTimeoutMs: options.firstWordTimeoutMs,
    tokensPerMonth: options.tokensPerMonth,
    onDisconnect: options.onDisconnect ?? 'finish',
    answerAfterHandoff: options.answerAfterHandoff ?? true,
    unansweredMs: options.unansweredMs ?? null,
    teamHours: options.teamHours ?? null,
    apology: options.apology ?? defaultApology,
    notify: options.notify,
    runningTurns: createRunningTurns(),
    grader: options.grader ?? ruleGrader(),
    quietMs: options.quietMs ?? 30 * 60_000,
    sender: options.sender
      ? boundedSender(options.sender, base)
      : createSender({ clock, resolve, allowPrivate }),
    payloadDelayMs: options.payloadDelayMs ?? 3_000,
  }
  if (services.embeddings) background(() => scheduleEmbedding(services))
  return services
}

/**
 * The kit's own crawler. It is loaded when the first page is read, because most processes need no
 * crawler.
 */
function webCrawler(options: WebCrawlerOptions): Crawler {
  let crawler: Crawler | undefined
  return {
    async read(url, readOptions) {
      const { createWebCrawler } = await import('../knowledge/crawler/web-crawler.ts')
      crawler ??= createWebCrawler(options)
      return crawler.read(url, readOptions)
    },
  }
}
