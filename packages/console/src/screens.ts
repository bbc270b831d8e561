import type { Scope } from '@doorkit/models'
import type { ComponentType } from 'preact'
import type { ScreenProps } from './navigation.ts'
import { allows, type Session } from './session.ts'

/** A screen of the console. */
export interface Screen {
  /** The first part of its address. */
  readonly name: string
  readonly title: string
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
    title: 'Overview',
    group: 'Conversations',
    opens: 'analytics:read',
    load: () => import('./screens/overview.tsx'),
  },
  {
    name: 'inbox',
    title: 'Inbox',
    group: 'Conversations',
    opens: 'conversations:read',
    hasRows: true,
    load: () => import('./screens/inbox.tsx'),
  },
  {
    name: 'conversations',
    title: 'Conversations',
    group: 'Conversations',
    opens: 'conversations:read',
    hasRows: true,
    load: () => import('./screens/conversations.tsx'),
  },
  {
    name: 'contacts',
    title: 'Contacts',
    group: 'Conversations',
    opens: 'contacts:read',
    hasRows: true,
    load: () => import('./screens/contacts.tsx'),
  },
  {
    name: 'meetings',
    title: 'Meetings',
    group: 'Conversations',
    opens: 'meetings:read',
    load: () => import('./screens/meetings.tsx'),
  },
  {
    name: 'knowledge',
    title: 'Knowledge',
    group: 'Chat',
    opens: 'knowledge:read',
    load: () => import('./screens/knowledge.tsx'),
  },
  {
    name: 'agent',
    title: 'Agent',
    group: 'Chat',
    opens: 'agent:read',
    load: () => import('./screens/agent.tsx'),
  },
  {
    name: 'appearance',
    title: 'Appearance',
    group: 'Chat',
    opens: 'agent:read',
    load: () => import('./screens/appearance.tsx'),
  },
  {
    name: 'openings',
    title: 'Openings',
    group: 'Chat',
    opens: 'experiments:read',
    hasRows: true,
    load: () => import('./screens/openings.tsx'),
  },
  {
    name: 'links',
    title: 'Links',
    group: 'Chat',
    opens: 'agent:read',
    load: () => import('./screens/links.tsx'),
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    group: 'Developers',
    opens: 'webhooks:write',
    hasRows: true,
    load: () => import('./screens/webhooks.tsx'),
  },
  {
    name: 'requests',
    title: 'Requests',
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
    title: 'Health',
    group: 'Developers',
    opens: ['owner'],
    load: () => import('./screens/health.tsx'),
  },
]

/** The screen of an address among the screens that a person may open. */
export function findScreen(
  open: readonly Screen[],
  [name, ...rest]: readonly string[],
): Screen | undefined {
  const screen = name === undefined ? open[0] : open.find((one) => one.name === name)
  return rest.length > (screen?.hasRows ? 1 : 0) ? undefined : screen
}

/** The screens that a person may open. */
export function screensOf(session: Session): readonly Screen[] {
  return screens.filter(({ opens }) =>
    typeof opens === 'string' ? allows(session, opens) : opens.includes(session.role),
  )
}
