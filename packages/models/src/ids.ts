import * as z from 'zod'

/** What each kind of id begins with (spec: Conventions 4). */
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
  key: 'key_',
  request: 'req_',
} as const

/** The kinds of objects that have ids. */
export type IdKind = keyof typeof idPrefixes

/** The id of one kind of object: a meeting's id does not compile where a contact's belongs. */
export type Id<Kind extends IdKind> = `${(typeof idPrefixes)[Kind]}${string}`

// What follows the prefix is opaque to clients.
const suffix = z.string().regex(/[A-Za-z0-9_-]{1,64}/)

function idSchema<Kind extends IdKind>(kind: Kind) {
  return z.templateLiteral([idPrefixes[kind], suffix])
}

export const WorkspaceId = idSchema('workspace')
export const ConversationId = idSchema('conversation')
export const MessageId = idSchema('message')
export const ContactId = idSchema('contact')
export const MeetingId = idSchema('meeting')
export const EventId = idSchema('event')
export const WebhookEndpointId = idSchema('webhookEndpoint')
export const WebhookDeliveryId = idSchema('webhookDelivery')
export const KnowledgeSourceId = idSchema('knowledgeSource')
export const KnowledgeDocumentId = idSchema('knowledgeDocument')
export const ExperimentId = idSchema('experiment')
export const VariantId = idSchema('variant')
export const ChatButtonId = idSchema('chatButton')
export const ChatSessionId = idSchema('chatSession')
export const PersonalLinkId = idSchema('personalLink')
export const LinkGreetingId = idSchema('linkGreeting')
export const ErasureId = idSchema('erasure')
export const KeyId = idSchema('key')
export const RequestId = idSchema('request')
