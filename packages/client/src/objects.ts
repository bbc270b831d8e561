import type * as models from '@doorkit/models'
import type { Open } from '@doorkit/models'

/** How the agent behaves. */
export type AgentSettings = Open<models.AgentSettings>
/** What the site's visitors did, in numbers. */
export type Analytics = Open<models.Analytics>
/** Who a key is. */
export type ApiKeyIdentity = Open<models.ApiKeyIdentity>
/** How the chat looks. */
export type Appearance = Open<models.Appearance>
/** A button on the site that opens the chat. */
export type ChatButton = Open<models.ChatButton>
/** What the agent did in a turn, besides answering. */
export type ChatAction = Open<models.ChatAction>
/** The agent's answer to one message. */
export type ChatReply = Open<models.ChatReply>
/** A conversation held from another application. */
export type ChatSession = Open<models.ChatSession>
/** A person the workspace knows. */
export type Contact = Open<models.Contact>
/** The answer of deleting a contact. */
export type ContactDeleted = Open<models.ContactDeleted>
/** One conversation of the agent with a visitor. */
export type Conversation = Open<models.Conversation>
/** The receipt of an erasure. */
export type Erasure = Open<models.Erasure>
/** What grading found, once a conversation went quiet. */
export type Evaluation = Open<models.Evaluation>
/** The answer of sending an event again. */
export type EventRedelivery = Open<models.EventRedelivery>
/** A test of openings. */
export type Experiment = Open<models.Experiment>
/** A text that the agent answers from. */
export type KnowledgeDocument = Open<models.KnowledgeDocument>
/** A page that the agent reads and answers from. */
export type KnowledgeSource = Open<models.KnowledgeSource>
/** What a personal link says to the person who opens it. */
export type LinkGreeting = Open<models.LinkGreeting>
/** An event in the event log. */
export type LoggedEvent = Open<models.LoggedEvent>
/** A meeting booked from the chat. */
export type Meeting = Open<models.Meeting>
/** One turn of a transcript. */
export type Message = Open<models.Message>
/** A link that greets the person it was sent to. */
export type PersonalLink = Open<models.PersonalLink>
/** The address of a link for one person. */
export type PersonalLinkUrl = Open<models.PersonalLinkUrl>
/** Everything held about one person. */
export type PrivacyExport = Open<models.PrivacyExport>
/** One opening of a test. */
export type Variant = Open<models.Variant>
/** One event on its way to one endpoint. */
export type WebhookDelivery = Open<models.WebhookDelivery>
/** Where events are sent. */
export type WebhookEndpoint = Open<models.WebhookEndpoint>
/** How a test delivery went. */
export type WebhookTest = Open<models.WebhookTest>
/** The workspace that a key belongs to. */
export type Workspace = Open<models.Workspace>
