import type { WeeklyHoursInput } from '@doorkit/models'
import { memoryStore } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import { createDoorkit } from '../../src/index.ts'
import { caller, createKit, type KitOptions } from '../support/kit.ts'
import { describeOverMemory } from '../support/stores.ts'

// Every test begins at 9:30 UTC on a Monday.
const teamHours: WeeklyHoursInput = {
  timezone: 'Europe/Berlin',
  shifts: [{ days: ['monday', 'tuesday'], opens: '14:00', closes: '18:00' }],
}
const hour = 3_600_000

async function openChat(options: KitOptions = {}) {
  const kit = await createKit(options)
  const call = caller(kit)
  const session = (await call('POST', '/chat/sessions', { body: {} })).json
  const path = `/chat/sessions/${session.id}`
  return {
    ...kit,
    call,
    say: async (text: string) =>
      (await call('POST', `${path}/messages`, { body: { text } })).json.message.text,
    read: async () => (await call('GET', path)).json,
  }
}

describe('a handoff to a team with hours', () => {
  test.each([
    [
      'en',
      'I want to talk to a person.',
      'I have asked a colleague to take over, but nobody is here right now. We are back on Monday, October 12 at 2:00 PM GMT+2. Which email address can we write to?',
    ],
    [
      'de',
      'Ich möchte mit einem Menschen sprechen.',
      'Ich habe jemanden aus dem Team gebeten zu übernehmen, aber gerade ist niemand da. Am Montag, 12. Oktober um 14:00 MESZ sind wir wieder da. An welche E-Mail-Adresse können wir Ihnen schreiben?',
    ],
    [
      'fr',
      'Je voudrais parler à une personne.',
      'J’ai demandé à un collègue de prendre le relais, mais personne n’est là pour le moment. Nous serons de retour le lundi 12 octobre à 14:00 UTC+2. À quelle adresse e-mail pouvons-nous vous écrire ?',
    ],
    [
      'es',
      'Quiero hablar con una persona real.',
      'He pedido a un compañero que le atienda, pero en este momento no hay nadie. Volvemos el lunes, 12 de octubre, 14:00 CEST. ¿A qué correo electrónico podemos escribirle?',
    ],
    [
      'nl',
      'Ik wil een mens spreken.',
      'Ik heb een collega gevraagd om over te nemen, maar er is nu niemand. We zijn er weer op maandag 12 oktober om 14:00 CEST. Naar welk e-mailadres kunnen we u schrijven?',
    ],
  ])(
    'says outside the hours when somebody answers, and asks for an email address: %s',
    async (_, text, answer) => {
      const { say, read } = await openChat({ teamHours })
      // Versions of ICU differ in the kinds of spaces in a date.
      expect((await say(text)).replace(/\s/g, ' ')).toBe(answer)
      expect((await read()).team.state).toBe('waiting')
    },
  )

  test('does not ask for an address that is known', async () => {
    const { say } = await openChat({ teamHours })
    await say('I am Ada Byron, ada@example.com')
    expect(await say('I want to talk to a person.')).toMatch(/We will write to you\.$/)
  })

  test('says within the hours that somebody will be in touch', async () => {
    const { say, clock } = await openChat({ teamHours })
    clock.advance(4 * hour)
    expect(await say('I want to talk to a person.')).toContain('Somebody will be in touch')
  })

  test('follows the hours of the workspace if it and the deployment have hours', async () => {
    const { say, call } = await openChat({ teamHours })
    const hours = { ...teamHours, timezone: 'Asia/Singapore' }
    const set = await call('PATCH', '/agent', { body: { handoff: { hours } } })
    expect(set.json.handoff.hours).toEqual(hours)
    expect(await say('I want to talk to a person.')).toContain('Somebody will be in touch')
    const unset = await call('PATCH', '/agent', { body: { handoff: { hours: null } } })
    expect(unset.json.handoff).not.toHaveProperty('hours')
  })

  test('asks for an email address even if the host requests the handoff after an error of the agent', async () => {
    const { say } = await openChat({
      teamHours,
      agent: {
        // biome-ignore lint/correctness/useYield: it fails before the first chunk.
        async *reply() {
          throw new Error('no model')
        },
      },
      onAgentError: () => 'handoff',
    })
    expect(await say('Do you deliver?')).toMatch(
      /^I have asked a colleague to take over.* Which email address can we write to\?$/,
    )
  })

  test('shows the agent the hours, in its input and in the result of request_handoff', async () => {
    const seen: unknown[] = []
    const { say } = await openChat({
      teamHours,
      agent: {
        async *reply({ agent, tools }) {
          seen.push(agent.handoff.hours)
          seen.push((await tools.request_handoff?.execute({ reason: 'urgent' }))?.hours)
          yield { type: 'text-start', id: 'a' }
          yield { type: 'text-delta', id: 'a', delta: 'Noted.' }
          yield { type: 'text-end', id: 'a' }
        },
      },
    })
    await say('Help!')
    const hours = { open: false, opensAt: '2026-10-12T12:00:00.000Z', timezone: 'Europe/Berlin' }
    expect(seen).toEqual([hours, hours])
  })
})

describe('invalid hours', () => {
  test.each([
    ['handoff.hours.timezone', { timezone: 'Europe/Atlantis', shifts: [] }],
    [
      'handoff.hours.shifts[0].closes',
      { shifts: [{ days: ['monday'], opens: '09:00', closes: '09:00' }] },
    ],
    [
      'handoff.hours.shifts[0].opens',
      { shifts: [{ days: ['monday'], opens: '9', closes: '10:00' }] },
    ],
    ['handoff.hours.holidays[0]', { shifts: [], holidays: ['2026-02-30'] }],
  ])('are refused: %s', async (param, hours) => {
    const { call } = await openChat()
    const { status, json } = await call('PATCH', '/agent', { body: { handoff: { hours } } })
    expect([status, json.param]).toEqual([400, param])
  })

  test('are refused in the options, too', () => {
    const options = { store: memoryStore(), teamHours: { timezone: 'Mars/Base', shifts: [] } }
    expect(() => createDoorkit(options)).toThrow('teamHours.timezone')
  })
})

describeOverMemory('a visitor who waits for the team to open', (store) => {
  const unansweredMs = 10 * 60_000

  test('gets answers of the agent until the team opens; the conversation is given back only after the opening', async () => {
    const { say, read, clock, doorkit } = await openChat({
      store: store(),
      teamHours,
      unansweredMs,
      answerAfterHandoff: false,
    })
    await say('I want to talk to a person.')
    expect(await say('I am Ada Byron, ada@example.com')).toContain('Thank you, Ada')
    clock.advance(hour)
    expect((await doorkit.worker.tick()).givenBack).toBe(0)
    clock.advance(2 * hour)
    expect((await read()).team.state).toBe('waiting')
    expect(await say('Hello?')).toBe('')
    clock.advance(unansweredMs)
    expect((await doorkit.worker.tick()).givenBack).toBe(1)
    expect((await read()).team.state).toBe('agent')
  })
})
