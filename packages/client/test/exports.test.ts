import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the package exports these names', async () => {
  expect(Object.keys(await import('../src/index.ts')).sort()).toEqual([
    'AbortedError',
    'ApiError',
    'ChatStreamError',
    'ConnectionError',
    'DeadlineError',
    'DoorkitError',
    'PaginationError',
    'QueueTimeoutError',
    'ResponseError',
    'TimeoutError',
    'apiVersion',
    'createClient',
    'idPrefixes',
    'isId',
    'isKnown',
    'isProblem',
    'knownValues',
    'metaOf',
  ])
})

test('the subpaths export these names', async () => {
  const { exports } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { exports: Record<string, { '@doorkit/source'?: string }> }
  const names = Object.entries(exports).flatMap(async ([subpath, target]) => {
    const source = target['@doorkit/source']
    if (source === undefined || subpath === '.') return []
    const module = await import(new URL(`../${source}`, import.meta.url).href)
    return [[subpath, Object.keys(module).sort()]]
  })
  expect(Object.fromEntries((await Promise.all(names)).flat())).toEqual({
    './otel': ['openTelemetry'],
    './sync': ['syncChanges'],
    './testing': ['createTestWorkspace'],
    './undici': ['undiciTransport'],
    './validate': ['DriftError', 'validateResponses'],
  })
})
