import type { Scope } from '@doorkit/models'
import type { ComponentType } from 'preact'
import { formatWord } from './format.ts'
import type { ScreenProps } from './navigation.ts'
import { allows, type Session } from './session.ts'

export interface Screen {
  /** The first part of its address. */
  readonly name: string
  /** Default: the name, written for people. */
  readonly title?: string
  readonly group: 'Conversations' | 'Chat' | 'Developers'
  /** The scope that a person needs to open it, or the roles that may open it. */
  readonly opens: Scope | readonly Session['role'][]
  /** Whether each row of its list has an address: the name of the screen, and the id of the row. */
  readonly hasRows?: boolean
  readonly load: () => Promise<{ readonly default: ComponentType<ScreenProps> }>
}

/** Every screen, in the order of the menu. */
export const screens: readonly Screen[] = [
  {
    name: 'overview',
    group: 'Conversations',
    opens: 'analytics:read',
    load: () => import('./screens/overview.tsx'),
  },
  {
    name: 'inbox',
    group: 'Conversations',
    opens: 'conversations:read',
    hasRows: true,
    load: () => import('./screens/inbox.tsx'),
  },
  {
    name: 'conversations',
    group: 'Conversations',
    opens: 'conversations:read',
    hasRows: true,
    load: () => import('./screens/conversations.tsx'),
  },
  {
    name: 'contacts',
    group: 'Conversations',
    opens: 'contacts:read',
    hasRows: true,
    load: () => import('./screens/contacts.tsx'),
  },
  {
    name: 'meetings',
    group: 'Conversations',
    opens: 'meetings:read',
    load: () => import('./screens/meetings.tsx'),
  },
  {
    name: 'knowledge',
    group: 'Chat',
    opens: 'knowledge:read',
    load: () => import('./screens/knowledge.tsx'),
  },
  {
    name: 'agent',
    group: 'Chat',
    opens: 'agent:read',
    load: () => import('./screens/agent.tsx'),
  },
  {
    name: 'appearance',
    group: 'Chat',
    opens: 'agent:read',
    load: () => import('./screens/appearance.tsx'),
  },
  {
    name: 'openings',
    group: 'Chat',
    opens: 'experiments:read',
    hasRows: true,
    load: () => import('./screens/openings.tsx'),
  },
  {
    name: 'links',
    group: 'Chat',
    opens: 'agent:read',
    load: () => import('./screens/links.tsx'),
  },
  {
    name: 'webhooks',
    group: 'Developers',
    opens: 'webhooks:write',
    hasRows: true,
    load: () => import('./screens/webhooks.tsx'),
  },
  {
    name: 'requests',
    group: 'Developers',
    opens: ['owner', 'viewer'],
    load: () => import('./screens/requests.tsx'),
  },
  {
    name: 'api-keys',
    title: 'API keys',
    group: 'Developers',
    opens: ['owner'],
    load: () => import('./screens/api-keys.tsx'),
  },
  {
    name: 'health',
    group: 'Developers',
    opens: ['owner'],
    load: () => import('./screens/health.tsx'),
  },
]

export const titleOf = ({ name, title = formatWord(name) }: Screen) => title

/** The screen of an address among the screens that a person may open. */
export function findScreen(
  allowedScreens: readonly Screen[],
  [name, ...rest]: readonly string[],
): Screen | undefined {
  const screen =
    name === undefined ? allowedScreens[0] : allowedScreens.find((one) => one.name === name)
  return rest.length > (screen?.hasRows ? 1 : 0) ? undefined : screen
}

export function screensOf(session: Session): readonly Screen[] {
  return screens.filter(({ opens }) =>
    typeof opens === 'string' ? allows(session, opens) : opens.includes(session.role),
  )
}
