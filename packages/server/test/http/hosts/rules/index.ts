import { describe } from 'vitest'
import type { Host } from '../../../support/host.ts'
import { authenticationRules } from './authentication.ts'
import { bodyRules } from './body.ts'
import { bytesRules } from './bytes.ts'
import { headerRules } from './headers.ts'
import { idempotencyRules } from './idempotency.ts'
import { orderRules } from './order.ts'
import { queryRules } from './query.ts'
import { rateLimitRules } from './rate-limit.ts'
import { routingRules } from './routing.ts'
import { runningRules } from './running.ts'
import { scopeRules } from './scope.ts'

/** Declares the rules of the pipeline, which hold behind every host. */
export function pipelineRules(host: Host): void {
  describe('headers', () => headerRules(host))
  describe('order of the steps', () => orderRules(host))
  describe('authentication', () => authenticationRules(host))
  describe('routing', () => routingRules(host))
  describe('rate limit', () => rateLimitRules(host))
  describe('scope', () => scopeRules(host))
  describe('idempotency', () => idempotencyRules(host))
  describe('running requests', () => runningRules(host))
  describe('body', () => bodyRules(host))
  describe('query', () => queryRules(host))
  if (host.keepsBytes) describe('the bytes of a body', () => bytesRules(host))
}
