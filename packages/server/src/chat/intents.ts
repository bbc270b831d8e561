import { type AgentPhrases, agentPhrases } from './built-in-phrases.ts'

const english = [agentPhrases.en]

/** Whether a visitor asks for a person. */
export function wantsPerson(text: string, languages: readonly AgentPhrases[] = english): boolean {
  return languages.some(
    ({ patterns }) => patterns.person.test(text) && patterns.personVerb.test(text),
  )
}

/** Whether a visitor is angry about something. */
export function complains(text: string, languages: readonly AgentPhrases[] = english): boolean {
  return languages.some(({ patterns }) => patterns.complaint.test(text))
}

/** Whether a visitor asks for a meeting. */
export function wantsMeeting(text: string, languages: readonly AgentPhrases[] = english): boolean {
  return languages.some(
    ({ patterns }) => patterns.meeting.test(text) && patterns.meetingVerb.test(text),
  )
}
