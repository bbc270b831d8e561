// The shapes that the specification gives, written down from its text alone.

export interface List<Item> {
  readonly object: 'list'
  readonly data: readonly Item[]
  readonly has_more: boolean
  readonly next_cursor: string | null
}

export interface Deleted {
  readonly id: string
  readonly object: string
  readonly deleted: true
}

export interface KeyIdentity {
  readonly object: string
  readonly key: string
  readonly name: string
  readonly kind: string
  readonly mode: string
  readonly scopes: readonly string[]
  readonly workspace: string
}

export interface Workspace {
  readonly id: string
  readonly object: string
  readonly name: string
  readonly website: string
  readonly plan: string
  readonly mode: string
  readonly timezone: string
  readonly limits: {
    readonly requests_per_minute: number
    readonly heavy_requests_per_minute: number
    readonly chat_sessions_per_month: number | null
    readonly webhook_endpoints: number
    readonly chat_buttons: number
  }
  readonly usage: { readonly chat_sessions_this_month: number }
  readonly created_at: string
}

export interface Contact {
  readonly id: string
  readonly object: string
  readonly email: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly name: string | null
  readonly company: string | null
  readonly phone: string | null
  readonly external_id: string | null
  readonly attributes: Readonly<Record<string, unknown>>
  readonly identity_verified: boolean
  readonly source: string
  readonly first_seen_at: string
  readonly last_seen_at: string
  readonly created_at: string
  readonly updated_at: string
}

export interface Message {
  readonly id: string
  readonly role: string
  readonly text: string
  readonly created_at: string
  readonly tools: readonly string[]
}

export interface Conversation {
  readonly id: string
  readonly object: string
  readonly page_url: string | null
  readonly page_path: string | null
  readonly outcome: string
  readonly message_count: number
  readonly preview: string
  readonly contact: string | null
  readonly lead: {
    readonly first_name: string | null
    readonly last_name: string | null
    readonly email: string | null
    readonly captured_at: string
  } | null
  readonly booking: {
    readonly booker_email: string | null
    readonly meeting: string | null
    readonly start_at: string | null
  } | null
  readonly handoff: { readonly requested_at: string; readonly reason: string } | null
  readonly visitor: {
    readonly device: string | null
    readonly country: string | null
    readonly source: string | null
    readonly utm: Readonly<Record<string, string>>
    readonly ai_referred: boolean | null
  }
  readonly opening: { readonly experiment: string | null; readonly variant: string | null }
  readonly evaluation: {
    readonly intent: string | null
    readonly buying_stage: string | null
    readonly qualification_score: number
    readonly meeting_intent: number
    readonly understood: boolean
    readonly failure_category: string | null
    readonly abandonment_reason: string | null
    readonly recommended_improvement: string | null
  } | null
  readonly messages?: readonly Message[]
  readonly test: boolean
  readonly started_at: string
  readonly updated_at: string
  readonly completed_at: string | null
  readonly channel: string
  readonly link: string | null
}

export interface Meeting {
  readonly id: string
  readonly object: string
  readonly status: string
  readonly verified: boolean
  readonly provider: string
  readonly meeting_type: string
  readonly host: string
  readonly start_at: string
  readonly end_at: string
  readonly booked_at: string
  readonly updated_at: string
  readonly reschedules: number
  readonly join_url: string
  readonly reschedule_url: string
  readonly cancel_url: string
  readonly conversation: string
  readonly contact: string | null
  readonly invitee: { readonly name: string | null; readonly email: string | null }
  readonly test: boolean
}

export interface EventEnvelope {
  readonly id: string
  readonly object: string
  readonly type: string
  readonly created_at: string
  readonly api_version: string
  readonly data: {
    readonly object?: (Readonly<Record<string, unknown>> & { readonly id: string }) | null
    readonly conversation?: Conversation
    readonly error?: string
    readonly erased?: boolean
  }
}

export interface WebhookEndpoint {
  readonly id: string
  readonly object: string
  readonly url: string
  readonly description: string
  readonly events: readonly string[]
  readonly status: string
  readonly disabled_reason: string | null
  readonly failing_since: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly secret?: string
}

export interface WebhookTest {
  readonly status: number | null
  readonly duration_ms: number
  readonly response: string
}

export interface WebhookDelivery {
  readonly id: string
  readonly object: string
  readonly endpoint: string
  readonly event: string
  readonly event_type: string
  readonly status: string
  readonly attempts: number
  readonly last_status: number | null
  readonly last_error: string | null
  readonly response: string | null
  readonly duration_ms: number | null
  readonly next_attempt_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export interface KnowledgeSource {
  readonly id: string
  readonly object: string
  readonly url: string
  readonly section: string | null
  readonly title: string | null
  readonly status: string
  readonly error: string | null
  readonly characters: number
  readonly chunks: number
  readonly read_at: string | null
  readonly created_at: string
}

export interface KnowledgeDocument {
  readonly id: string
  readonly object: string
  readonly name: string
  readonly content?: string
  readonly characters: number
  readonly chunks: number
  readonly created_at: string
  readonly updated_at: string
}

export interface AgentSettings {
  readonly object: string
  readonly live: boolean
  readonly name: string
  readonly instructions: string
  readonly tone: string
  readonly language: string
  readonly handoff: { readonly enabled: boolean; readonly email: string | null }
  readonly booking: { readonly enabled: boolean; readonly url: string | null }
  readonly updated_at: string
}

export interface Appearance {
  readonly object: string
  readonly revision: number
  readonly title: string
  readonly subtitle: string
  readonly color: string
  readonly position: string
  readonly theme: string
  readonly avatar_url: string | null
  readonly updated_at: string
}

export interface ChatButton {
  readonly id: string
  readonly object: string
  readonly label: string
  readonly message: string
  readonly behavior: string
  readonly style: string
  readonly size: string
  readonly corners: string
  readonly width: string
  readonly colors: Readonly<Record<string, string | null>>
  readonly custom: Readonly<Record<string, number>>
  readonly nofollow: boolean
  readonly link: string | null
  readonly html: string | null
}

export interface LinkResults {
  readonly days: number
  readonly visits: number
  readonly chats: number
  readonly meetings: number
}

export interface PersonalLink {
  readonly id: string
  readonly object: string
  readonly name: string
  readonly page: string
  readonly greeting: string | null
  readonly status: string
  readonly url: string | null
  readonly fields: readonly string[]
  readonly templates: Readonly<Record<string, string>> | null
  readonly results: LinkResults
}

export interface PersonalLinkUrl {
  readonly object: string
  readonly link: string
  readonly url: string
}

export interface LinkGreeting {
  readonly id: string
  readonly object: string
  readonly name: string
  readonly text: string
  readonly buttons: readonly { readonly label: string; readonly message: string }[]
  readonly agent_note: string | null
  readonly fields: readonly string[]
  readonly preview: {
    readonly with_details: string
    readonly without_details: string
    readonly buttons: readonly string[]
  }
  readonly links: number
  readonly results: LinkResults
}

export interface VariantResults {
  readonly views: number
  readonly stages: Readonly<Record<string, unknown>>
  readonly rate: number
  readonly rate_low: number
  readonly rate_high: number
  readonly chance_beats_current: number | null
  readonly lift: number | null
  readonly computed_at: string | null
}

export interface Variant {
  readonly id: string
  readonly object: string
  readonly name: string
  readonly control: boolean
  readonly headline: string
  readonly buttons: readonly {
    readonly label: string
    readonly message: string
    readonly locked: boolean
  }[]
  readonly angle: string | null
  readonly created_at: string
  readonly results: VariantResults
}

export interface Experiment {
  readonly id: string
  readonly object: string
  readonly name: string
  readonly status: string
  readonly internal_status: string
  readonly pages: readonly string[]
  readonly metric: string
  readonly hypothesis: string | null
  readonly winner: string | null
  readonly verdict: string | null
  readonly created_at: string
  readonly started_at: string | null
  readonly ended_at: string | null
  readonly applied_at: string | null
  readonly variants: readonly Variant[]
  readonly result: unknown
}

export interface ChatSession {
  readonly id: string
  readonly object: string
  readonly conversation: string
  readonly channel: string
  readonly status: string
  readonly created_at: string
  readonly updated_at: string
  readonly messages: readonly Message[]
}

export interface ChatReply {
  readonly object: string
  readonly session: string
  readonly message: {
    readonly id: string
    readonly role: string
    readonly text: string
    readonly created_at: string
  }
  readonly actions: readonly { readonly type: string; readonly booking_url?: string | null }[]
}

export interface LabelCounts {
  readonly label: string
  readonly visitors: number
  readonly openings_seen: number
  readonly chats_opened: number
  readonly conversations: number
  readonly leads: number
  readonly meetings: number
  readonly ai_assistant?: boolean
}

export interface LabelCount {
  readonly label: string
  readonly count: number
}

export interface Analytics {
  readonly object: string
  readonly range: string
  readonly filters: {
    readonly page: string | null
    readonly source: string | null
    readonly device: string | null
  }
  readonly window: { readonly from: string; readonly to: string; readonly previous_from: string }
  readonly headline: readonly {
    readonly metric: string
    readonly value: number
    readonly previous: number
    readonly series: readonly { readonly day: string; readonly value: number }[]
  }[]
  readonly funnel: readonly {
    readonly stage: string
    readonly label: string
    readonly visitors: number
    readonly rate_from_previous: number | null
  }[]
  readonly biggest_drop: {
    readonly from: string
    readonly to: string
    readonly lost: number
    readonly rate: number
  } | null
  readonly by_day: readonly {
    readonly day: string
    readonly visitors: number
    readonly leads: number
    readonly meetings: number
  }[]
  readonly pages: readonly LabelCounts[]
  readonly sources: readonly LabelCounts[]
  readonly devices: readonly LabelCount[]
  readonly returning: readonly LabelCount[]
  readonly intents: readonly LabelCount[]
  readonly buying_stages: readonly LabelCount[]
  readonly failures: readonly LabelCount[]
  readonly conversation_quality: {
    readonly graded: number
    readonly understood_rate: number | null
    readonly average_qualification: number | null
    readonly average_meeting_intent: number | null
    readonly needs_review: number
  }
}

export interface BookingRecord {
  readonly id: string
  readonly status: string
  readonly name: string | null
  readonly email: string | null
  readonly created_at: string
  readonly meeting: string | null
}

export interface PrivacyExport {
  readonly object: string
  readonly email: string
  readonly generated_at: string
  readonly contact: Contact | null
  readonly conversations: readonly Conversation[]
  readonly booking_attempts: readonly BookingRecord[]
  readonly link_bookings: readonly BookingRecord[]
}

export interface ErasureReceipt {
  readonly object: string
  readonly id: string
  readonly email_hash: string
  readonly conversations: number
  readonly booking_attempts: number
  readonly link_bookings: number
  readonly events: number
  readonly contact_deleted: boolean
}
