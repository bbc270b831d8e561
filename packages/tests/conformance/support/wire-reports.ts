// The shapes of analytics and privacy operations.

import type { Contact, Conversation } from './wire.ts'

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
