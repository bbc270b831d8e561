import { type AgentSettings as Agent, toTimestamp, type WeeklyHours } from '@doorkit/models'
import { changedAt } from '../values/changed-at.ts'
import { type Changes, overlay } from '../values/overlay-changes.ts'

/** The settings of the agent of a workspace, as they are stored. */
export interface AgentSettings {
  /** Whether the chat is switched on. */
  readonly live: boolean
  /** The name that the agent uses for itself. */
  readonly name: string
  /** The instructions for the agent, in plain words; empty by default. */
  readonly instructions: string
  /** How the agent speaks. */
  readonly tone: Agent['tone']
  /** A BCP 47 tag, or `auto` for the visitor's language. */
  readonly language: string
  /** Whether visitors can ask for a person, the team's hours, and the address that the host notifies. */
  readonly handoff: {
    readonly enabled: boolean
    readonly email: string | null
    /** Null or missing for the hours of the deployment. */
    readonly hours?: WeeklyHours | null | undefined
  }
  /** Whether the agent offers meetings, and where visitors book them. */
  readonly booking: { readonly enabled: boolean; readonly url: string | null }
  /** Milliseconds since the epoch. */
  readonly updated_at: number
}

/** Changes to the settings. Missing fields stay as they are, even in `handoff` and `booking`. */
export interface AgentChanges
  extends Changes<Omit<AgentSettings, 'handoff' | 'booking' | 'updated_at'>> {
  /** Whether visitors can ask for a person, the team's hours, and the address that the host notifies. */
  readonly handoff?: Changes<AgentSettings['handoff']> | undefined
  /** Whether the agent offers meetings, and where visitors book them. */
  readonly booking?: Changes<AgentSettings['booking']> | undefined
}

/** The agent of a new workspace. */
export function newAgent(at: number): AgentSettings {
  return {
    live: true,
    name: 'Assistant',
    instructions: '',
    tone: 'friendly',
    language: 'auto',
    handoff: { enabled: true, email: null },
    booking: { enabled: false, url: null },
    updated_at: at,
  }
}

/** Applies changes to the settings of an agent, field by field. */
export function changeAgent(
  settings: AgentSettings,
  { handoff, booking, ...changes }: AgentChanges,
  at: number,
): AgentSettings {
  return {
    ...overlay(settings, changes),
    handoff: overlay(settings.handoff, handoff ?? {}),
    booking: overlay(settings.booking, booking ?? {}),
    updated_at: changedAt(settings, at),
  }
}

export function toAgent({ updated_at, handoff, ...settings }: AgentSettings): Agent {
  const { hours, ...shown } = handoff
  return {
    object: 'agent',
    ...settings,
    handoff: hours ? { ...shown, hours } : shown,
    updated_at: toTimestamp(updated_at),
  }
}
