import {
  API_VERSION,
  api,
  type ErrorCode,
  errorCodes,
  errorTable,
  eventTable,
  eventTypes,
  idPrefixes,
  limits,
  planLimits,
  planNames,
  type RetryRule,
  scopes,
  scopeTable,
} from '../../src/index.ts'
import { toOpenApi } from '../../src/openapi.ts'
import { siteLimits } from '../../src/site/index.ts'
import { limitTable } from '../contract-tables.ts'
import { extensionTable } from './extension-marks.ts'
import { answerTable, bodyTable } from './field-tables.ts'
import { code, codes, slug, table } from './markdown.ts'
import { operationTable, queryTable, sharedErrors, siteOperationTable } from './operation-tables.ts'

const retryRules: Record<RetryRule, string> = {
  never: 'Do not retry: change the request, the API key, the workspace or the plan first.',
  soon: 'Retry after a short wait. Repeat a write under the same `Idempotency-Key`.',
  after: 'Retry after the seconds in `Retry-After`.',
  reread: 'Read the object again and send a new request.',
}

/** The advice for a code that needs its own. */
const retryAdvice: Partial<Record<ErrorCode, string>> = {
  quota_exceeded: 'Do not retry before then, unless the plan has changed.',
}

/** `400, 405 or 413`. */
const either = (statuses: readonly number[]): string =>
  statuses.join(', ').replace(/, (\d+)$/, ' or $1')

const number = (value: number | null): string =>
  value === null ? 'none' : value.toLocaleString('en-US')

/** `2 h`, `30 s`. */
function duration(seconds: number): string {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}

function attempts(): string {
  let sum = 0
  const rows = [0, ...limits.webhookRetrySeconds].map((seconds, made) => {
    sum += seconds
    const wait = made === 0 ? 'none' : duration(seconds)
    const hours = Math.floor(sum / 3_600)
    const rest = `${Math.floor((sum % 3_600) / 60)} min ${sum % 60} s`
    return [String(made + 1), wait, hours > 0 ? `${hours} h ${rest}` : rest]
  })
  return table(['Attempt', 'Wait before it', 'Since the first'], rows)
}

const withoutRetries = () => limitTable.filter(([, , at = '']) => !/^webhookRetrySeconds/.test(at))

function siteLimitTable(): string {
  const days = (seconds: number) => `${seconds / 86_400} days`
  return table(
    ['Limit', 'Value'],
    [
      ['Request body', `${number(siteLimits.bodyBytes)} bytes`],
      ['Message', `${number(siteLimits.messageLength)} characters`],
      ['Messages of a visitor', `${siteLimits.messagesPerMinute} a minute`],
      ['Other requests of a visitor', `${siteLimits.requestsPerMinute} a minute`],
      [
        'Requests from an IPv4 address or IPv6 /64 network',
        `${siteLimits.addressRequestsPerMinute} a minute, in each server process`,
      ],
      [
        'Visits that a site begins',
        'as many per minute as the standard requests that the plan allows',
      ],
      ['Visitor token', days(siteLimits.visitorTokenSeconds)],
      ['Visit token', duration(siteLimits.visitTokenSeconds)],
      [
        'Event streams of a visitor',
        `${siteLimits.eventStreams} in each server process; a further one ends the oldest`,
      ],
      [
        'Resuming an answer after its end',
        `possible for ${duration(siteLimits.answerResumeSeconds)}`,
      ],
      ['Preview token', `${duration(siteLimits.previewTokenSeconds)} by default`],
      ['Browsers cache the answer to a preflight for', duration(siteLimits.preflightSeconds)],
      ['Origins of a site key', number(siteLimits.origins)],
    ],
  )
}

/** The text between the marks of a page, by the first word of the mark. */
const blocks: Readonly<Record<string, (words: readonly string[], page: string) => string>> = {
  contents: (_words, page) =>
    [...page.matchAll(/^## (.+)$/gm)]
      .map(([, title = ''], at) => `${at + 1}. [${title}](#${slug(title)})`)
      .join('\n'),
  version: () => `The current version is ${code(API_VERSION)}.`,
  'id-prefixes': () =>
    table(
      ['Prefix', 'Object'],
      Object.entries(idPrefixes).map(([kind, prefix]) => [
        code(prefix),
        kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^api\b/, 'API'),
      ]),
    ),
  headers: () =>
    table(
      ['Header of an answer', 'Meaning', 'Sent'],
      Object.entries(toOpenApi(api).components.headers).map(([name, header]) => [
        code(name),
        header.description,
        header.required ? 'always' : 'if it applies',
      ]),
    ),
  scopes: () =>
    table(
      ['Scope', 'Allows an API key to'],
      scopes.map((scope) => [code(scope), scopeTable[scope]]),
    ),
  operations: operationTable,
  'site-operations': siteOperationTable,
  'site-limits': siteLimitTable,
  'shared-errors': sharedErrors,
  queries: queryTable,
  fields: ([name = ''], page) => answerTable(name, shownIn(page)),
  body: (names) => bodyTable(names),
  events: () =>
    table(
      ['Type', 'Sent when'],
      eventTypes.map((type) => [code(type), eventTable[type].when]),
    ),
  attempts,
  errors: () =>
    errorCodes
      .map((error) => {
        const { statuses, title, retry, when } = errorTable[error]
        return `### ${error}\n\n**${title}**, status ${either(statuses)}. ${when} ${retryAdvice[error] ?? retryRules[retry]}`
      })
      .join('\n\n'),
  limits: () =>
    table(
      ['Limit', 'Value'],
      withoutRetries().map(([name = '', value = '']) => [name, value]),
    ),
  plans: () =>
    table(
      ['Plan', 'Standard requests a minute', 'Heavy requests a minute', 'Chat sessions a month'],
      planNames.map((plan) => {
        const own = planLimits[plan]
        return [
          code(plan),
          number(own.requests_per_minute),
          number(own.heavy_requests_per_minute),
          number(own.chat_sessions_per_month),
        ]
      }),
    ),
  extensions: extensionTable,
  codes: () => codes(errorCodes),
}

const shownIn = (page: string): string[] =>
  [...page.matchAll(/<!-- contract: fields (\w+) -->/g)].map(([, name = '']) => name)

/** Writes everything between the marks of a page again, from the contract. */
export function fillBlocks(page: string): string {
  return page.replaceAll(
    /(<!-- contract: ([^>]+) -->\n)[\s\S]*?(<!-- end of contract -->)/g,
    (_all, start: string, mark: string, end: string) => {
      const [name = '', ...words] = mark.split(' ')
      const write = blocks[name]
      if (!write) throw new Error(`No part of the contract is called ${name}.`)
      return `${start}\n${write(words, page)}\n\n${end}`
    },
  )
}
