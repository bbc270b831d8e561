import type { AgentTools } from '../ports/agent.ts'

// Between two letters, an apostrophe belongs to a name; elsewhere it is a quotation mark.
const emailPattern =
  /(?:[A-Za-z0-9._%+-]|(?<=[A-Za-z0-9])['&](?=[A-Za-z0-9])){1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,24}/
const introducing = /(?:\bi['’]?m|\bi am|\bmy name is|\bmy name['’]s|\bthis is|\bit['’]?s)\s+/iu
const nameWord = /^\p{Lu}[\p{L}'’.-]*$/u

/** Finds an email address, and the name that a visitor gives with it. */
export function findIntroduction(text: string): Parameters<AgentTools['captureLead']>[0] | null {
  const email = emailPattern.exec(text)?.[0]
  if (!email) return null
  const name = findName(text.replace(email, ' '))
  if (name.length === 0) return { email }
  const [firstName = '', ...rest] = name
  return { email, firstName, ...(rest.length > 0 ? { lastName: rest.join(' ') } : {}) }
}

function findName(text: string): string[] {
  const match = introducing.exec(text)
  if (!match) return []
  const words = text.slice(match.index + match[0].length).split(/\s+/)
  const name: string[] = []
  for (const word of words.slice(0, 4)) {
    const bare = word.replace(/[,.;:!?]+$/, '')
    if (!nameWord.test(bare)) break
    name.push(bare)
    if (bare !== word) break
  }
  return name
}

const person =
  /\b(?:human|real person|a person|someone|somebody|support (?:team|agent)|your (?:team|staff|colleagues?)|sales(?:person| team| rep)?|representative|live agent)\b/i
const contactVerb =
  /\b(?:talk|speak|chat|connect|reach|contact|call|transfer|hand|get|put|want|need|like|see|have)\b/i
const meeting =
  /\b(?:meeting|demo|appointment|consultation|book (?:a|an|some)\b.*\b(?:call|time|slot)|schedule (?:a|an|some)\b.*\b(?:call|time|slot)|(?:a|intro) call)\b/i
const bookVerb = /\b(?:book|schedule|arrange|set up|want|need|like|have|get|could|can|plan)\b/i

/** Whether a visitor asks for a person. */
export function wantsPerson(text: string): boolean {
  return person.test(text) && contactVerb.test(text)
}

/** Whether a visitor asks for a meeting. */
export function wantsMeeting(text: string): boolean {
  return meeting.test(text) && bookVerb.test(text)
}
