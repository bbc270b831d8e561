import { describe, expect, test } from 'vitest'
import { questionIn } from '../../../src/chat/knowledge-agent/knowledge-agent.ts'
import { statementsOf, withoutMarkdown } from '../../../src/chat/knowledge-agent/statements.ts'
import { agentPhrases, knowledgeAgent } from '../../../src/index.ts'
import { caller, createKit, type KitOptions } from '../../support/kit.ts'

const pages: Readonly<Record<string, string>> = {
  Prices: `# Prices

| Plan | Month | Users |
|---|---|---|
| Small | **€9** | 1 |
| Large | **€29** | 5 |

## Refunds

You get your money back within *14 days*. Write to [us](mailto:us@acme.example).`,
  Shops: `# Our shops

## Ghent

- Monday to Friday: 9:00 to 18:30
- Closed on Sunday

## Antwerp

- Monday to Friday: 10:00 to 19:00
- Closed on Sunday`,
}

async function openChat(options: KitOptions = {}) {
  const call = caller(await createKit(options))
  for (const [name, content] of Object.entries(pages)) {
    await call('POST', '/knowledge/documents', { body: { name, content } })
  }
  const session = await call('POST', '/chat/sessions', { body: {} })
  const ask = async (text: string): Promise<string> => {
    const path = `/chat/sessions/${session.json.id}/messages`
    return (await call('POST', path, { body: { text } })).json.message.text
  }
  return { ask, call }
}

describe('an answer', () => {
  test('has the statements that fit, without Markdown, and the name of the page', async () => {
    const { ask } = await openChat()
    expect(await ask('What does the large plan cost?')).toBe(
      'Large: Month €29, Users 5. (From: Prices)',
    )
    expect(await ask('How do I get a refund?')).toBe(
      'You get your money back within 14 days. Write to us. (From: Prices)',
    )
  })

  test.each([
    ['Wie viel kostet der Tarif Large?', '€29', '(Aus: Prices)'],
    ['Quel est le prix de Large ?', '€29', '(Source : Prices)'],
    ['¿Cuánto cuesta Large?', '€29', '(Fuente: Prices)'],
    ['Hoeveel kost Large?', '€29', '(Uit: Prices)'],
  ])('names its source in the language of the visitor: %s', async (text, fact, source) => {
    const { ask } = await openChat()
    const answer = await ask(text)
    expect(answer).toContain(fact)
    expect(answer).toContain(source)
  })

  test('names its source in the language of the settings, whatever the visitor writes', async () => {
    const { ask, call } = await openChat()
    await call('PATCH', '/agent', { body: { language: 'de-AT' } })
    expect(await ask('What does the large plan cost?')).toContain('(Aus: Prices)')
  })

  test('to a follow-up question uses the question before it', async () => {
    const { ask } = await openChat()
    expect(await ask('When is the shop in Antwerp open?')).toContain('10:00 to 19:00')
    expect(await ask('And in Ghent?')).toContain('9:00 to 18:30')
  })

  test('to a question that names no subject is about the subject of the question before it', async () => {
    const { ask } = await openChat()
    await ask('Is there a shop in Antwerp?')
    expect(await ask('What are your opening hours?')).toBe(
      'Monday to Friday: 10:00 to 19:00; Closed on Sunday. (From: Shops)',
    )
    await ask('What does the large plan cost?')
    expect(await ask('What are your opening hours?')).toContain('9:00 to 18:30')
  })

  test.each([
    ['Where is the shop in Ghent?', 'Is there parking?', 'I do not know that'],
    ['Where is the shop in Ghent?', 'Do you have parking?', 'I do not know that'],
    ['When is the shop in Antwerp open?', 'Is there a large plan?', '€29'],
    ['When is the shop in Antwerp open?', 'Welche Tarife gibt es?', '(Aus: Prices)'],
    ['When is the shop in Antwerp open?', 'Y a-t-il un remboursement ?', '(Source : Prices)'],
    ['When is the shop in Antwerp open?', 'Il y a un remboursement ?', '(Source : Prices)'],
    ['When is the shop in Antwerp open?', '¿Hay reembolso?', '(Fuente: Prices)'],
    ['When is the shop in Antwerp open?', 'Zijn er tarieven?', '(Uit: Prices)'],
  ])(
    'to a question about something else does not repeat the answer before: %s %s',
    async (before, text, answer) => {
      const { ask } = await openChat()
      await ask(before)
      expect(await ask(text)).toContain(answer)
    },
  )

  test('asks once which of two passages is meant if both fit equally well', async () => {
    const { ask } = await openChat()
    const answer = await ask('When are you open from Monday to Friday?')
    expect(answer).toMatch(/This is about (Ghent|Antwerp)\. Or did you mean (Ghent|Antwerp)\?$/)
    const again = await ask('When are you open from Monday to Friday?')
    expect(again).not.toContain('did you mean')
  })

  test.each([
    ['Wann habt ihr geöffnet?', /Das gilt für (Ghent|Antwerp)\. Oder meinten Sie/],
    ['Quels sont vos horaires ?', /Cela concerne (Ghent|Antwerp)\. Ou pensiez-vous à/],
    ['¿Cuál es el horario?', /Esto es sobre (Ghent|Antwerp)\. ¿O se refería a/],
    ['Wat zijn de openingstijden?', /Dit gaat over (Ghent|Antwerp)\. Of bedoelde u/],
  ])(
    'asks in the language of the visitor which of two passages is meant: %s',
    async (text, asked) => {
      const { ask } = await openChat()
      expect(await ask(text)).toMatch(asked)
    },
  )

  test.each([
    ['Quels sont les horaires à Gand ?', '9:00 to 18:30'],
    ['Wie sind die Öffnungszeiten in Gent?', '9:00 to 18:30'],
    ['¿Qué horario tiene Amberes?', '10:00 to 19:00'],
  ])('is about the place that the visitor names in another language: %s', async (text, fact) => {
    const { ask } = await openChat()
    expect(await ask(text)).toContain(fact)
  })

  test.each([
    ['Wat is het telefoonnummer?', '01603 555 014'],
    ['Is it wheelchair accessible?', 'a lift to all floors'],
    ['Is there anything for siblings?', 'Brothers and sisters'],
  ])('contains what a page says in other words: %s', async (text, fact) => {
    const { ask, call } = await openChat()
    const content =
      '# Tel\n\nTel. 01603 555 014.\n\n# Floors\n\nThere is a lift to all floors.\n\n# Fees\n\nBrothers and sisters get 10 % off.'
    await call('POST', '/knowledge/documents', { body: { name: 'School', content } })
    expect(await ask(text)).toContain(fact)
  })

  test('is the sentence whose subject is in an earlier sentence of its paragraph', async () => {
    const { ask, call } = await openChat()
    const content = `**Shop in Alten:** Mill Lane 7, 74523 Alten. Tuesday to Friday 10:00-17:45.

**Shop in Kirchau:** Market 22, 74613 Kirchau. Thursday and Friday 13:00-18:15.`
    await call('POST', '/knowledge/documents', { body: { name: 'Visit', content } })
    expect(await ask('When is the shop in Kirchau open?')).toContain('13:00-18:15')
    expect(await ask('When is the shop in Alten open?')).toContain('10:00-17:45')
  })

  test('to a French question with the word "location" is about renting, and not about an address', async () => {
    const { ask, call } = await openChat()
    const content = '# Renting\n\nA bike costs €15 a day.\n\n# Address\n\nMill Lane 7.'
    await call('POST', '/knowledge/documents', { body: { name: 'Bikes', content } })
    // In French, "location" is the renting of a thing. In English, it is an address.
    const answer = await ask("Combien coûte la location d'une draisienne ?")
    expect(answer).toContain('€15')
    expect(answer).not.toContain('Mill Lane')
  })

  test('to a question about a career says nothing about cars, although both words have one stem', async () => {
    const { ask, call } = await openChat()
    const body = { name: 'Visit', content: 'You can leave your car behind the shop.' }
    await call('POST', '/knowledge/documents', { body })
    expect(await ask('Are you hiring?')).toContain('I do not know that')
    expect(await ask('Where can I leave my car?')).toContain('behind the shop')
  })

  test('says that the agent does not know, and offers a person if one can take over', async () => {
    const { ask, call } = await openChat()
    await call('PATCH', '/agent', { body: { handoff: { enabled: true } } })
    expect(await ask('Who won the world cup?')).toBe(
      'I do not know that: I could not find it in the information from Acme. Would you like to talk to a person?',
    )
    await call('PATCH', '/agent', { body: { handoff: { enabled: false } } })
    expect(await ask('Who won the world cup?')).toBe(
      'I do not know that: I could not find it in the information from Acme.',
    )
  })
})

test.each([
  ['Is there a shop in Antwerp?', false],
  ['Isn’t there a free trial?', false],
  ['I heard there’s a free trial', false],
  ['How do I get there?', true],
  ['Is it open there?', true],
  ['Is there parking there?', true],
  ['Welche Tarife gibt es?', false],
  ['Wann öffnet es?', true],
  ['Y a-t-il un essai ?', false],
  ['Est-ce qu’il y a un essai ?', false],
  ['A-t-il un parking ?', true],
  ['Comment y aller ?', true],
  ['¿Hay aparcamiento?', false],
  ['¿Cómo llego allí?', true],
  ['Is er een proefperiode?', false],
  ['Zijn er tarieven?', false],
  ['Hoe kom ik daar?', true],
])(
  'a word such as "it" or "there" is a pronoun only where it refers to something: %s',
  (text, refers) => {
    const languages = Object.values(agentPhrases)
    expect(languages.some(({ patterns }) => patterns.pronoun.test(text))).toBe(refers)
  },
)

describe('a courtesy', () => {
  test.each([
    ['Hello!', 'Hello! How can I help you?'],
    ['Guten Tag', 'Hallo! Wie kann ich Ihnen helfen?'],
    ['Merci beaucoup', 'Avec plaisir. Puis-je chercher autre chose pour vous ?'],
    ['Hasta luego', 'Adiós, y gracias por su visita.'],
    ['Vielen Dank', 'Gern geschehen. Kann ich noch etwas für Sie nachsehen?'],
    ['Dank je wel', 'Graag gedaan. Kan ik nog iets voor u opzoeken?'],
    [
      'Thanks a lot, that was very helpful!',
      'You are welcome. Is there anything else I can look up?',
    ],
    [
      'Sind Sie ein Roboter?',
      'Ich bin ein automatischer Assistent. Fragen Sie mich etwas zu Acme, und ich sehe es für Sie nach.',
    ],
    ['Me llamo Carmen Ruiz', 'Mucho gusto, Carmen. ¿En qué puedo ayudarle?'],
  ])('is answered with a courtesy: %s', async (text, answer) => {
    const { ask } = await openChat()
    expect(await ask(text)).toBe(answer)
  })

  test('does not hide a phone number in the same message', async () => {
    const { ask } = await openChat()
    expect(await ask('Hi, +49 170 1234567')).toBe(agentPhrases.en?.texts.askEmail)
  })

  test('does not replace the answer to a question in the same message', async () => {
    const { ask } = await openChat()
    expect(await ask('Hello, what does the large plan cost?')).toContain('€29')
  })
})

describe('the identity of a visitor', () => {
  test('is collected over several messages, and a question in one of them is answered', async () => {
    const { ask, call } = await openChat()
    await ask("I'm Ada Lovelace. I work at Engines Ltd, my number is +44 20 7946 0018")
    const answer = await ask('ada@example.com. What does the large plan cost?')
    expect(answer).toContain('Thank you, Ada.')
    expect(answer).toContain('€29')
    const { json } = await call('GET', '/contacts')
    expect(json.data).toMatchObject([
      {
        email: 'ada@example.com',
        first_name: 'Ada',
        last_name: 'Lovelace',
        company: 'Engines Ltd',
        phone: '+44 20 7946 0018',
      },
    ])
  })
})

test('an angry visitor is passed to a person, with the reason', async () => {
  const { ask, call } = await openChat()
  await call('PATCH', '/agent', { body: { handoff: { enabled: true } } })
  expect(await ask('This is unacceptable, I want my money back!')).toBe(
    'I have asked a colleague to take over. Somebody will be in touch with you.',
  )
  const { json } = await call('GET', '/conversations')
  expect(json.data).toMatchObject([{ handoff: { reason: 'complaint' } }])
})

test('if bookings and handoffs are disabled, a visitor who wants a meeting reads only that none can be booked', async () => {
  const { ask, call } = await openChat()
  const handoff = { enabled: false }
  await call('PATCH', '/agent', { body: { booking: { enabled: false }, handoff } })
  expect(await ask('Can I book a demo of the large plan?')).toBe(
    'Meetings cannot be booked in this chat.',
  )
})

test('a host can replace the phrases, and add a language', async () => {
  const { en } = agentPhrases
  const withSource = (source: string) => ({ ...en, texts: { ...en.texts, source } })
  const phrases = { en: withSource('(Page: {page})'), it: withSource('(Da: {page})') }
  const { ask, call } = await openChat({ agent: knowledgeAgent({ phrases }) })
  expect(await ask('What does the large plan cost?')).toContain('(Page: Prices)')
  await call('PATCH', '/agent', { body: { language: 'it' } })
  expect(await ask('What does the large plan cost?')).toContain('(Da: Prices)')
})

test('the questions of a message are found, and 80,000 letters take less than a second', () => {
  const before = process.cpuUsage()
  expect(questionIn('a'.repeat(80_000), { name: 'Ann' }, true)).toBeNull()
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
  expect(questionIn('I am Ann. Do you ship? A b? And when?', { name: 'Ann' }, true)).toBe(
    ' Do you ship?  A b?  And when?',
  )
})

describe('a statement', () => {
  test('is a sentence, a short list, an item of a long one, or a row of a table', () => {
    const texts = (text: string) => statementsOf(text).map((statement) => statement.text)
    expect(texts('One two three four five. Another *one* here.')).toEqual([
      'One two three four five.',
      'Another one here.',
    ])
    expect(texts('Open:\n\n- Monday\n- **Friday**')).toEqual(['Open: Monday; Friday.'])
    const long = Array.from({ length: 9 }, (_, at) => `- item ${at} ${'of many '.repeat(5)}`)
    expect(texts(long.join('\n'))).toHaveLength(9)
    expect(texts(['Pick:', ...long].join('\n'))[8]).toMatch(/^Pick: item 8 of many/)
    const introduction = `You can pick one of these${', wherever you live'.repeat(4)}:`
    expect(texts([introduction, ...long].join('\n')).slice(0, 2)).toEqual([
      introduction,
      expect.stringMatching(/^item 0/),
    ])
    expect(texts('| A | B |\n|---|---|\n| one | two |')).toEqual(['one: B two.'])
    expect(texts('![logo](a.png) See [the page](https://a.example) and `code`')).toEqual([
      'logo See the page and code',
    ])
  })

  test('is looked for in less than 1.5 seconds, even in long hostile text', () => {
    const texts = ['| a '.repeat(300), '[a'.repeat(500), '**a'.repeat(300), '- a\n'.repeat(250)]
    const before = process.cpuUsage()
    for (const text of [...texts, ...texts.map((one) => one.repeat(200))]) {
      statementsOf(text)
      withoutMarkdown(text)
    }
    expect(process.cpuUsage(before).user).toBeLessThan(1_500_000)
  })
})
