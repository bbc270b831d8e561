import type { AgentTurn, Passage, TurnLead } from '@doorkit/server'
import { findAddresses } from './answer/find-addresses.ts'
import { inPlainWords } from './answer/find-promises.ts'
import { createKnownAddresses } from './answer/known-addresses.ts'
import type { PromiseKind } from './answer/promise.ts'

/** The promise that each tool of the kit keeps, if any. */
const promiseOfTool: Readonly<Partial<Record<string, PromiseKind>>> = {
  save_lead: 'saved',
  request_handoff: 'person',
}
const kitTools = new Set(['search_knowledge', 'save_lead', 'request_handoff', 'offer_meeting'])

/** The host's settings for its own tools and sites. */
export interface TurnFactsOptions {
  readonly sites: readonly string[]
  /** The tools that keep each kind of promise, in addition to the tools of the kit. */
  readonly promiseTools: Readonly<Partial<Record<PromiseKind, readonly string[]>>>
}

/**
 * The facts that an answer may rely on in a turn: the addresses that may be shown, the promises that
 * tools have kept, and the texts of the team. They come from the settings, the transcript, and each
 * result of a tool.
 */
export function createTurnFacts(
  turn: AgentTurn,
  hostInstructions: string | undefined,
  { sites, promiseTools }: TurnFactsOptions,
) {
  const { workspace, agent, visitor, lead, messages } = turn
  const known = createKnownAddresses(workspace.website, sites)
  const teamTexts: string[] = []
  const addTeamText = (text: string) => teamTexts.push(inPlainWords(text).toLowerCase())
  const kept = new Set<PromiseKind>()

  const typed = new Set(
    messages
      .filter(({ role }) => role === 'user')
      .flatMap(({ text }) => findAddresses(text).flatMap(({ target }) => target ?? [])),
  )
  /**
   * Adds the email address of a lead only if the visitor wrote it: the text of a page may have told the
   * model to save another address.
   */
  const learnLead = (lead: TurnLead | undefined) => {
    const email = lead?.email?.toLowerCase()
    if (email && typed.has(email)) known.add(email)
  }
  const learn = (name: string, output: unknown) => {
    const kind = promiseOfTool[name]
    if (kind) kept.add(kind)
    for (const [promise, names] of Object.entries(promiseTools)) {
      if (names.includes(name)) kept.add(promise as PromiseKind)
    }
    // If the host names no tools for one of these promises, any tool of the host may keep it.
    if (!kitTools.has(name)) {
      for (const promise of ['booked', 'sent', 'person'] as const) {
        if (!promiseTools[promise]) kept.add(promise)
      }
    }
    // The store may keep null in place of a long output.
    if (name === 'save_lead') return learnLead((output as { lead?: TurnLead } | null)?.lead)
    if (name !== 'search_knowledge') return known.add(output)
    for (const passage of passagesIn(output)) {
      if (passage.url !== null) known.add(passage.url)
      else {
        // The team writes its documents. Anybody may have written the text of a page.
        known.add(passage.text)
        addTeamText(passage.text)
      }
    }
  }

  known.add([workspace.name, agent.name, agent.instructions, hostInstructions, visitor.email])
  learnLead(lead)
  for (const text of [agent.instructions, hostInstructions]) if (text) addTeamText(text)
  if (lead.email !== null || visitor.email !== null) kept.add('saved')
  if (turn.status === 'handed_off') kept.add('person')
  for (const message of messages) {
    if (message.role !== 'assistant') continue
    known.add(message.text)
    for (const part of message.parts) {
      if (part.type === 'tool' && part.error === undefined) learn(part.name, part.output)
    }
  }
  return {
    known,
    /** Adds the result of a tool to the facts. */
    learn,
    isKept: (kind: PromiseKind) => kept.has(kind),
    isOfTeam: (words: string) => teamTexts.some((text) => text.includes(words)),
  }
}

function passagesIn(output: unknown): readonly Pick<Passage, 'url' | 'text'>[] {
  const { passages } = (output ?? {}) as { readonly passages?: readonly Passage[] }
  return (passages ?? []).filter(({ text }) => typeof text === 'string')
}
