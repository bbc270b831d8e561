import { bookingUrl } from './demo-content.ts'
import type { Visit } from './plan-visits.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface DemoMessage {
  readonly role: 'user' | 'assistant'
  readonly text: string
  readonly tools: string[]
  /** Milliseconds since the epoch. */
  readonly at: number
}

type UntimedMessage = Omit<DemoMessage, 'at'>

const second = 1_000

const visitor = (text: string): UntimedMessage => ({ role: 'user', text, tools: [] })
const agent = (text: string, ...tools: string[]): UntimedMessage => ({
  role: 'assistant',
  text,
  tools,
})

export function writeTranscript(random: SeededRandom, visit: Visit): DemoMessage[] {
  const { topic } = visit
  const hasFollowUp = visit.kind === 'handoff' || random.chance(0.6)
  const messages = [
    visitor(random.pick(topic.firstMessages)),
    agent(topic.answer, 'searched_knowledge'),
    ...(hasFollowUp
      ? [visitor(topic.followUp.question), agent(topic.followUp.answer, 'searched_knowledge')]
      : []),
    ...ending(random, visit),
  ]
  let at = visit.startedAt
  return messages.map((message, position) => {
    if (position > 0) at += random.between(...pauseBefore(message.role)) * second
    return { ...message, at }
  })
}

/** The bounds of a pause in seconds. A visitor takes longer, because they read and type. */
function pauseBefore(role: DemoMessage['role']): [number, number] {
  return role === 'user' ? [15, 110] : [2, 6]
}

function ending(random: SeededRandom, { kind, person }: Visit): UntimedMessage[] {
  const name = person ? `${person.firstName} ${person.lastName}` : ''
  switch (kind) {
    case 'lead':
      return [
        visitor(`Please send me a quote. I'm ${name}, ${person?.email}`),
        agent(`Thank you, ${person?.firstName}. I have noted how to reach you.`, 'lead_captured'),
      ]
    case 'meeting':
      return [
        visitor('Could I see a demo sometime this week?'),
        agent(`You can choose a time here: ${bookingUrl}`, 'booking_offered'),
        ...(person
          ? [
              visitor(`Booked it. My name is ${name}, ${person.email}`),
              agent(`Thank you, ${person.firstName}. See you then.`, 'lead_captured'),
            ]
          : [visitor('Booked it.'), agent('Thank you. See you then.')]),
      ]
    case 'handoff':
      return [
        visitor(random.pick(handoffReasons)),
        agent(
          'I have asked a colleague to take over. Somebody will be in touch with you.',
          'handoff_requested',
        ),
      ]
    case 'question':
      return random.chance(0.4) ? [visitor('Thanks!'), agent('You are welcome.')] : []
  }
}

const handoffReasons: readonly [string, ...string[]] = [
  'Can I talk to a person about this?',
  'I would like to speak to your support team.',
  'That does not help. Please connect me with somebody.',
  'I need someone from sales to call me back.',
]
