import { contacts, dayMs, type StoredContact } from '@doorkit/server/internal'
import type { WriteOp } from '@doorkit/server/store'
import type { DemoId } from './demo-ids.ts'
import type { Person } from './people.ts'
import type { DemoPlan } from './plan-visits.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A contact of the demo, and the write that stores it. */
export interface DemoContact {
  readonly row: Pick<StoredContact, 'id' | 'keys' | 'data'>
  readonly op: WriteOp
}

/** Makes a contact of everybody: who wrote in came by chat, the others by API or an import. */
export function contactRows(
  random: SeededRandom,
  workspace: string,
  demoId: DemoId,
  { visits, people }: DemoPlan,
  today: number,
): DemoContact[] {
  return people.map((person, position) => {
    const visitTimes = visits
      .filter((visit) => visit.person === person)
      .map(({ startedAt }) => startedAt)
    const known = today - random.between(2, 89) * dayMs
    const firstSeen = Math.min(...(visitTimes.length > 0 ? visitTimes : [known]))
    const lastSeen = Math.max(firstSeen, ...visitTimes)
    const id = demoId('contact', person.email, firstSeen)
    const fromChat = visitTimes.length > 0
    const keys = {
      workspace,
      email: person.email,
      external_id: fromChat ? null : `crm-${1_001 + position}`,
      created_at: firstSeen,
      updated_at: lastSeen,
    }
    const data = {
      first_name: person.firstName,
      last_name: person.lastName,
      name: `${person.firstName} ${person.lastName}`,
      company: fromChat && random.chance(0.5) ? null : person.company,
      phone: random.chance(0.3) ? phoneNumber(random) : null,
      attributes: fromChat ? {} : attributesOf(random, person),
      identity_verified: !fromChat,
      source: fromChat ? 'chat' : random.chance(0.5) ? 'api' : 'import',
      first_seen_at: firstSeen,
      last_seen_at: lastSeen,
    } as const
    return { row: { id, keys, data }, op: contacts.insert(id, keys, data) }
  })
}

/** Among the numbers that are kept free for films and books (Ofcom). */
function phoneNumber(random: SeededRandom): string {
  return `+44 20 7946 0${random.between(100, 999)}`
}

function attributesOf(random: SeededRandom, { company }: Person) {
  return {
    employees: random.between(2, 40) * 10,
    newsletter: random.chance(0.4),
    segment: company.endsWith('Group') ? 'chain' : 'single',
  }
}
