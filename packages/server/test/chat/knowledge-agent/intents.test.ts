import { describe, expect, test } from 'vitest'
import { agentPhrases } from '../../../src/chat/knowledge-agent/built-in-phrases.ts'
import { findIntroduction } from '../../../src/chat/knowledge-agent/find-introduction.ts'
import { complains, wantsMeeting, wantsPerson } from '../../../src/chat/knowledge-agent/intents.ts'

const english = [agentPhrases.en]

describe('an introduction', () => {
  const cases = [
    ["I'm Ada Lovelace, ada@example.com", { name: 'Ada Lovelace' }],
    ['My name is Ada and my email is ada@example.com.', { name: 'Ada' }],
    ['I am Ada. You reach me at ada@example.com', { name: 'Ada' }],
    ['This is Jean-Luc O’Neill (ada@example.com)', { name: 'Jean-Luc O’Neill' }],
    ['Contact: ada@example.com', {}],
    ['ada@example.com', {}],
    ["I'm interested, mail ada@example.com", {}],
  ] as const

  test.each(cases)('has the email address, and the name if there is one: %s', (text, name) => {
    expect(findIntroduction(text, english)).toEqual({ email: 'ada@example.com', ...name })
  })

  test('has the whole email address, even with special characters', () => {
    const emails = ["mary.o'neil@example.com", 'tom&jerry@example.com', 'a+b%c@example.com']
    for (const email of emails)
      expect(findIntroduction(`Hi, ${email}.`, english)).toEqual({ email })
    expect(findIntroduction("My address is 'ada@example.com'", english)?.email).toBe(
      'ada@example.com',
    )
  })

  test.each(['', 'Hello', 'ada@', '@example.com', 'ada@localhost', 'a @ b.co'])(
    'is not in %j',
    (text) => {
      expect(findIntroduction(text, english)).toEqual({})
    },
  )

  test.each<[keyof typeof agentPhrases, string, object]>([
    [
      'en',
      "Hi, I'm Ada Lovelace from Spain. I work at Analytical Engines Ltd, call +44 20 7946 0018",
      {
        name: 'Ada Lovelace',
        company: 'Analytical Engines Ltd',
        phone: '+44 20 7946 0018',
      },
    ],
    [
      'de',
      'Mein Name ist Anna von Stein, von der Firma Stein GmbH, Tel. 0761 555 0133',
      { name: 'Anna von Stein', company: 'Stein GmbH', phone: '0761 555 0133' },
    ],
    [
      'fr',
      "Bonjour, je m'appelle Marie Curie et je travaille chez Radium",
      { name: 'Marie Curie', company: 'Radium' },
    ],
    ['es', 'Me llamo Lucía Gómez, trabajo en Sol', { name: 'Lucía Gómez', company: 'Sol' }],
    [
      'nl',
      'Ik heet Jan de Vries en ik werk bij Tulp BV',
      { name: 'Jan de Vries', company: 'Tulp BV' },
    ],
  ])(
    'has the name, the company and the phone number that a text gives, in %s',
    (language, text, introduction) => {
      expect(findIntroduction(text, [agentPhrases[language]])).toEqual(introduction)
    },
  )

  test.each([
    ["I'm Anna from Gartenbau Nord", 'Gartenbau Nord'],
    ['My name is Ada Lovelace, at Engines.', 'Engines'],
    ["I'm Ada from Spain", undefined],
  ])('has the company beside the name, but never a place: %s', (text, company) => {
    expect(findIntroduction(text, english).company).toBe(company)
  })

  test('does not mistake other words for a name', () => {
    expect(findIntroduction('Ich bin Kunde und zahle 5 000 Euro', [agentPhrases.de])).toEqual({})
    expect(findIntroduction('Ich stehe im Regen', english)).toEqual({})
  })

  test('is looked for in less than half a second, even in hostile text', () => {
    const texts = [
      `${'a'.repeat(4_000)}@`,
      `a@${'a.'.repeat(2_000)}`,
      'a@'.repeat(2_000),
      `a@${'a-'.repeat(2_000)}`,
      `i am ${'A '.repeat(2_000)}`,
    ]
    // This measures processor time, because a busy machine adds waiting time.
    const before = process.cpuUsage()
    for (const text of texts) findIntroduction(text, english)
    expect(process.cpuUsage(before).user).toBeLessThan(500_000)
  })
})

describe('a request for a person', () => {
  test.each([
    'Can I talk to a human?',
    'I want to speak with someone',
    'please connect me with your support team',
    'I would like to chat with a real person',
    'get me a representative',
  ])('is in %j', (text) => {
    expect(wantsPerson(text, english)).toBe(true)
  })

  test.each([
    'What does it cost?',
    'What does it cost to have someone set it up for me?',
    'Are you human?',
    'Hello',
    'Do you have a mobile app?',
    '',
  ])('is not in %j', (text) => {
    expect(wantsPerson(text, english)).toBe(false)
  })
})

describe('a complaint', () => {
  test.each<[keyof typeof agentPhrases, string]>([
    ['en', 'This is unacceptable, I want my money back'],
    ['de', 'Das ist eine Frechheit!'],
    ['fr', 'Je suis très déçue de votre service.'],
    ['es', 'Esto es inaceptable'],
    ['nl', 'Ik ben erg boos'],
  ])('is recognized in %s: %s', (language, text) => {
    expect(complains(text, [agentPhrases[language]])).toBe(true)
  })

  test.each(['How do I get my money back?', 'How can I make a complaint?', ''])(
    'is not in %j',
    (text) => {
      expect(complains(text, Object.values(agentPhrases))).toBe(false)
    },
  )
})

describe('a request for a meeting', () => {
  test.each([
    'I want to book a meeting',
    'Can we schedule a call?',
    'Could I get a demo?',
    "I'd like to arrange an appointment",
    'Please set up a consultation',
  ])('is in %j', (text) => {
    expect(wantsMeeting(text, english)).toBe(true)
  })

  test.each(['What does it cost?', 'Hello', 'I read your book', ''])('is not in %j', (text) => {
    expect(wantsMeeting(text, english)).toBe(false)
  })
})
