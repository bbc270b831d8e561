import type { AgentPhrases } from './agent-phrases.ts'

export function wantsPerson(text: string, languages: readonly AgentPhrases[]): boolean {
  return languages.some(
    ({ patterns }) => patterns.person.test(text) && patterns.personVerb.test(text),
  )
}

export function complains(text: string, languages: readonly AgentPhrases[]): boolean {
  return languages.some(({ patterns }) => patterns.complaint.test(text))
}

export function wantsMeeting(text: string, languages: readonly AgentPhrases[]): boolean {
  return languages.some(
    ({ patterns }) => patterns.meeting.test(text) && patterns.meetingVerb.test(text),
  )
}

/** The name of the text that answers a courtesy or a question about the agent; null for other messages. */
export function courtesyOf(
  text: string,
  languages: readonly AgentPhrases[],
): 'greeting' | 'welcome' | 'goodbye' | 'about' | null {
  if (text.length > 100) return null
  const bare = bareWords(text)
  const is = (kind: 'greeting' | 'thanks' | 'goodbye' | 'about') =>
    languages.some(({ patterns }) => patterns[kind].test(bare))
  if (is('greeting')) return 'greeting'
  if (is('goodbye')) return 'goodbye'
  if (is('about')) return 'about'
  return is('thanks') ? 'welcome' : null
}

/** The words in the first 100 characters of a message, in lower case. */
export function bareWords(text: string): string {
  return text
    .slice(0, 100)
    .replace(/[^\p{L}'’-]+/gu, ' ')
    .trim()
    .toLowerCase()
}
