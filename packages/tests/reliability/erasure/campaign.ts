import type { Campaign, Round } from '../campaign.ts'
import { writeHistory } from './history.ts'
import { formsOf, inventPerson, type Person } from './person.ts'
import { openScene, type Scene } from './scene.ts'

/** Erases a person with rows everywhere, and once more during exports. */
export const erasure: Campaign = {
  summary: 'people with traces everywhere, erased while two servers export their data',
  async round(round) {
    const scene = await openScene(round)
    const person = inventPerson(round.seed)
    const steps = round.long ? 40 : 6
    await writeHistory(round, scene, person, steps)
    const before = [...(await scene.everything()).values()].join()
    round.check(shows(before, person), 'the person is known before the erasure')
    round.check(shows(scene.bytes(), person), 'the file contains the person before the erasure')

    await erase(scene, person)
    await checkGone(round, scene, person)
    // A person who returns gets a new contact, and can be erased again.
    await writeHistory(round, scene, person, steps)
    const bystanders = await bystandersOf(scene)
    await Promise.all([erase(scene, person), ...exportsOf(scene, person)])
    await checkGone(round, scene, person)
    const after = await bystandersOf(scene)
    const stay = after !== '' && after === bystanders
    round.check(stay, 'the contacts of other people stay', () => ({ bystanders, after }))
  },
}

async function erase({ call, kit }: Scene, { email }: Person) {
  kit.clock.advance(1_000)
  const { status, text } = await call('POST', '/privacy/erasures', { body: { email } })
  if (status !== 201) throw new Error(`The erasure answered ${status}: ${text}`)
}

/** The email addresses of the contacts that nobody erases. */
async function bystandersOf({ call, kit }: Scene): Promise<string> {
  kit.clock.advance(1_000)
  const { json } = await call('GET', '/contacts?limit=100')
  const emails = (json.data as { email: string }[]).map(({ email }) => email)
  return emails
    .filter((email) => email.startsWith('bystander'))
    .sort()
    .join()
}

/** Starts exports, which run at the same time as the erasure. */
const exportsOf = ({ send }: Scene, { email }: Person) =>
  Array.from({ length: 6 }, () => send('/privacy/exports', { email }))

/** Checks that the person is in no answer, replay, webhook or stored byte. */
async function checkGone(round: Round, scene: Scene, person: Person) {
  const sent = scene.received.length
  round.check(!shows(scene.bytes(), person), 'no byte of a person is left in the database', () =>
    around(scene.bytes(), person),
  )
  for (const [path, text] of await scene.everything()) {
    const facts = () => `${path} ${around(text, person)}`
    round.check(!shows(text, person), 'no answer shows an erased person', facts)
  }
  for (const [request, text] of await scene.replays()) {
    const facts = () => `${request} ${around(text, person)}`
    round.check(!shows(text, person), 'no stored answer contains an erased person', facts)
  }
  scene.kit.clock.advance(3_600_000)
  await scene.work()
  const later = scene.received.slice(sent).join()
  const facts = () => around(later, person)
  round.check(!shows(later, person), 'no webhook names an erased person', facts)
  scene.sent.length = 0
  scene.sessions.length = 0
}

function shows(text: string, person: Person): boolean {
  return positionOf(text, person) >= 0
}

/** The position of a form of the mark in a text; -1 if the text has none. */
function positionOf(text: string, { mark }: Person): number {
  const positions = formsOf(mark).map((form) => text.indexOf(form))
  return Math.max(...positions, text.toLowerCase().indexOf(mark))
}

function around(text: string, person: Person): string {
  const at = positionOf(text, person)
  return text.slice(Math.max(0, at - 300), at + 60).replaceAll(/[^\x20-\x7e]+/g, '·')
}
