// The shapes of docs/api.md#resources, written independently of the contract.

export interface List<Item> {
  readonly object: 'list'
  readonly data: readonly Item[]
  readonly has_more: boolean
  readonly next_cursor: string | null
}

export interface Deletion {
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
