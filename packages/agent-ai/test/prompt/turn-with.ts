import type { AgentTurn, TurnMessage, TurnTool } from '@doorkit/server'
import * as z from 'zod'

/** The members of a turn that a test is about. */
export interface TurnMembers extends Partial<AgentTurn> {
  readonly history?: readonly TurnMessage[] | undefined
  readonly question?: string | undefined
}

const unusedTool = (name: string): TurnTool<never, never> => ({
  name,
  description: `Does ${name}.`,
  input: z.object({}) as unknown as z.ZodType<never>,
  execute: () => Promise.reject(new Error('No tool is called here.')),
})

/** A turn of the workspace Lumen with defaults for everything that is not given. */
export function turnWith({
  history = [],
  question = 'Hello?',
  ...members
}: TurnMembers): AgentTurn {
  const now = '2026-11-24T04:00:00Z'
  const questionMessage = { id: 'msg_9', role: 'user', text: question, created_at: now } as const
  return {
    workspace: { id: 'ws_1', name: 'Lumen', website: 'https://www.lumen.example' },
    agent: {
      name: 'Lumi',
      instructions: '',
      tone: 'friendly',
      language: 'auto',
      handoff: { enabled: true, hours: null },
      booking: { enabled: true },
    },
    session: 'chs_1',
    conversation: 'conv_1',
    channel: 'website',
    status: 'open',
    page: { url: null, path: null },
    greetingNote: null,
    now,
    messages: [...history, { ...questionMessage, parts: [{ type: 'text', text: question }] }],
    answerId: 'msg_10',
    visitor: { name: null, email: null },
    lead: { name: null, email: null, phone: null, company: null, need: null },
    context: {},
    tools: {
      search_knowledge: unusedTool('search_knowledge'),
      save_lead: unusedTool('save_lead'),
      request_handoff: unusedTool('request_handoff'),
      offer_meeting: unusedTool('offer_meeting'),
    },
    signal: new AbortController().signal,
    ...members,
  }
}
