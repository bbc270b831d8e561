import { abortRows } from './abort-rows.ts'
import { answerRows } from './answer-rows.ts'
import { connectionRows } from './connection-rows.ts'
import { errorRows } from './error-rows.ts'
import { idempotencyRows } from './idempotency-rows.ts'
import { listCallRows } from './list-call-rows.ts'
import { listRows } from './list-rows.ts'
import { pathRows } from './path-rows.ts'
import { redirectRows } from './redirect-rows.ts'
import { retryAfterRows } from './retry-after-rows.ts'
import { retryRows } from './retry-rows.ts'
import type { ScenarioGroup } from './scenario.ts'
import { secretRows } from './secret-rows.ts'
import { sizeRows } from './size-rows.ts'
import { stormRows } from './storm-rows.ts'
import { streamRows } from './stream-rows.ts'
import { timeRows } from './time-rows.ts'
import { webhookRows } from './webhook-rows.ts'

/** Every scenario, group by group. */
export const scenarioGroups: readonly ScenarioGroup[] = [
  retryRows,
  retryAfterRows,
  stormRows,
  idempotencyRows,
  connectionRows,
  timeRows,
  sizeRows,
  abortRows,
  answerRows,
  errorRows,
  redirectRows,
  pathRows,
  secretRows,
  listRows,
  listCallRows,
  streamRows,
  webhookRows,
]
