import type { Opening, SiteGreeting, SiteStatus, Visit } from '../contract.ts'
import type { Line } from './line.ts'

/** Everything that the widget shows. */
export interface ChatState {
  /** Null until the visit has begun. */
  readonly visit: Visit | null
  readonly greeting: SiteGreeting | null
  readonly opening: Opening | null
  /** Whether the visitor has hidden the teaser or closed the chat. */
  readonly isTeaserHidden: boolean
  readonly isOpen: boolean
  readonly lines: readonly Line[]
  readonly isAnswering: boolean
  readonly status: SiteStatus['status']
  /** The name of the person who answers in place of the agent. */
  readonly person: string | null
  readonly isOnline: boolean
  /** How many messages of the agent or a person arrived while the chat was closed. */
  readonly unread: number
  readonly identity: Visit['identity']
}

export const initialState: ChatState = {
  visit: null,
  greeting: null,
  opening: null,
  isTeaserHidden: false,
  isOpen: false,
  lines: [],
  isAnswering: false,
  status: 'open',
  person: null,
  isOnline: true,
  unread: 0,
  identity: null,
}
