// The shapes of the resources of a site: knowledge, agent, appearance, chat buttons, links and opening tests.

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
