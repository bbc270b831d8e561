import type { Round } from '../campaign.ts'
import { type AttackResult, attack } from './attack.ts'
import { hostileClients } from './hostile.ts'
import { largestOperations } from './operations.ts'
import type { System } from './system.ts'

/** An attack on a system. */
export interface Case {
  readonly name: string
  readonly atOnce: number | null
  readonly endless: boolean
  /** Whether only one of several calls at once can succeed. */
  readonly conflicts?: boolean
  /** Prepares the attack, and returns the function that attacks. */
  prepare(system: System): Promise<() => Promise<AttackResult>>
}

/** Every operation alone and 25 times in parallel, and then the hostile clients. */
function allCases({ ms }: { readonly ms: number }): Case[] {
  const operations = largestOperations.flatMap(({ id, once, conflicts, prepare }) =>
    [1, 25].map(
      (atOnce): Case => ({
        name: id,
        atOnce,
        endless: false,
        conflicts,
        async prepare(system) {
          const calls = await prepare(system.scene, atOnce)
          return () => attack(system, calls, { atOnce, once, ms })
        },
      }),
    ),
  )
  const clients = hostileClients.map(
    ({ name, endless = false, run }): Case => ({
      name,
      atOnce: null,
      endless,
      prepare: async (system) => () => run(system),
    }),
  )
  return [...operations, ...clients]
}

/** Calls each operation once, which proves that each has a valid input. */
export const everyOperationOnce: Case = {
  name: 'every operation',
  atOnce: 1,
  endless: false,
  prepare: async (system) => async () => {
    let answered = 0
    for (const { id, once, prepare } of largestOperations) {
      const calls = await prepare(system.scene, 1)
      const { answers, refusal } = await attack(system, calls, { atOnce: 1, once, ms: 0 })
      if (refusal) throw new Error(`${id} is not served: ${refusal}`)
      answered += Object.keys(answers).length
    }
    return { answers: { 200: answered }, refusal: null, megabytes: 0 }
  },
}

/** The attacks of the short form: lists, searches, long answers. */
const few = ['conversations.list', 'chatSessions.send', 'contacts.list', 'privacy.export']

/** The attacks of a round. */
export function casesOf({ long, part }: Pick<Round, 'long' | 'part'>): Case[] {
  const every = allCases({ ms: long ? 5_000 : 100 })
  if (long) {
    const { attacks, atOnce: connections } = part
    return every.filter(
      ({ name, atOnce }) => (attacks?.includes(name) ?? true) && (connections ?? atOnce) === atOnce,
    )
  }
  return every.filter(({ name, atOnce }) => few.includes(name) && atOnce === 25)
}
