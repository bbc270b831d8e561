import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

/** The names that each public entry exports. */
const entries: Readonly<Record<string, { load: () => Promise<object>; names: readonly string[] }>> =
  {
    '.': {
      load: () => import('../src/index.ts'),
      names: [
        'CalendarError',
        'CrawlError',
        'KitError',
        'StoreError',
        'ToolError',
        'TurnError',
        'agentPhrases',
        'calcom',
        'calendly',
        'createDoorkit',
        'defineTool',
        'drain',
        'generateMasterKey',
        'knowledgeAgent',
        'manualClock',
        'memoryStore',
        'metricsContentType',
        'parseMasterKeys',
        'parsePlans',
        'ruleGrader',
        'signVisitor',
        'silentLogger',
        'systemClock',
      ],
    },
    './node': { load: () => import('../src/http/mounts/node.ts'), names: ['toNode'] },
    './express': { load: () => import('../src/http/mounts/express.ts'), names: ['toExpress'] },
    './fastify': { load: () => import('../src/http/mounts/fastify.ts'), names: ['fastifyDoorkit'] },
  }

test.each(Object.entries(entries))(
  'the entry %s exports exactly the listed names',
  async (_entry, { load, names }) => {
    expect(Object.keys(await load()).sort()).toEqual(names)
  },
)

test('every entry of the package is listed', () => {
  const listed = [...Object.keys(entries), './internal', './package.json']
  expect(Object.keys(manifest.exports).sort()).toEqual(listed.sort())
})
