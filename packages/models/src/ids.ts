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

/** The id of a workspace. */
export const WorkspaceId = idSchema('workspace')
/** The id of a conversation. */
export const ConversationId = idSchema('conversation')
/** The id of one message of a transcript. */
export const MessageId = idSchema('message')
/** The id of a contact. */
export const ContactId = idSchema('contact')
/** The id of a meeting. */
export const MeetingId = idSchema('meeting')
/** The id of an event, which a webhook carries as `webhook-id`. */
export const EventId = idSchema('event')
/** The id of a webhook endpoint. */
export const WebhookEndpointId = idSchema('webhookEndpoint')
/** The id of a delivery: one event for one endpoint. */
export const WebhookDeliveryId = idSchema('webhookDelivery')
/** The id of a knowledge page. */
export const KnowledgeSourceId = idSchema('knowledgeSource')
/** The id of a knowledge document. */
export const KnowledgeDocumentId = idSchema('knowledgeDocument')
/** The id of an opening test. */
export const ExperimentId = idSchema('experiment')
/** The id of a variant of an opening test. */
export const VariantId = idSchema('variant')
/** The id of a chat button. */
export const ChatButtonId = idSchema('chatButton')
/** The id of a chat session. */
export const ChatSessionId = idSchema('chatSession')
/** The id of a personal link. */
export const PersonalLinkId = idSchema('personalLink')
/** The id of the greeting of a personal link. */
export const LinkGreetingId = idSchema('linkGreeting')
/** The id of the receipt of an erasure. */
export const ErasureId = idSchema('erasure')
/** The id of an API key; it is not a secret. */
export const ApiKeyId = idSchema('apiKey')
/** The id of a request, which its answer carries as `X-Request-Id`. */
export const RequestId = idSchema('request')
