import { describe } from 'vitest'
import { hosts } from '../../support/hosts.ts'
import { authenticationRules } from './rules/authentication.ts'
import { bodyRules } from './rules/body.ts'
import { bytesRules } from './rules/bytes.ts'
import { headerRules } from './rules/headers.ts'
import { idempotencyRules } from './rules/idempotency.ts'
import { orderRules } from './rules/order.ts'
import { queryRules } from './rules/query.ts'
import { rateLimitRules } from './rules/rate-limit.ts'
import { routingRules } from './rules/routing.ts'
import { runningRules } from './rules/running.ts'
import { scopeRules } from './rules/scope.ts'

describe.each(hosts)('$name', (host) => {
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
})

describe.each(hosts.filter(({ keepsBytes }) => keepsBytes))(
  'the bytes of a body, $name',
  bytesRules,
)
