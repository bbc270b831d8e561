import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operationErrors } from '../src/index.ts'
import { toSiteOpenApi } from '../src/openapi.ts'
import { siteLimits } from '../src/site/index.ts'
import { siteOperations } from './operations.ts'

const routes = siteOperations.map(({ operation }) => `${operation.method} ${operation.path}`)

test('docs/site-openapi.json is current', async () => {
  const text = `${JSON.stringify(toSiteOpenApi(), null, 2)}\n`
  await expect(text).toMatchFileSnapshot('../../../docs/site-openapi.json')
})

test('every operation of the site API says its credential and the size limit of its body', () => {
  for (const { id, operation } of siteOperations) {
    expect(operation.credential, id).toBe(id === 'visits.begin' ? 'site_key' : 'visit_token')
    expect(operationErrors(operation), id).toContain('insufficient_scope')
    expect(operation.maxBodyBytes, id).toBe(siteLimits.bodyBytes)
  }
  expect(siteOperations.length).toBeGreaterThan(6)
})

test('only a stream that is resumed can have no events', () => {
  const operationIds = Object.values(toSiteOpenApi().paths).flatMap((path) =>
    Object.values(path).flatMap(({ operationId, responses }) =>
      responses[204] ? operationId : [],
    ),
  )
  expect(operationIds).toEqual(['messages.resume'])
})

test('no two operations of the site API share a route', () => {
  expect(new Set(routes).size).toBe(routes.length)
})

test('the summary of an operation of the site API is the doc comment above it', () => {
  for (const { resource, name, operation } of siteOperations) {
    const source = readFileSync(new URL(`../src/site/${resource}.ts`, import.meta.url), 'utf8')
    expect(source).toContain(`  /** ${operation.summary} */\n  ${name}: {`)
    expect(operation.summary.length).toBeLessThanOrEqual(90)
  }
})
