import * as z from 'zod'

/** The prefix of each kind of id (docs/api.md#ids). */
export const idPrefixes = {
  workspace: 'ws_',
  conversation: 'conv_',
  message: 'msg_',
  contact: 'ct_',
  meeting: 'mtg_',
  event: 'evt_',
  webhookEndpoint: 'we_',
  webhookDelivery: 'whd_',
  knowledgeSource: 'src_',
  knowledgeDocument: 'doc_',
  experiment: 'exp_',
  variant: 'var_',
  chatButton: 'btn_',
  chatSession: 'chs_',
  personalLink: 'lk_',
  linkGreeting: 'gr_',
  erasure: 'era_',
  apiKey: 'key_',
  request: 'req_',
} as const

/** The kinds of objects that have ids. */
export type IdKind = keyof typeof idPrefixes

/** The id of one kind of object. The compiler refuses a meeting's id in place of a contact's id. */
export type Id<Kind extends IdKind> = `${(typeof idPrefixes)[Kind]}${string}`

// The part after the prefix is opaque to clients.
const suffix = z.string().regex(/[A-Za-z0-9_-]{1,64}/)

function idSchema<Kind extends IdKind>(kind: Kind) {
  return z.templateLiteral([idPrefixes[kind], suffix])
}

/** Names a workspace. */
export const WorkspaceId = idSchema('workspace')
/** Names a conversation. */
export const ConversationId = idSchema('conversation')
/** Names one message of a transcript. */
export const MessageId = idSchema('message')
/** Names a contact. */
export const ContactId = idSchema('contact')
/** Names a meeting. */
export const MeetingId = idSchema('meeting')
/** Names an event; a webhook carries it as `webhook-id`. */
export const EventId = idSchema('event')
/** Names a webhook endpoint. */
export const WebhookEndpointId = idSchema('webhookEndpoint')
/** Names a delivery: one event for one endpoint. */
export const WebhookDeliveryId = idSchema('webhookDelivery')
/** Names a knowledge page. */
export const KnowledgeSourceId = idSchema('knowledgeSource')
/** Names a knowledge document. */
export const KnowledgeDocumentId = idSchema('knowledgeDocument')
/** Names an opening test. */
export const ExperimentId = idSchema('experiment')
/** Names a variant of an opening test. */
export const VariantId = idSchema('variant')
/** Names a chat button. */
export const ChatButtonId = idSchema('chatButton')
/** Names a chat session. */
export const ChatSessionId = idSchema('chatSession')
/** Names a personal link. */
export const PersonalLinkId = idSchema('personalLink')
/** Names the greeting of a personal link. */
export const LinkGreetingId = idSchema('linkGreeting')
/** Names the receipt of an erasure. */
export const ErasureId = idSchema('erasure')
/** Names an API key; it is not a secret. */
export const ApiKeyId = idSchema('apiKey')
/** Names one request; every answer carries it as `X-Request-Id`. */
export const RequestId = idSchema('request')
