import { describe, expect, test } from 'vitest'
import { findPromises } from '../../src/answer/find-promises.ts'
import type { PromiseKind } from '../../src/answer/promise.ts'
import { promisePhrases } from '../../src/answer/promise-phrases.ts'
import { createSentences } from '../../src/answer/sentences.ts'
import { checkAnswer, lumenCheck } from './check-text.ts'

const promising: Readonly<Record<string, Readonly<Record<PromiseKind, readonly string[]>>>> = {
  en: {
    booked: [
      'I have booked your demo for Tuesday.',
      "I've just scheduled a call.",
      'Your meeting has been confirmed for 3 pm.',
      'You are all booked for Friday.',
      "I'll book that for you.",
    ],
    person: [
      'A colleague will write to you.',
      'Someone from our team will contact you tomorrow.',
      "I've forwarded your request.",
      'I have passed your question on to a specialist.',
      'I have notified the sales team.',
      "We'll get back to you soon.",
      "I'm transferring you now.",
      '**A colleague** will call you.',
      'Your request has been escalated.',
    ],
    saved: ['I have saved your email address.', 'I’ve noted your phone number.'],
    sent: ['I have sent you a confirmation email.', 'I emailed you the offer.'],
  },
  de: {
    booked: [
      'Ich habe den Termin für Dienstag gebucht.',
      'Gerne, für morgen habe ich einen Tisch reserviert.',
      'Ihr Termin wurde bestätigt.',
      'Ich buche Ihnen einen Termin.',
    ],
    person: [
      'Ein Kollege wird sich bei Ihnen melden.',
      'Eine Kollegin meldet sich morgen.',
      'Jemand aus unserem Team ruft Sie an.',
      'Ich habe Ihre Anfrage weitergeleitet.',
      'Ich habe unser Team informiert.',
      'Wir melden uns bei Ihnen.',
      'Ich leite Sie an einen Kollegen weiter.',
    ],
    saved: ['Ich habe Ihre E-Mail-Adresse notiert.'],
    sent: ['Ich habe Ihnen eine E-Mail geschickt.'],
  },
  fr: {
    booked: [
      'J’ai réservé votre démo pour mardi.',
      'Votre rendez-vous est confirmé.',
      'Je vais vous réserver un créneau.',
    ],
    person: [
      'Un collègue vous contactera demain.',
      'Notre équipe va vous rappeler.',
      "J'ai transmis votre demande.",
      "J'ai prévenu l'équipe.",
      'Nous vous recontacterons.',
      'Je vous mets en relation avec un conseiller.',
    ],
    saved: ["J'ai noté votre adresse."],
    sent: ['Je vous ai envoyé un e-mail.'],
  },
  es: {
    booked: ['He reservado su cita.', 'Tu reunión ha sido confirmada.', 'Le reservaré una mesa.'],
    person: [
      'Un compañero le escribirá mañana.',
      'Nuestro equipo se pondrá en contacto con usted.',
      'He remitido su consulta.',
      'He avisado al equipo.',
      'Nos pondremos en contacto.',
      'Le paso con un agente.',
    ],
    saved: ['He anotado su teléfono.'],
    sent: ['Te he enviado un correo.'],
  },
  nl: {
    booked: [
      'Ik heb de afspraak ingepland.',
      'Uw reservering is bevestigd.',
      'Ik boek een demo voor u.',
    ],
    person: [
      'Een collega neemt contact met u op.',
      'Iemand van ons team zal u bellen.',
      'Ik heb uw vraag doorgestuurd.',
      'Ik heb het team ingelicht.',
      'Ik verbind u door.',
    ],
    saved: ['Ik heb uw e-mailadres genoteerd.'],
    sent: ['Ik heb u een bevestiging gestuurd.'],
  },
}

const cases = Object.entries(promising).flatMap(([language, kinds]) =>
  Object.entries(kinds).flatMap(([kind, texts]) =>
    texts.map((text) => ({ language, kind: kind as PromiseKind, text })),
  ),
)

describe('a promise that no tool kept is replaced with the truth', () => {
  test.each(cases)('$text', ({ language, kind, text }) => {
    const instead = promisePhrases[language]?.kinds[kind].instead
    expect(checkAnswer(`OK. ${text} Bye.`)).toBe(`OK. ${instead} Bye.`)
  })
})

describe('a promise that a tool kept stays', () => {
  test.each(cases)('$text', ({ kind, text }) => {
    expect(checkAnswer(`OK. ${text} Bye.`, { kept: [kind] })).toBe(`OK. ${text} Bye.`)
  })
})

test.each([
  'I have not booked anything yet.',
  'I cannot book a meeting.',
  'You can book a meeting on our site.',
  'Shall I ask a colleague to contact you?',
  'Would you like someone from our team to call you?',
  'If you leave your email address, a colleague will write to you.',
  'Once your order ships, we will email you.',
  'Our team is happy to help, and our lamps are made by a team of ten.',
  'I have found three lamps for you.',
  'I noted that you need 500 lamps.',
  'You will see the address of our colleague below.',
  'I have asked you this before.',
  'Möchten Sie, dass sich ein Kollege bei Ihnen meldet?',
  'Wenn Sie Ihre E-Mail-Adresse nennen, meldet sich ein Kollege.',
  'Ich habe noch keinen Termin gebucht.',
  'Termine können Sie auf unserer Seite buchen.',
  'Ich habe drei Lampen gefunden.',
  'Souhaitez-vous qu’un collègue vous contacte ?',
  'Si vous laissez votre adresse, un collègue vous écrira.',
  "Je n'ai encore rien réservé.",
  "J'ai trouvé trois lampes.",
  '¿Quiere que un compañero le llame?',
  'Si deja su correo, un compañero le escribirá.',
  'No he reservado nada.',
  'He encontrado tres lámparas.',
  'Wilt u dat een collega u belt?',
  'Als u uw adres geeft, zal een collega u mailen.',
  'Ik heb nog niets geboekt.',
  'Ik heb drie lampen gevonden.',
])('a sentence that promises nothing stays: %s', (text) => {
  expect(checkAnswer(`${text} Bye.`)).toBe(`${text} Bye.`)
})

test('no replacement is itself a promise', () => {
  const languages = Object.values(promisePhrases)
  for (const { kinds } of languages) {
    for (const { instead } of Object.values(kinds)) {
      expect(findPromises(instead, languages)).toEqual([])
    }
  }
})

test('a correction is shown once for each kind of promise', () => {
  const text =
    'I have booked it. I have scheduled it. A colleague will call you. A colleague will write.'
  expect(checkAnswer(text).replace(/\s+/g, ' ')).toBe(
    'Nothing is booked yet. I have not passed this on to a person.',
  )
})

test('a promise waits for the tools of its step, and so does the text after it', () => {
  const kept: PromiseKind[] = []
  const check = lumenCheck({ kept })
  expect(check.add('Of course. A colleague will call you. Anything else? ')).toBe('Of course.')
  expect(check.endPart()).toBe('')
  expect(check.afterTool()).toBe('')
  kept.push('person')
  expect(check.afterTool()).toBe(' A colleague will call you. Anything else? ')
})

test('an answer may repeat a promise from a text of the team', () => {
  const text = 'Our team will contact you within a day.'
  expect(
    checkAnswer(text, { team: ['After an order, our team will contact you within a day.'] }),
  ).toBe(text)
})

test('a sentence of 40,000 question marks is checked within half a second', () => {
  const before = process.cpuUsage()
  findPromises(`${'?'.repeat(40_000)}a`, Object.values(promisePhrases))
  expect(process.cpuUsage(before).user).toBeLessThan(500_000)
})

test('question marks make a sentence a question at its end, also before a closing quote, but not in its middle', () => {
  const promiseCount = (text: string) => findPromises(text, [promisePhrases.en as never]).length
  expect(promiseCount('A colleague will call you.')).toBe(1)
  expect(promiseCount('A colleague will call you??”')).toBe(0)
  expect(promiseCount('May we? A colleague will call you.')).toBe(1)
})

test('a run of 40,000 question marks is cut into sentences within half a second', () => {
  const before = process.cpuUsage()
  createSentences().add(`${'?'.repeat(40_000)}a`)
  expect(process.cpuUsage(before).user).toBeLessThan(500_000)
})
