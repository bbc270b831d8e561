import { type ListQuery, memoryStore, type Store } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import { equals, listAll } from '../../src/collections/collection.ts'
import { embeddingJobs, passageEmbeddings } from '../../src/collections/passage-embedding.ts'
import type { Agent, EmbeddingModel, KnowledgeSearch, Passage } from '../../src/index.ts'
import { createEmbeddings } from '../../src/services/embeddings.ts'
import { packVector, similarity, unitVector, unpackVector } from '../../src/services/pack-vector.ts'
import { agentOf } from '../support/agents.ts'
import { caller, createKit, type KitOptions } from '../support/kit.ts'
import { overStores } from '../support/stores.ts'

/** The meanings that the model knows: each list of words has its own direction. */
const meanings = [
  ['zeppelin', 'blimp', 'dirigible', 'airship'],
  ['refund', 'reimbursement', 'repayment'],
  ['opening', 'hours', 'monday'],
  ['penguin'],
]

/** A model that knows these meanings, and records its input. */
function modelOf(modelId = 'small', maxPerCall = 3) {
  const inputs: string[][] = []
  const model: EmbeddingModel = {
    provider: 'test',
    modelId,
    maxEmbeddingsPerCall: Promise.resolve(maxPerCall),
    async doEmbed({ values }) {
      inputs.push([...values])
      const embeddings = values.map((text) => {
        const words = text.toLowerCase().split(/\W+/)
        const counts = meanings.map((list) => words.filter((word) => list.includes(word)).length)
        return [...counts, 0.01]
      })
      return { embeddings }
    },
  }
  return { model, inputs }
}

/** An agent that searches for the last message, and hands the passages that it finds to the test. */
function findingAgent(onFound: (found: readonly Passage[]) => void): Agent {
  return agentOf(async function* (turn) {
    const question = turn.messages.at(-1)?.text ?? ''
    onFound((await turn.tools.search_knowledge.execute({ query: question })).passages)
    yield { type: 'text-start', id: '1' }
    yield { type: 'text-delta', id: '1', delta: 'Done.' }
    yield { type: 'text-end', id: '1' }
  })
}

async function openKit(options: KitOptions = {}) {
  let found: readonly Passage[] = []
  const kit = await createKit({
    agent: findingAgent((passages) => {
      found = passages
    }),
    ...options,
  })
  const call = caller(kit)
  return {
    ...kit,
    call,
    async add(name: string, content: string): Promise<string> {
      return (await call('POST', '/knowledge/documents', { body: { name, content } })).json.id
    },
    async titles(question: string): Promise<string[]> {
      const { json: session } = await call('POST', '/chat/sessions', { body: {} })
      found = []
      const path = `/chat/sessions/${session.id}/messages`
      expect((await call('POST', path, { body: { text: question } })).status).toBe(200)
      return found.map(({ title }) => title)
    },
    vectors: () =>
      listAll(kit.store, passageEmbeddings, 'passage_embeddings_source', [
        equals('workspace', kit.workspace.id),
      ]),
    jobs: () =>
      listAll(kit.store, embeddingJobs, 'embedding_jobs_workspace', [
        equals('workspace', kit.workspace.id),
      ]),
  }
}

overStores((openStore) => {
  test('a passage is found by its meaning once the worker has embedded it', async () => {
    const { model } = modelOf()
    const kit = await openKit({ store: openStore(), embed: model })
    await kit.add('Bikes', 'We repair every zeppelin in a day.')
    await kit.add('Hours', 'Monday to Friday.')
    expect(await kit.titles('airship')).toEqual([])
    await kit.doorkit.worker.tick()
    expect(await kit.titles('airship')).toEqual(['Bikes'])
    expect(await kit.titles('penguin')).toEqual([])
  })

  test('a changed document is embedded again, and a deleted one leaves no vector and no job', async () => {
    const { model, inputs } = modelOf()
    const kit = await openKit({ store: openStore(), embed: model })
    const id = await kit.add('Shop', 'We repair every zeppelin.')
    await kit.doorkit.worker.tick()
    expect(await kit.titles('airship')).toEqual(['Shop'])
    const path = `/knowledge/documents/${id}`
    await kit.call('PATCH', path, { body: { content: 'A refund takes five days.' } })
    await kit.doorkit.worker.tick()
    expect(await kit.titles('airship')).toEqual([])
    expect(await kit.titles('reimbursement')).toEqual(['Shop'])
    expect(await kit.vectors()).toHaveLength(1)
    await kit.call('DELETE', path)
    expect(await kit.jobs()).toHaveLength(1)
    const before = inputs.length
    await kit.doorkit.worker.tick()
    expect(await kit.vectors()).toEqual([])
    expect(await kit.jobs()).toEqual([])
    expect(inputs).toHaveLength(before)
  })

  test('all knowledge is embedded again when the model changes', async () => {
    const store = openStore()
    const first = await openKit({ store, embed: modelOf('small').model })
    await first.add('Bikes', 'We repair every zeppelin.')
    await first.doorkit.worker.tick()
    const { model, inputs } = modelOf('large')
    const second = await createKit({ store, embed: model })
    await second.doorkit.ping()
    await expect
      .poll(async () => {
        await second.doorkit.worker.tick()
        return inputs.flat().length
      })
      .toBe(1)
    expect((await first.vectors()).map(({ columns }) => columns.model)).toEqual(['test/large'])
  })
})

test('passages are embedded in calls no larger than the model accepts', async () => {
  const { model, inputs } = modelOf('small', 3)
  const kit = await openKit({ embed: model })
  const sections = Array.from({ length: 7 }, (_, at) => `# Part ${at}\n\nAbout a zeppelin.`)
  await kit.add('Bikes', sections.join('\n\n'))
  await kit.doorkit.worker.tick()
  expect(inputs.map(({ length }) => length)).toEqual([3, 3, 1])
  expect(inputs.flat()[0]).toBe('Bikes\n\nPart 0\n\nAbout a zeppelin.')
})

test('if the model fails, the passages that are still missing are embedded after the lease has ended', async () => {
  const { model, inputs } = modelOf('small', 96)
  let calls = 0
  const failing: EmbeddingModel = {
    ...model,
    async doEmbed(options) {
      calls += 1
      if (calls === 2) throw new Error('The model is overloaded.')
      return model.doEmbed(options)
    },
  }
  const kit = await openKit({ embed: failing })
  const sections = Array.from({ length: 100 }, (_, at) => `# Part ${at}\n\nAbout a zeppelin.`)
  await kit.add('Bikes', sections.join('\n\n'))
  await kit.doorkit.worker.tick()
  expect(await kit.vectors()).toHaveLength(96)
  kit.clock.advance(120_000)
  await kit.doorkit.worker.tick()
  expect(await kit.vectors()).toHaveLength(100)
  expect(inputs.map(({ length }) => length)).toEqual([96, 4])
})

test('a worker without a model leaves the jobs to a worker with one', async () => {
  const { model } = modelOf()
  const kit = await openKit({ embed: model })
  await kit.add('Bikes', 'We repair every zeppelin.')
  const { doorkit } = await createKit({ store: kit.store })
  expect(await doorkit.worker.tick()).toMatchObject({ embedded: 0 })
  expect(await kit.doorkit.worker.tick()).toMatchObject({ embedded: 1 })
  expect(await kit.vectors()).toHaveLength(1)
})

test('passages are still found by their words if the model fails', async () => {
  const { model } = modelOf()
  let isDown = false
  const failing: EmbeddingModel = {
    ...model,
    async doEmbed(options) {
      if (isDown) throw new Error('No connection.')
      return model.doEmbed(options)
    },
  }
  const kit = await openKit({ embed: failing })
  await kit.add('Bikes', 'We repair every zeppelin.')
  await kit.doorkit.worker.tick()
  isDown = true
  expect(await kit.titles('Do you repair a zeppelin?')).toEqual(['Bikes'])
})

test('a passage that both searches find comes before those that only one finds', async () => {
  const { model } = modelOf()
  const kit = await openKit({ embed: model })
  await kit.add('Meaning', 'We like a dirigible.')
  await kit.add('Both', 'Each airship has a lamp.')
  await kit.add('Words', 'The lamp is bright.')
  await kit.doorkit.worker.tick()
  expect((await kit.titles('airship lamp'))[0]).toBe('Both')
  expect((await kit.titles('airship lamp')).toSorted()).toEqual(['Both', 'Meaning', 'Words'])
})

test('nothing of another workspace is found by its meaning', async () => {
  const { model } = modelOf()
  const kit = await openKit({ embed: model })
  const other = await kit.anotherWorkspace()
  const body = { name: 'Theirs', content: 'We repair every zeppelin.' }
  await other.call('POST', '/knowledge/documents', { body })
  await kit.add('Hours', 'Monday to Friday.')
  await kit.doorkit.worker.tick()
  expect(await kit.titles('airship')).toEqual([])
})

describe("a host's search engine", () => {
  test('replaces the search of the kit, and the agent gets at most five of its passages', async () => {
    const passage = { id: '1', url: null, title: 'Theirs', heading: null, text: 'x', score: 1 }
    const queries: unknown[] = []
    const search: KnowledgeSearch = {
      async search({ workspace, text, limit, signal }) {
        queries.push({ workspace, text, limit, isAborted: signal.aborted })
        return Array.from({ length: 9 }, () => passage)
      },
    }
    const kit = await openKit({ search })
    await kit.add('Ours', 'We repair every zeppelin.')
    expect(await kit.titles('zeppelin')).toEqual(Array(5).fill('Theirs'))
    const workspace = kit.workspace.id
    expect(queries).toEqual([{ workspace, text: 'zeppelin', limit: 5, isAborted: false }])
  })

  test('that fails is logged, and the message is answered without passages', async () => {
    const errors: string[] = []
    const error = (_facts: object, message: string) => {
      errors.push(message)
    }
    const nothing = () => {}
    const kit = await openKit({
      search: { search: () => Promise.reject(new Error('No index.')) },
      logger: { debug: nothing, info: nothing, warn: nothing, error },
    })
    expect(await kit.titles('zeppelin')).toEqual([])
    expect(errors).toEqual(['The search engine failed.'])
  })
})

describe('a packed vector', () => {
  test('has the same similarity to another vector as the original, within a hundredth', () => {
    const random = (seed: number) => Math.sin(seed * 12.9898) * 2
    const vectorOf = (seed: number) => Array.from({ length: 384 }, (_, at) => random(seed + at))
    for (let seed = 1; seed < 20; seed += 1) {
      const [one, other] = [vectorOf(seed), vectorOf(seed * 31)]
      const packed = packVector(other)
      const unit = unitVector(one)
      const exact = unitVector(other)
      if (!packed || !unit || !exact) throw new Error('These vectors have a direction.')
      const cosine = unit.reduce((sum, number, at) => sum + number * (exact[at] ?? 0), 0)
      expect(Math.abs(similarity(unit, unpackVector(packed)) - cosine)).toBeLessThan(0.01)
    }
  })

  test.each([[[]], [[0, 0]], [[Number.NaN, 1]]])('does not exist for %j', (vector) => {
    expect(packVector(vector)).toBeNull()
  })
})

test('vectors beyond 64 MiB are forgotten, and those that a later search of a workspace has added are counted', async () => {
  const embeddings = createEmbeddings(modelOf().model, 0.35)
  const vector = Buffer.alloc(4 * 1_048_576).toString('base64')
  const counts = { a: 0, b: 0 }
  const readSince: unknown[] = []
  const store = {
    async list({ where = [] }: ListQuery) {
      const [workspace, since] = ['workspace', 'written_at'].map(
        (name) => where.find(({ column }) => column === name)?.value,
      )
      readSince.push([workspace, since])
      return Array.from({ length: counts[workspace as 'a' | 'b'] }, (_, at) => ({
        id: `${workspace}${at}`,
        rev: 1,
        columns: { written_at: 100_000 },
        data: { vector, scale: 1 },
      }))
    },
  } as unknown as Store
  const clock = { now: () => 100_000 } as never
  const search = (workspace: 'a' | 'b', count: number) => {
    counts[workspace] = count
    const query = { workspace, vector: [1], limit: 1 }
    return embeddings.nearest({ store, clock }, query, new AbortController().signal)
  }
  await search('a', 1)
  await search('a', 10)
  await search('b', 10)
  await search('a', 1)
  expect(readSince).toEqual([
    ['a', 0],
    ['a', 95_000],
    ['b', 0],
    ['a', 0],
  ])
})

test('a search by meaning compares at most 20,000 passages, and lets other requests run in between', async () => {
  const embeddings = createEmbeddings(modelOf().model, 0.35)
  const store = memoryStore()
  const { workspace } = await createKit({ store })
  const data = packVector(Array.from({ length: 64 }, (_, at) => at))
  if (!data) throw new Error('This vector has a direction.')
  const columns = { workspace: workspace.id, source: 'doc', model: 'test/small', written_at: 1 }
  for (let at = 0; at < 21; at += 1) {
    const ops = Array.from({ length: 1_000 }, (_, nth) =>
      passageEmbeddings.insert(`${at}.${nth}`, columns, data),
    )
    await store.commit(ops)
  }
  let others = 0
  let isOver = false
  const serveOthers = () => {
    others += 1
    if (!isOver) setImmediate(serveOthers)
  }
  setImmediate(serveOthers)
  const vector = Array.from({ length: 64 }, (_, at) => at)
  const query = { workspace: workspace.id, vector, limit: 30_000 }
  const clock = { now: () => 0 } as never
  const near = await embeddings.nearest({ store, clock }, query, new AbortController().signal)
  isOver = true
  expect(near).toHaveLength(20_000)
  expect(others).toBeGreaterThan(10)
})
