import { expect, test } from 'vitest'
import { createDoorkit, generateMasterKey } from '../../src/index.ts'
import { digest } from '../../src/values/digest.ts'
import { countsOf, createExperimentKit, shown } from '../support/experiments.ts'
import { caller } from '../support/kit.ts'
import { everything } from '../support/privacy.ts'
import { describeOverStores } from '../support/stores.ts'

const email = 'ada@example.com'
const names = [email, 'crm-7']
const page_url = 'https://acme.example/'

describeOverStores('the name of a visitor who is counted', (openStore) => {
  const setUp = () => createExperimentKit({ store: openStore() })

  test('is not stored if it is an address, and its digest without a key is never stored', async () => {
    const kit = await setUp()
    const experiment = await kit.running()
    const body = { name: 'News', page: '/' }
    const { json: link } = await caller(kit)('POST', '/personal_links', { body })
    for (const visitor of names) {
      await kit.record.experiments.view({ ...shown(experiment, 1), visitor })
      await kit.record.visits.start({ page_url, link: link.id, visitor })
    }
    const text = await everything(kit)
    expect(text).toContain('experiment')
    expect(text).not.toContain(email)
    for (const name of names) expect(text).not.toContain(digest([name]).toLowerCase())
  })

  test('means the same visitor in a visit and in a view, even if it is an address in different letter case', async () => {
    const kit = await setUp()
    const experiment = await kit.running()
    const opening = shown(experiment, 1)
    expect(await kit.record.experiments.view({ ...opening, visitor: email })).toEqual({
      counted: true,
    })
    const visit = await kit.record.visits.start({ page_url, visitor: 'ADA@example.com' })
    await kit.record.visits.openingSeen(visit, opening)
    expect(countsOf(await kit.get(experiment.id))[1]?.[0]).toBe(1)
  })

  test('means the same visitor after the master key is replaced', async () => {
    const store = openStore()
    const [one, two] = [generateMasterKey(1), generateMasterKey(2)]
    const kit = await createExperimentKit({ store, masterKeys: [one] })
    const experiment = await kit.running()
    const fact = { ...shown(experiment, 1), visitor: email }
    expect(await kit.record.experiments.view(fact)).toEqual({ counted: true })
    const { clock, workspace } = kit
    await createDoorkit({ store, clock, masterKeys: [one, two] }).masterKeys.reseal()
    const later = createDoorkit({ store, clock, masterKeys: [two] })
    expect(await later.record(workspace.id).experiments.view(fact)).toEqual({ counted: false })
  })
})
