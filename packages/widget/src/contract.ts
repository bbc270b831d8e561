// biome-ignore-all format: made from the contract by `npm run generate`: change the models.

/** Whether an answer was stopped. */
export interface AnswerStop {
  object: 'answer_stop'
  /** False where no answer was under way. */
  stopped: boolean
}

/** How the chat looks. */
export interface Appearance {
  object: 'appearance'
  /** Grows by one with every change. At least 1. */
  revision: number
  title: string
  subtitle: string
  color: string
  position: 'left' | 'right' | (string & {})
  theme: 'light' | 'dark' | 'auto' | (string & {})
  avatar_url: string | null
  /** A time in ISO 8601. */
  updated_at: string
}

/** A button on the site that opens the chat. */
export interface ChatButton {
  id: `btn_${string}`
  object: 'chat_button'
  label: string
  /** The message that it sends; empty unless the behavior is send. */
  message: string
  /** The effect of a click: opens the chat with a message, follows a link, or shows HTML. */
  behavior: 'send' | 'link' | 'html' | (string & {})
  style: 'brand' | 'outline' | 'ghost' | 'custom' | (string & {})
  size: 'sm' | 'md' | 'lg' | 'custom' | (string & {})
  corners: 'match' | 'square' | 'rounded' | 'pill' | 'custom' | (string & {})
  width: 'auto' | 'full' | (string & {})
  /** For the style `custom`. */
  colors: {
    /** `#rrggbb`. */
    background: string | null
    /** `#rrggbb`. */
    text: string | null
    /** `#rrggbb`. */
    border: string | null
    /** `#rrggbb`. */
    hover: string | null
  }
  /** In pixels, for `custom` size and corners. */
  custom: {
    /** 0 to 200. */
    paddingX: number
    /** 0 to 200. */
    paddingY: number
    /** 0 to 200. */
    fontSize: number
    /** 0 to 200. */
    radius: number
  }
  /** Search engines do not follow the link. */
  nofollow: boolean
  /** The address that it leads to; empty unless the behavior is link. */
  link: string
  /** The HTML that it shows; empty unless the behavior is html. */
  html: string
}

/** A visitor who is signed in. The tokens replace the ones that the page has. */
export interface IdentifiedVisit {
  object: 'identified_visit'
  /**
   * Names the visitor. Keep it in the page's storage, for the next visit. Null where no visitor id
   * is kept.
   */
  visitor_token: string | null
  /** A time in ISO 8601. */
  visitor_expires_at: string | null
  /** The credential of every other operation. */
  visit_token: string
  /** A time in ISO 8601. */
  visit_expires_at: string
  identity: {
    /** An email address. At most 254 characters. */
    email: string
  }
  conversation: SiteConversation
}

/** One message of a transcript. */
export interface Message {
  id: `msg_${string}`
  role: 'user' | 'assistant' | (string & {})
  text: string
  /** A time in ISO 8601. */
  created_at: string
  /** The actions of the agent, in short words. */
  tools: string[]
  /** The person of the team who wrote it; absent where the visitor or the agent did. */
  author?: MessageAuthor | undefined
}

/** The author of a message that a person wrote. Messages of visitors and the agent name none. */
export interface MessageAuthor {
  kind: 'person'
  id: string
  name: string
}

/** The opening that a test shows on a page. */
export interface Opening {
  experiment: `exp_${string}`
  variant: `var_${string}`
  headline: string
  buttons: {
    label: string
    message: string
  }[]
}

/** A further page of a visit. */
export interface PageOpen {
  /** The address of the page, with its query. An absolute address. At most 2,048 characters. */
  page_url: string
}

/**
 * Somebody of the host's team who answers visitors, by the host's own id and a name that visitors
 * see.
 */
export interface Person {
  /** Your own id of the person: a team's user. 1 to 255 characters. */
  id: string
  /** The name that visitors see. 1 to 200 characters. */
  name: string
}

/** What a visitor has really seen. */
export interface SightReport {
  /** The opening, or the chat that the visitor opened. Default: `'opening'`. */
  seen?: 'opening' | 'chat' | undefined
  /** The opening's variant, where a test showed it. */
  variant?: `var_${string}` | undefined
}

/** The conversation of a visitor, as the page shows it. */
export interface SiteConversation {
  object: 'site_conversation'
  /** Null until the first message. */
  id: `conv_${string}` | null
  /**
   * `handed_off` from a wish for a person until that person leaves, `booked` once a meeting was
   * booked.
   */
  status: 'open' | 'handed_off' | 'booked' | (string & {})
  /** Who answers the visitor. */
  team: {
    /**
     * `agent`: the agent answers. `waiting`: the visitor asked for a person, and the agent answers
     * until one joins. `person`: a person answers, and the agent is silent.
     */
    state: 'agent' | 'waiting' | 'person' | (string & {})
    /**
     * When this state began; null where the agent has answered from the start. A time in ISO 8601.
     */
    since: string | null
    /** Null without a person. */
    person: Person | null
  }
  /** The agent is answering the last message at this moment. */
  answering: boolean
  /** The whole transcript; in the answer to a visit, its last 200 messages. */
  messages: Message[]
}

/** The words of a personal link to the person who came by it. */
export interface SiteGreeting {
  link: `lk_${string}`
  /** With the details of the person from the address. */
  text: string
  /** They replace the page's own; an empty list keeps those. */
  buttons: {
    label: string
    message: string
  }[]
}

/** What to show on a page. */
export interface SitePage {
  object: 'site_page'
  /** Null where no test shows one. */
  opening: Opening | null
  /** Null where the address of the page has no personal link with a greeting. */
  greeting: SiteGreeting | null
}

/** How the conversation of a visitor stands: the data of the event `status`. */
export interface SiteStatus {
  object: 'site_status'
  /** Null until the first message. */
  conversation: `conv_${string}` | null
  /**
   * `handed_off` from a wish for a person until that person leaves, `booked` once a meeting was
   * booked.
   */
  status: 'open' | 'handed_off' | 'booked' | (string & {})
  /** Who answers the visitor. */
  team: {
    /**
     * `agent`: the agent answers. `waiting`: the visitor asked for a person, and the agent answers
     * until one joins. `person`: a person answers, and the agent is silent.
     */
    state: 'agent' | 'waiting' | 'person' | (string & {})
    /**
     * When this state began; null where the agent has answered from the start. A time in ISO 8601.
     */
    since: string | null
    /** Null without a person. */
    person: Person | null
  }
  /** Since when the conversation is over; null while it goes on. A time in ISO 8601. */
  completed_at: string | null
}

/** A visit, and all that the page needs at once. */
export interface Visit {
  object: 'visit'
  id: string
  /**
   * Names the visitor. Keep it in the page's storage, for the next visit. Null where no visitor id
   * is kept.
   */
  visitor_token: string | null
  /** A time in ISO 8601. */
  visitor_expires_at: string | null
  /** The credential of every other operation. */
  visit_token: string
  /** A time in ISO 8601. */
  visit_expires_at: string
  /** A visit of the team, which counts nowhere. */
  preview: boolean
  /** The person whom the website has signed in; null for anybody else. */
  identity: {
    /** An email address. At most 254 characters. */
    email: string
  } | null
  agent: {
    name: string
    /** Whether the agent answers. */
    live: boolean
  }
  enabled: {
    /** Visitors can ask for a person. */
    handoff: boolean
    /** Visitors can book a meeting. */
    booking: boolean
  }
  appearance: Appearance
  /** Newest first. */
  buttons: ChatButton[]
  /** Null where no test shows one. */
  opening: Opening | null
  /** Null where the address of the page has no personal link with a greeting. */
  greeting: SiteGreeting | null
  conversation: SiteConversation
}

/** A visit to begin, or to go on with. */
export interface VisitBegin {
  /** The address of the page, with its query. An absolute address. At most 2,048 characters. */
  page_url: string
  /** The address that the visitor came from: `document.referrer`. At most 2,048 characters. */
  referrer?: string | undefined
  /** Of an earlier visit. One that is not valid any more is ignored. 1 to 2,048 characters. */
  visitor_token?: string | undefined
  /**
   * Of a visit to go on with. One that is not valid any more begins a new visit. 1 to 2,048
   * characters.
   */
  visit_token?: string | undefined
  /** Default: what the headers of the browser say. */
  device?: 'desktop' | 'mobile' | undefined
  /** True keeps no visitor id: nothing connects this visit with another. Default: `false`. */
  do_not_track?: boolean | undefined
  /**
   * Made by the host for the team: the visit is a preview, and counts nowhere. 1 to 2,048
   * characters.
   */
  preview_token?: string | undefined
}

/** Who the visitor is, signed by the website's server. */
export interface VisitorIdentity {
  /** An email address. At most 254 characters. */
  email: string
  /** Seconds since the Unix epoch. */
  expires: number
  /** See [Identity](#identity). */
  signature: string
}
