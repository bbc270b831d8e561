// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.

/** The values that this version knows of each open enumeration in answers. */
export const knownValues = {
  /** `WeeklyHours.shifts[].days[]`. */
  WeeklyHoursDay: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  /** `AgentSettings.tone`. */
  AgentSettingsTone: ['friendly', 'neutral', 'formal'],
  /** `Analytics.range`. */
  AnalyticsRange: ['7d', '14d', '30d', '90d'],
  /** `Analytics.filters.device`. */
  AnalyticsDevice: ['desktop', 'mobile'],
  /** `Analytics.headline[].metric`. */
  AnalyticsMetric: ['visitors', 'conversations', 'leads', 'meetings', 'conversion_rate'],
  /** `Analytics.funnel[].stage`, `Analytics.biggest_drop.from`, `Analytics.biggest_drop.to`. */
  AnalyticsStage: ['visitors', 'opening_seen', 'chat_opened', 'conversation', 'lead', 'meeting'],
  /** `Appearance.position`. */
  AppearancePosition: ['left', 'right'],
  /** `Appearance.theme`. */
  AppearanceTheme: ['light', 'dark', 'auto'],
  /** `ChatButton.behavior`. */
  ChatButtonBehavior: ['send', 'link', 'html'],
  /** `ChatButton.style`. */
  ChatButtonStyle: ['brand', 'outline', 'ghost', 'custom'],
  /** `ChatButton.size`. */
  ChatButtonSize: ['sm', 'md', 'lg', 'custom'],
  /** `ChatButton.corners`. */
  ChatButtonCorners: ['match', 'square', 'rounded', 'pill', 'custom'],
  /** `ChatButton.width`. */
  ChatButtonWidth: ['auto', 'full'],
  /** `ChatSession.status`. */
  ChatSessionStatus: ['open', 'handed_off', 'booked'],
  /** `ChatSession.team.state`. */
  ChatSessionState: ['agent', 'waiting', 'person'],
  /** `ChatReply.finish_reason`. */
  ChatReplyFinishReason: ['stop', 'length', 'handed_off'],
  /** `Contact.source`. */
  ContactSource: ['api', 'chat', 'import'],
  /** `ConversationTeam.state`. */
  ConversationTeamState: ['agent', 'waiting', 'person'],
  /** `Message.role`. */
  MessageRole: ['user', 'assistant'],
  /** `Conversation.outcome`. */
  ConversationOutcome: ['meeting', 'lead', 'handoff', 'none'],
  /** `Conversation.team.state`. */
  ConversationState: ['agent', 'waiting', 'person'],
  /** `Conversation.visitor.device`. */
  ConversationDevice: ['desktop', 'mobile'],
  /** `Experiment.status`. */
  ExperimentStatus: [
    'draft',
    'ready',
    'running',
    'winner_found',
    'applied',
    'stopped',
    'paused',
    'failed',
    'invalidated',
  ],
  /** `Experiment.metric`. */
  ExperimentMetric: ['chats', 'leads', 'meetings'],
  /** `Experiment.verdict`. */
  ExperimentVerdict: ['better', 'worse', 'no_difference', 'inconclusive'],
  /** `KnowledgeSource.status`. */
  KnowledgeSourceStatus: ['pending', 'ready', 'failed'],
  /** `LinkGreeting.fields[]`. */
  LinkGreetingField: ['first_name', 'last_name', 'company', 'title'],
  /** `ApiKeyIdentity.kind`. */
  ApiKeyIdentityKind: ['secret_key', 'access_token'],
  /** `ApiKeyIdentity.mode`. */
  ApiKeyIdentityMode: ['live', 'test'],
  /** `ApiKeyIdentity.scopes[]`. */
  Scope: [
    'conversations:read',
    'contacts:read',
    'contacts:write',
    'meetings:read',
    'analytics:read',
    'events:read',
    'webhooks:write',
    'knowledge:read',
    'knowledge:write',
    'agent:read',
    'agent:write',
    'experiments:read',
    'experiments:write',
    'privacy:write',
    'chat:write',
  ],
  /** `Meeting.status`. */
  MeetingStatus: ['booked', 'canceled'],
  /** `PersonalLink.status`. */
  PersonalLinkStatus: ['active', 'draft'],
  /** `PersonalLink.fields[]`. */
  PersonalLinkField: ['first_name', 'last_name', 'company', 'title'],
  /** `WebhookEndpoint.events[]`. */
  WebhookEndpointEvent: [
    '*',
    'lead.captured',
    'handoff.requested',
    'meeting.booked',
    'meeting.rescheduled',
    'meeting.canceled',
    'conversation.started',
    'conversation.completed',
    'experiment.started',
    'experiment.winner_found',
    'knowledge.source_failed',
    'webhook.test',
    'contact.deleted',
    'message.created',
    'handoff.unanswered',
    'conversation.deleted',
  ],
  /** `WebhookEndpoint.status`. */
  WebhookEndpointStatus: ['enabled', 'disabled'],
  /** `WebhookEndpoint.disabled_reason`. */
  WebhookEndpointDisabledReason: ['manual', 'failing', 'gone'],
  /** `WebhookDelivery.event_type`. */
  EventType: [
    'lead.captured',
    'handoff.requested',
    'meeting.booked',
    'meeting.rescheduled',
    'meeting.canceled',
    'conversation.started',
    'conversation.completed',
    'experiment.started',
    'experiment.winner_found',
    'knowledge.source_failed',
    'webhook.test',
    'contact.deleted',
    'message.created',
    'handoff.unanswered',
    'conversation.deleted',
  ],
  /** `WebhookDelivery.status`. */
  WebhookDeliveryStatus: ['queued', 'delivered', 'retrying', 'failed'],
  /** `Workspace.plan`. */
  WorkspacePlan: ['origin', 'adapt', 'evolve', 'apex'],
  /** `Workspace.mode`. */
  WorkspaceMode: ['live', 'test'],
  /** `ApiError.code`. */
  ErrorCode: [
    'authentication_required',
    'invalid_api_key',
    'insufficient_scope',
    'payment_required',
    'invalid_request',
    'not_found',
    'conflict',
    'idempotency_key_reused',
    'idempotency_key_in_use',
    'rate_limited',
    'quota_exceeded',
    'unsupported_version',
    'feature_disabled',
    'unprocessable',
    'internal_error',
  ],
} as const

/** The values that this version knows of an enumeration: `KnownValue<'ContactSource'>`. */
export type KnownValue<Name extends keyof typeof knownValues> = (typeof knownValues)[Name][number]

/**
 * Whether this version knows a value of an enumeration.
 *
 * @example
 * ```ts
 * const { source } = await doorkit.contacts.get(contactId)
 * if (isKnown('ContactSource', source)) {
 *   const icons = { api: 'plug', chat: 'bubble', import: 'file' }
 *   console.log(icons[source])
 * } else {
 *   console.log('newer than this client:', source)
 * }
 * ```
 */
export function isKnown<Name extends keyof typeof knownValues>(
  name: Name,
  value: string | null | undefined,
): value is KnownValue<Name> {
  const values: readonly (string | null | undefined)[] = knownValues[name]
  return values.includes(value)
}
