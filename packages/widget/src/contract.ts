// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.

/** The result of a request to stop an answer. */
export interface AnswerStop {
  object: 'answer_stop'
  /** False if no answer was in progress. */
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
  /** An ISO 8601 time. */
  updated_at: string
}

/** A button of the chat: it sends a message, follows a link or shows HTML. */
export interface ChatButton {
  id: `btn_${string}`
  object: 'chat_button'
  label: string
  /** The message that the button sends, if `behavior` is `send`. */
  message: string
  /**
   * The effect of a click: `send` sends the message, `link` follows the link, and `html` shows the
   * HTML.
   */
  behavior: 'send' | 'link' | 'html' | (string & {})
  style: 'brand' | 'outline' | 'ghost' | 'custom' | (string & {})
  size: 'sm' | 'md' | 'lg' | 'custom' | (string & {})
  corners: 'match' | 'square' | 'rounded' | 'pill' | 'custom' | (string & {})
  width: 'auto' | 'full' | (string & {})
  /** The colors of the button if `style` is `custom`. */
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
  /**
   * Sizes in pixels. `radius` applies if `corners` is `custom`, and the others apply if `size` is
   * `custom`.
   */
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
  /** Whether search engines are asked not to follow the link. */
  nofollow: boolean
  /** The address that the button leads to, if `behavior` is `link`. */
  link: string
  /** The HTML that the button shows, if `behavior` is `html`. */
  html: string
}

/** A signed-in visitor. The tokens replace the ones that the page has. */
export interface IdentifiedVisit {
  object: 'identified_visit'
  /**
   * Identifies the visitor. Keep it in the page's storage for the next visit. Null if the visit
   * stores no visitor id.
   */
  visitor_token: string | null
  /** An ISO 8601 time. */
  visitor_expires_at: string | null
  /** The credential of every operation except `visits.begin`. */
  visit_token: string
  /** An ISO 8601 time. */
  visit_expires_at: string
  identity: {
    /** An email address. At most 254 characters. */
    email: string
  }
  conversation: SiteConversation
}

/**
 * The opening of a page: a variant of an opening test that runs there, or the winner of an applied
 * test.
 */
export interface Opening {
  experiment: `exp_${string}`
  variant: `var_${string}`
  headline: string
  buttons: {
    label: string
    message: string
  }[]
}

/** Another page of a visit. */
export interface PageOpen {
  /** The address of the page, with its query. An absolute address. At most 2,048 characters. */
  page_url: string
}

/** The conversation of a visitor, as the page shows it. */
export interface SiteConversation {
  object: 'site_conversation'
  /** Null until the first message. */
  id: `conv_${string}` | null
  /**
   * `handed_off`: the visitor waits for a person, or a person has joined. `booked`: a meeting is
   * booked. If both are true, the status is the one that began first.
   */
  status: 'open' | 'handed_off' | 'booked' | (string & {})
  /** Whether the agent or a person answers. */
  team: {
    /**
     * `agent`: the agent answers. `waiting`: a person was requested, and none has joined yet; the
     * agent still answers, unless the host silences it. `person`: a person answers, and the agent
     * is silent.
     */
    state: 'agent' | 'waiting' | 'person' | (string & {})
    /** When this state began; null until a person is requested or joins. An ISO 8601 time. */
    since: string | null
    /** Null unless the state is `person`. */
    person: {
      /** The name that visitors see. 1 to 200 characters. */
      name: string
    } | null
  }
  /** Whether the agent is answering the last message now. */
  answering: boolean
  /**
   * The whole transcript; in the responses of `visits.begin` and `visits.identify`, only the last
   * 200 messages.
   */
  messages: SiteMessage[]
}

/** The greeting of a personal link for the person who opened it. */
export interface SiteGreeting {
  link: `lk_${string}`
  /** The text, filled in with the details of the person from the URL of the page. */
  text: string
  /**
   * These buttons replace the chat buttons of the workspace. If the list is empty, the chat buttons
   * are shown.
   */
  buttons: {
    label: string
    message: string
  }[]
}

/** A message, as the visitor gets it. */
export interface SiteMessage {
  id: `msg_${string}`
  role: 'user' | 'assistant' | (string & {})
  text: string
  /** An ISO 8601 time. */
  created_at: string
  /** The actions of the agent, by name, such as `searched_knowledge`. */
  tools: string[]
  /** The person of the team who wrote the message; absent if the visitor or the agent wrote it. */
  author?: {
    kind: 'person'
    name: string
  } | undefined
}

/** The opening and greeting for a page. */
export interface SitePage {
  object: 'site_page'
  /** Null if no opening test runs on the page, and no winner was applied there. */
  opening: Opening | null
  /** Null unless the visitor opened the page through a personal link with a greeting. */
  greeting: SiteGreeting | null
}

/** The status of the visitor's conversation: the data of the event `status`. */
export interface SiteStatus {
  object: 'site_status'
  /** Null until the first message. */
  conversation: `conv_${string}` | null
  /**
   * `handed_off`: the visitor waits for a person, or a person has joined. `booked`: a meeting is
   * booked. If both are true, the status is the one that began first.
   */
  status: 'open' | 'handed_off' | 'booked' | (string & {})
  /** Whether the agent or a person answers. */
  team: {
    /**
     * `agent`: the agent answers. `waiting`: a person was requested, and none has joined yet; the
     * agent still answers, unless the host silences it. `person`: a person answers, and the agent
     * is silent.
     */
    state: 'agent' | 'waiting' | 'person' | (string & {})
    /** When this state began; null until a person is requested or joins. An ISO 8601 time. */
    since: string | null
    /** Null unless the state is `person`. */
    person: {
      /** The name that visitors see. 1 to 200 characters. */
      name: string
    } | null
  }
  /** When the conversation was graded; null until then. An ISO 8601 time. */
  completed_at: string | null
}

/** A report that the visitor has seen the opening or has opened the chat. */
export interface ViewReport {
  /**
   * `opening`: the opening was shown. `chat`: the visitor opened the chat. Default: `'opening'`.
   */
  seen?: 'opening' | 'chat' | undefined
  /** The `variant` of the opening that the page got, if it got one. */
  variant?: `var_${string}` | undefined
}

/** A visit, with everything that the page needs. */
export interface Visit {
  object: 'visit'
  id: string
  /**
   * Identifies the visitor. Keep it in the page's storage for the next visit. Null if the visit
   * stores no visitor id.
   */
  visitor_token: string | null
  /** An ISO 8601 time. */
  visitor_expires_at: string | null
  /** The credential of every operation except `visits.begin`. */
  visit_token: string
  /** An ISO 8601 time. */
  visit_expires_at: string
  /** Whether a member of the team previews the chat. A preview is not counted. */
  preview: boolean
  /** The identity that the website signed for the visitor; null for an anonymous visitor. */
  identity: {
    /** An email address. At most 254 characters. */
    email: string
  } | null
  agent: {
    name: string
    /** Whether the chat is switched on. */
    live: boolean
  }
  enabled: {
    /** Whether visitors can ask for a person. */
    handoff: boolean
    /** Whether visitors can book a meeting. */
    booking: boolean
  }
  appearance: Appearance
  /** Newest first. */
  buttons: ChatButton[]
  /** Null if no opening test runs on the page, and no winner was applied there. */
  opening: Opening | null
  /** Null unless the visitor opened the page through a personal link with a greeting. */
  greeting: SiteGreeting | null
  conversation: SiteConversation
}

/** The visit that a page begins or continues. */
export interface VisitBegin {
  /** The address of the page, with its query. An absolute address. At most 2,048 characters. */
  page_url: string
  /**
   * The address that the visitor came from, as in `document.referrer`. At most 2,048 characters.
   */
  referrer?: string | undefined
  /**
   * The visitor token of an earlier visit. A token that is no longer valid is ignored. 1 to 2,048
   * characters.
   */
  visitor_token?: string | undefined
  /**
   * The token of the visit to continue. If it is no longer valid, a new visit begins. 1 to 2,048
   * characters.
   */
  visit_token?: string | undefined
  /** Default: derived from the browser's headers. */
  device?: 'desktop' | 'mobile' | undefined
  /**
   * Whether to store no visitor id with the visit, so that only a signed identity can connect it
   * with another visit. Default: `false`.
   */
  do_not_track?: boolean | undefined
  /**
   * A token that the host made for a member of the team. It makes the visit a preview, which is not
   * counted. 1 to 2,048 characters.
   */
  preview_token?: string | undefined
}

/** The identity of a visitor, signed by the website's server. */
export interface VisitorIdentity {
  /** An email address. At most 254 characters. */
  email: string
  /** Seconds since the Unix epoch. */
  expires: number
  /**
   * The HMAC-SHA256 of `v1.<workspace>.<email>.<expires>` with the identity secret, made by the
   * server of the website. The email is in lower case.
   */
  signature: string
}
