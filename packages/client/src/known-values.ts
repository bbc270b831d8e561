// biome-ignore-all format: written by test/surface.test.ts from the contract; `vitest -u` writes it anew.
import type { ErrorCode } from './error-codes.ts'
import type { EventType } from './event-type.ts'
import { isOneOf } from './is-one-of.ts'
import type { Scope } from './scope.ts'

/** What this version knows of `AgentSettings.tone`. */
export type KnownAgentSettingsTone = 'friendly' | 'neutral' | 'formal'

/** Whether a value of `AgentSettings.tone` is one that this version knows. */
export function isKnownAgentSettingsTone(value: string | null | undefined): value is KnownAgentSettingsTone {
  return isOneOf(value, 'friendly', 'neutral', 'formal')
}

/** What this version knows of `Analytics.range`. */
export type KnownAnalyticsRange = '7d' | '14d' | '30d' | '90d'

/** Whether a value of `Analytics.range` is one that this version knows. */
export function isKnownAnalyticsRange(value: string | null | undefined): value is KnownAnalyticsRange {
  return isOneOf(value, '7d', '14d', '30d', '90d')
}

/** What this version knows of `Analytics.filters.device`. */
export type KnownAnalyticsDevice = 'desktop' | 'mobile'

/** Whether a value of `Analytics.filters.device` is one that this version knows. */
export function isKnownAnalyticsDevice(value: string | null | undefined): value is KnownAnalyticsDevice {
  return isOneOf(value, 'desktop', 'mobile')
}

/** What this version knows of `Analytics.headline[].metric`. */
export type KnownAnalyticsMetric =
  | 'visitors'
  | 'conversations'
  | 'leads'
  | 'meetings'
  | 'conversion_rate'

/** Whether a value of `Analytics.headline[].metric` is one that this version knows. */
export function isKnownAnalyticsMetric(value: string | null | undefined): value is KnownAnalyticsMetric {
  return isOneOf(value, 'visitors', 'conversations', 'leads', 'meetings', 'conversion_rate')
}

/**
 * What this version knows of `Analytics.funnel[].stage`, `Analytics.biggest_drop.from` and
 * `Analytics.biggest_drop.to`.
 */
export type KnownAnalyticsStage =
  | 'visitors'
  | 'opening_seen'
  | 'chat_opened'
  | 'conversation'
  | 'lead'
  | 'meeting'

/**
 * Whether a value of `Analytics.funnel[].stage`, `Analytics.biggest_drop.from` or
 * `Analytics.biggest_drop.to` is one that this version knows.
 */
export function isKnownAnalyticsStage(value: string | null | undefined): value is KnownAnalyticsStage {
  return isOneOf(value, 'visitors', 'opening_seen', 'chat_opened', 'conversation', 'lead',
    'meeting')
}

/** What this version knows of `Appearance.position`. */
export type KnownAppearancePosition = 'left' | 'right'

/** Whether a value of `Appearance.position` is one that this version knows. */
export function isKnownAppearancePosition(value: string | null | undefined): value is KnownAppearancePosition {
  return isOneOf(value, 'left', 'right')
}

/** What this version knows of `Appearance.theme`. */
export type KnownAppearanceTheme = 'light' | 'dark' | 'auto'

/** Whether a value of `Appearance.theme` is one that this version knows. */
export function isKnownAppearanceTheme(value: string | null | undefined): value is KnownAppearanceTheme {
  return isOneOf(value, 'light', 'dark', 'auto')
}

/** What this version knows of `ChatButton.behavior`. */
export type KnownChatButtonBehavior = 'send' | 'link' | 'html'

/** Whether a value of `ChatButton.behavior` is one that this version knows. */
export function isKnownChatButtonBehavior(value: string | null | undefined): value is KnownChatButtonBehavior {
  return isOneOf(value, 'send', 'link', 'html')
}

/** What this version knows of `ChatButton.style`. */
export type KnownChatButtonStyle = 'brand' | 'outline' | 'ghost' | 'custom'

/** Whether a value of `ChatButton.style` is one that this version knows. */
export function isKnownChatButtonStyle(value: string | null | undefined): value is KnownChatButtonStyle {
  return isOneOf(value, 'brand', 'outline', 'ghost', 'custom')
}

/** What this version knows of `ChatButton.size`. */
export type KnownChatButtonSize = 'sm' | 'md' | 'lg' | 'custom'

/** Whether a value of `ChatButton.size` is one that this version knows. */
export function isKnownChatButtonSize(value: string | null | undefined): value is KnownChatButtonSize {
  return isOneOf(value, 'sm', 'md', 'lg', 'custom')
}

/** What this version knows of `ChatButton.corners`. */
export type KnownChatButtonCorners = 'match' | 'square' | 'rounded' | 'pill' | 'custom'

/** Whether a value of `ChatButton.corners` is one that this version knows. */
export function isKnownChatButtonCorners(value: string | null | undefined): value is KnownChatButtonCorners {
  return isOneOf(value, 'match', 'square', 'rounded', 'pill', 'custom')
}

/** What this version knows of `ChatButton.width`. */
export type KnownChatButtonWidth = 'auto' | 'full'

/** Whether a value of `ChatButton.width` is one that this version knows. */
export function isKnownChatButtonWidth(value: string | null | undefined): value is KnownChatButtonWidth {
  return isOneOf(value, 'auto', 'full')
}

/** What this version knows of `ChatSession.status`. */
export type KnownChatSessionStatus = 'open' | 'handed_off' | 'booked'

/** Whether a value of `ChatSession.status` is one that this version knows. */
export function isKnownChatSessionStatus(value: string | null | undefined): value is KnownChatSessionStatus {
  return isOneOf(value, 'open', 'handed_off', 'booked')
}

/** What this version knows of `Contact.source`. */
export type KnownContactSource = 'api' | 'chat' | 'import'

/**
 * Whether a value of `Contact.source` is one that this version knows.
 *
 * @example
 * ```ts
 * const { source } = await doorkit.contacts.get(contactId)
 * if (isKnownContactSource(source)) {
 *   const icons = { api: 'plug', chat: 'bubble', import: 'file' }
 *   console.log(icons[source])
 * } else {
 *   console.log('newer than this client:', source)
 * }
 * ```
 */
export function isKnownContactSource(value: string | null | undefined): value is KnownContactSource {
  return isOneOf(value, 'api', 'chat', 'import')
}

/** What this version knows of `Message.role`. */
export type KnownMessageRole = 'user' | 'assistant'

/** Whether a value of `Message.role` is one that this version knows. */
export function isKnownMessageRole(value: string | null | undefined): value is KnownMessageRole {
  return isOneOf(value, 'user', 'assistant')
}

/** What this version knows of `Conversation.outcome`. */
export type KnownConversationOutcome = 'meeting' | 'lead' | 'handoff' | 'none'

/** Whether a value of `Conversation.outcome` is one that this version knows. */
export function isKnownConversationOutcome(value: string | null | undefined): value is KnownConversationOutcome {
  return isOneOf(value, 'meeting', 'lead', 'handoff', 'none')
}

/** What this version knows of `Conversation.visitor.device`. */
export type KnownConversationDevice = 'desktop' | 'mobile'

/** Whether a value of `Conversation.visitor.device` is one that this version knows. */
export function isKnownConversationDevice(value: string | null | undefined): value is KnownConversationDevice {
  return isOneOf(value, 'desktop', 'mobile')
}

/** What this version knows of `Experiment.status`. */
export type KnownExperimentStatus =
  | 'draft'
  | 'ready'
  | 'running'
  | 'winner_found'
  | 'applied'
  | 'stopped'
  | 'paused'
  | 'failed'
  | 'invalidated'

/** Whether a value of `Experiment.status` is one that this version knows. */
export function isKnownExperimentStatus(value: string | null | undefined): value is KnownExperimentStatus {
  return isOneOf(value, 'draft', 'ready', 'running', 'winner_found', 'applied', 'stopped',
    'paused', 'failed', 'invalidated')
}

/** What this version knows of `Experiment.metric`. */
export type KnownExperimentMetric = 'chats' | 'leads' | 'meetings'

/** Whether a value of `Experiment.metric` is one that this version knows. */
export function isKnownExperimentMetric(value: string | null | undefined): value is KnownExperimentMetric {
  return isOneOf(value, 'chats', 'leads', 'meetings')
}

/** What this version knows of `Experiment.verdict`. */
export type KnownExperimentVerdict = 'better' | 'worse' | 'no_difference' | 'inconclusive'

/** Whether a value of `Experiment.verdict` is one that this version knows. */
export function isKnownExperimentVerdict(value: string | null | undefined): value is KnownExperimentVerdict {
  return isOneOf(value, 'better', 'worse', 'no_difference', 'inconclusive')
}

/** What this version knows of `KnowledgeSource.status`. */
export type KnownKnowledgeSourceStatus = 'pending' | 'ready' | 'failed'

/** Whether a value of `KnowledgeSource.status` is one that this version knows. */
export function isKnownKnowledgeSourceStatus(value: string | null | undefined): value is KnownKnowledgeSourceStatus {
  return isOneOf(value, 'pending', 'ready', 'failed')
}

/** What this version knows of `LinkGreeting.fields[]`. */
export type KnownLinkGreetingField = 'first_name' | 'last_name' | 'company' | 'title'

/** Whether a value of `LinkGreeting.fields[]` is one that this version knows. */
export function isKnownLinkGreetingField(value: string | null | undefined): value is KnownLinkGreetingField {
  return isOneOf(value, 'first_name', 'last_name', 'company', 'title')
}

/** What this version knows of `ApiKeyIdentity.kind`. */
export type KnownApiKeyIdentityKind = 'secret_key' | 'access_token'

/** Whether a value of `ApiKeyIdentity.kind` is one that this version knows. */
export function isKnownApiKeyIdentityKind(value: string | null | undefined): value is KnownApiKeyIdentityKind {
  return isOneOf(value, 'secret_key', 'access_token')
}

/** What this version knows of `ApiKeyIdentity.mode`. */
export type KnownApiKeyIdentityMode = 'live' | 'test'

/** Whether a value of `ApiKeyIdentity.mode` is one that this version knows. */
export function isKnownApiKeyIdentityMode(value: string | null | undefined): value is KnownApiKeyIdentityMode {
  return isOneOf(value, 'live', 'test')
}

/** Whether a value of `ApiKeyIdentity.scopes[]` is one that this version knows. */
export function isKnownScope(value: string | null | undefined): value is Scope {
  return isOneOf(value, 'conversations:read', 'contacts:read', 'contacts:write', 'meetings:read',
    'analytics:read', 'events:read', 'webhooks:write', 'knowledge:read', 'knowledge:write',
    'agent:read', 'agent:write', 'experiments:read', 'experiments:write', 'privacy:write',
    'chat:write')
}

/** What this version knows of `Meeting.status`. */
export type KnownMeetingStatus = 'booked' | 'canceled'

/** Whether a value of `Meeting.status` is one that this version knows. */
export function isKnownMeetingStatus(value: string | null | undefined): value is KnownMeetingStatus {
  return isOneOf(value, 'booked', 'canceled')
}

/** What this version knows of `PersonalLink.status`. */
export type KnownPersonalLinkStatus = 'active' | 'draft'

/** Whether a value of `PersonalLink.status` is one that this version knows. */
export function isKnownPersonalLinkStatus(value: string | null | undefined): value is KnownPersonalLinkStatus {
  return isOneOf(value, 'active', 'draft')
}

/** What this version knows of `PersonalLink.fields[]`. */
export type KnownPersonalLinkField = 'first_name' | 'last_name' | 'company' | 'title'

/** Whether a value of `PersonalLink.fields[]` is one that this version knows. */
export function isKnownPersonalLinkField(value: string | null | undefined): value is KnownPersonalLinkField {
  return isOneOf(value, 'first_name', 'last_name', 'company', 'title')
}

/** What this version knows of `WebhookEndpoint.events[]`. */
export type KnownWebhookEndpointEvent =
  | '*'
  | 'lead.captured'
  | 'handoff.requested'
  | 'meeting.booked'
  | 'meeting.rescheduled'
  | 'meeting.canceled'
  | 'conversation.started'
  | 'conversation.completed'
  | 'experiment.started'
  | 'experiment.winner_found'
  | 'knowledge.source_failed'
  | 'webhook.test'

/** Whether a value of `WebhookEndpoint.events[]` is one that this version knows. */
export function isKnownWebhookEndpointEvent(value: string | null | undefined): value is KnownWebhookEndpointEvent {
  return isOneOf(value, '*', 'lead.captured', 'handoff.requested', 'meeting.booked',
    'meeting.rescheduled', 'meeting.canceled', 'conversation.started', 'conversation.completed',
    'experiment.started', 'experiment.winner_found', 'knowledge.source_failed', 'webhook.test')
}

/** What this version knows of `WebhookEndpoint.status`. */
export type KnownWebhookEndpointStatus = 'enabled' | 'disabled'

/** Whether a value of `WebhookEndpoint.status` is one that this version knows. */
export function isKnownWebhookEndpointStatus(value: string | null | undefined): value is KnownWebhookEndpointStatus {
  return isOneOf(value, 'enabled', 'disabled')
}

/** What this version knows of `WebhookEndpoint.disabled_reason`. */
export type KnownWebhookEndpointDisabledReason = 'manual' | 'failing' | 'gone'

/** Whether a value of `WebhookEndpoint.disabled_reason` is one that this version knows. */
export function isKnownWebhookEndpointDisabledReason(value: string | null | undefined): value is KnownWebhookEndpointDisabledReason {
  return isOneOf(value, 'manual', 'failing', 'gone')
}

/** Whether a value of `WebhookDelivery.event_type` is one that this version knows. */
export function isKnownEventType(value: string | null | undefined): value is EventType {
  return isOneOf(value, 'lead.captured', 'handoff.requested', 'meeting.booked',
    'meeting.rescheduled', 'meeting.canceled', 'conversation.started', 'conversation.completed',
    'experiment.started', 'experiment.winner_found', 'knowledge.source_failed', 'webhook.test')
}

/** What this version knows of `WebhookDelivery.status`. */
export type KnownWebhookDeliveryStatus = 'queued' | 'delivered' | 'retrying' | 'failed'

/** Whether a value of `WebhookDelivery.status` is one that this version knows. */
export function isKnownWebhookDeliveryStatus(value: string | null | undefined): value is KnownWebhookDeliveryStatus {
  return isOneOf(value, 'queued', 'delivered', 'retrying', 'failed')
}

/** What this version knows of `Workspace.plan`. */
export type KnownWorkspacePlan = 'origin' | 'adapt' | 'evolve' | 'apex'

/** Whether a value of `Workspace.plan` is one that this version knows. */
export function isKnownWorkspacePlan(value: string | null | undefined): value is KnownWorkspacePlan {
  return isOneOf(value, 'origin', 'adapt', 'evolve', 'apex')
}

/** What this version knows of `Workspace.mode`. */
export type KnownWorkspaceMode = 'live' | 'test'

/** Whether a value of `Workspace.mode` is one that this version knows. */
export function isKnownWorkspaceMode(value: string | null | undefined): value is KnownWorkspaceMode {
  return isOneOf(value, 'live', 'test')
}

/** Whether a value of `ApiError.code` is one that this version knows. */
export function isKnownErrorCode(value: string | null | undefined): value is ErrorCode {
  return isOneOf(value, 'authentication_required', 'invalid_api_key', 'insufficient_scope',
    'payment_required', 'invalid_request', 'not_found', 'conflict', 'idempotency_key_reused',
    'idempotency_key_in_use', 'rate_limited', 'quota_exceeded', 'unsupported_version',
    'feature_disabled', 'unprocessable', 'internal_error')
}
