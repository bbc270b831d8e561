import { DatabaseSync } from 'node:sqlite'
import { sqliteStore } from '@doorkit/store-sqlite'
import { caller, createKit } from '../../../server/test/support/kit.ts'
import { walk } from '../../../server/test/support/pages.ts'
import type { Campaign, Round } from '../campaign.ts'
import { temporaryFile } from '../round-resources.ts'

/** Fills the disk during writes, and frees space later. */
export const disks: Campaign = {
  summary: 'a database that suddenly may not grow during writes, and later may again',
  async round(round) {
    const db = new DatabaseSync(temporaryFile(round))
    db.exec('pragma busy_timeout = 0; pragma journal_mode = wal; pragma secure_delete = on')
    round.onEnd(() => db.close())
    const kit = await createKit({ store: sqliteStore({ db }) })
    round.onEnd(() => kit.doorkit.close())
    const call = caller(kit)
    // The schema, the workspace and the API key exist before the disk is full.
    await call('GET', '/me')
    const answered = new Set<string>()
    for (let time = 0; time < (round.long ? 5 : 2); time += 1) {
      const { page_count: pages } = db.prepare('pragma page_count').get() as { page_count: number }
      db.exec(`pragma max_page_count = ${pages + round.random.between(0, 40)}`)
      await fill(round, kit, call, `${round.seed}-${time}`, answered)
      db.exec('pragma max_page_count = 1073741823')
      await recover(round, kit, call, `${round.seed}-${time}`, answered)
    }
  },
}

type Kit = Awaited<ReturnType<typeof createKit>>
type Call = ReturnType<typeof caller>

/** Writes until twenty writes were refused. */
async function fill(round: Round, kit: Kit, call: Call, name: string, answered: Set<string>) {
  let refused = 0
  for (let number = 0; refused < 20 && number < 2_000; number += 1) {
    kit.clock.advance(1_100)
    const email = `full-${name}-${number}@example.com`
    const body = { email, attributes: { note: 'x'.repeat(round.random.between(1, 500)) } }
    const headers = { 'Idempotency-Key': email }
    const write = await call('POST', '/contacts', { body, headers })
    if (write.status === 200) answered.add(email)
    else refused += 1
    const facts = () => ({ status: write.status, text: write.text })
    const holds = write.status === 200 || isFull(write)
    round.check(holds, 'a write to a full disk is answered with 503', facts)
    const read = await call('GET', '/contacts?limit=1')
    const served = read.status === 200 || isFull(read)
    round.check(served, 'a read on a full disk is served, or answered with 503', () => read.text)
  }
  round.check(refused > 0, 'the disk was full')
  round.count('writes refused by a full disk', refused)
}

const isFull = ({ status, headers, json }: Awaited<ReturnType<Call>>) =>
  status === 503 && headers.has('retry-after') && json?.code === 'internal_error'

/** Checks that the same process writes again once there is space, and has lost no acknowledged write. */
async function recover(round: Round, kit: Kit, call: Call, name: string, answered: Set<string>) {
  kit.clock.advance(120_000)
  const email = `after-${name}@example.com`
  const write = await call('POST', '/contacts', { body: { email } })
  round.check(
    write.status === 200,
    'writes succeed without a restart once the disk has space',
    () => [write.text],
  )
  answered.add(email)
  const pages = await walk(call, '/contacts?limit=100', () => kit.clock.advance(1_000))
  const stored = (pages.flat() as unknown as { email: string }[]).map((one) => one.email)
  const lost = [...answered].filter((one) => !stored.includes(one))
  round.check(lost.length === 0, 'no acknowledged write is lost on a full disk', () => lost)
  const duplicates = stored.length - new Set(stored).size
  round.check(duplicates === 0, 'nothing is stored twice on a full disk', () => duplicates)
}
