import { readFileSync } from 'node:fs'
import { api } from '@doorkit/models'
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
    'ResponseError',
    'TimeoutError',
    'apiVersion',
    'createClient',
    'isKnownAgentSettingsTone',
    'isKnownAnalyticsDevice',
    'isKnownAnalyticsMetric',
    'isKnownAnalyticsRange',
    'isKnownAnalyticsStage',
    'isKnownApiKeyIdentityKind',
    'isKnownApiKeyIdentityMode',
    'isKnownAppearancePosition',
    'isKnownAppearanceTheme',
    'isKnownChatButtonBehavior',
    'isKnownChatButtonCorners',
    'isKnownChatButtonSize',
    'isKnownChatButtonStyle',
    'isKnownChatButtonWidth',
    'isKnownChatSessionStatus',
    'isKnownContactSource',
    'isKnownConversationDevice',
    'isKnownConversationOutcome',
    'isKnownErrorCode',
    'isKnownEventType',
    'isKnownExperimentMetric',
    'isKnownExperimentStatus',
    'isKnownExperimentVerdict',
    'isKnownKnowledgeSourceStatus',
    'isKnownLinkGreetingField',
    'isKnownMeetingStatus',
    'isKnownMessageRole',
    'isKnownPersonalLinkField',
    'isKnownPersonalLinkStatus',
    'isKnownScope',
    'isKnownWebhookDeliveryStatus',
    'isKnownWebhookEndpointDisabledReason',
    'isKnownWebhookEndpointEvent',
    'isKnownWebhookEndpointStatus',
    'isKnownWorkspaceMode',
    'isKnownWorkspacePlan',
    'isProblem',
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
  const operations = Object.entries(api).flatMap(([resource, definitions]) =>
    [...Object.keys(definitions), ...(resource === 'chatSessions' ? ['stream'] : [])].map(
      (name) => resource + name.charAt(0).toUpperCase() + name.slice(1),
    ),
  )
  expect(operations.length).toBeGreaterThan(60)
  expect(Object.fromEntries((await Promise.all(names)).flat())).toEqual({
    './core': [
      ...['ApiError', 'DoorkitError', 'createCore', 'isProblem', 'readRateLimit'],
      ...operations,
    ].sort(),
    './otel': ['openTelemetry'],
    './sync': ['syncChanges'],
    './testing': ['createTestWorkspace'],
    './undici': ['undiciTransport'],
    './validate': ['DriftError', 'validateResponses'],
  })
})
