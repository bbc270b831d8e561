import { expect, test } from 'vitest'
import { caller } from '../support/kit.ts'
import { crawled, createPageKit, steeredCrawler } from '../support/page-kit.ts'
import { overMemory } from '../support/stores.ts'

overMemory((openStore) => {
  test('24 hanging pages of one workspace do not delay the page of another workspace', async () => {
    const { crawler, started, reading } = steeredCrawler()
    const kit = await createPageKit({ store: openStore(), crawler })
    for (let page = 0; page < 24; page++) await kit.add(`https://hanging.example/${page}`)
    const { doorkit } = kit
    const { id } = await doorkit.workspaces.create({ name: 'B', website: 'https://b.example' })
    const key = await doorkit.keys.create({ workspace: id, name: 'B', access: 'full_access' })
    const body = { url: 'https://healthy.example/' }
    await caller({ doorkit, key })('POST', '/knowledge/sources', { body })
    const tick = kit.tick()
    await reading(3)
    expect(started.map(({ url }) => url)).toContain('https://healthy.example/')
    for (let number = 0; number < 25; number++) (await reading(number)).end(crawled('Text.'))
    expect(await tick).toMatchObject({ read: 25 })
  })
})
