// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.

/** The prefix of the ids of each kind of object. */
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

/** The id of one kind of object: `Id<'contact'>`. */
export type Id<Kind extends IdKind> = `${(typeof idPrefixes)[Kind]}${string}`

/** The id of a workspace. */
export type WorkspaceId = Id<'workspace'>

/** The id of a conversation. */
export type ConversationId = Id<'conversation'>

/** The id of a message. */
export type MessageId = Id<'message'>

/** The id of a contact. */
export type ContactId = Id<'contact'>

/** The id of a meeting. */
export type MeetingId = Id<'meeting'>

/** The id of an event. */
export type EventId = Id<'event'>

/** The id of a webhook endpoint. */
export type WebhookEndpointId = Id<'webhookEndpoint'>

/** The id of a webhook delivery. */
export type WebhookDeliveryId = Id<'webhookDelivery'>

/** The id of a knowledge source. */
export type KnowledgeSourceId = Id<'knowledgeSource'>

/** The id of a knowledge document. */
export type KnowledgeDocumentId = Id<'knowledgeDocument'>

/** The id of an experiment. */
export type ExperimentId = Id<'experiment'>

/** The id of a variant. */
export type VariantId = Id<'variant'>

/** The id of a chat button. */
export type ChatButtonId = Id<'chatButton'>

/** The id of a chat session. */
export type ChatSessionId = Id<'chatSession'>

/** The id of a personal link. */
export type PersonalLinkId = Id<'personalLink'>

/** The id of a link greeting. */
export type LinkGreetingId = Id<'linkGreeting'>

/** The id of an erasure. */
export type ErasureId = Id<'erasure'>

/** The id of an API key. */
export type ApiKeyId = Id<'apiKey'>

/** The id of a request. */
export type RequestId = Id<'request'>

/** Whether a value has the form of the ids of one kind of object. */
export function isId<Kind extends IdKind>(kind: Kind, value: unknown): value is Id<Kind> {
  const prefix = idPrefixes[kind]
  return (
    typeof value === 'string' &&
    value.startsWith(prefix) &&
    /^[\w-]{1,64}$/.test(value.slice(prefix.length))
  )
}
