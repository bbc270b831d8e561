import type { SqlResult, Statement } from '@doorkit/store-sql'
import { expect, test } from 'vitest'
import { createReadInGroup } from '../src/reads-over-one-connection.ts'

const read = (name: string) => (): Statement => ({ sql: `select '${name}'`, params: [] })
const resultOf = ({ sql }: Statement): SqlResult => ({ rows: [[sql]], changes: 1 })

/** Connections that answer immediately. The statement with the name `failing` fails. */
function recordedConnections() {
  const sent: string[][] = []
  const readInGroup = createReadInGroup(async () => (statements) => {
    sent.push(statements.map(({ sql }) => sql))
    return statements.map(async (statement) => {
      if (statement.sql.includes('failing')) throw new Error('no such table')
      return resultOf(statement)
    })
  })
  return { sent, readInGroup }
}

test('reads of one tick are sent together, and each has its own results', async () => {
  const { sent, readInGroup } = recordedConnections()
  const results = await Promise.all([
    readInGroup(read('a')),
    Promise.resolve().then(() => readInGroup(read('b'))),
  ])
  expect(sent).toEqual([["select 'a'", "select 'b'"]])
  expect(results).toEqual([resultOf(read('a')()), resultOf(read('b')())])
})

test('a read that fails leaves the others their results', async () => {
  const { sent, readInGroup } = recordedConnections()
  const results = await Promise.allSettled([
    readInGroup(read('a')),
    readInGroup(read('failing')),
    readInGroup(read('c')),
  ])
  expect(sent).toHaveLength(1)
  expect(results).toMatchObject([
    { status: 'fulfilled', value: resultOf(read('a')()) },
    { status: 'rejected', reason: { message: 'no such table' } },
    { status: 'fulfilled', value: resultOf(read('c')()) },
  ])
})

test('a read has its result before a longer one behind it has ended', async () => {
  const readInGroup = createReadInGroup(async () => (statements) => {
    return statements.map(async (statement) => {
      if (statement.sql.includes('endless')) await new Promise(() => {})
      return resultOf(statement)
    })
  })
  const [short] = [readInGroup(read('short')), readInGroup(read('endless'))]
  expect(await short).toEqual(resultOf(read('short')()))
})

test('reads beyond the limit of one connection go over several', async () => {
  const { sent, readInGroup } = recordedConnections()
  await Promise.all(Array.from({ length: 40 }, (_, at) => readInGroup(read(`${at}`))))
  expect(sent.map((group) => group.length)).toEqual([16, 16, 8])
})

test('if no connection opens, all waiting reads fail, and later reads try again', async () => {
  let isUnreachable = true
  const readInGroup = createReadInGroup(async () => {
    if (isUnreachable) throw new Error('connection refused')
    return (statements) => statements.map(async (statement) => resultOf(statement))
  })
  const refused = await Promise.allSettled([readInGroup(read('a')), readInGroup(read('b'))])
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isUnreachable = false
  expect(await readInGroup(read('c'))).toEqual(resultOf(read('c')()))
})

test('a read that arrives while connections open is sent over one of them', async () => {
  const opens: (() => void)[] = []
  const sizes: number[] = []
  const readInGroup = createReadInGroup(async () => {
    await new Promise<void>((resolve) => opens.push(resolve))
    return (statements) => {
      sizes.push(statements.length)
      return statements.map(async (statement) => resultOf(statement))
    }
  })
  const reads = Array.from({ length: 20 }, (_, at) => readInGroup(read(`${at}`)))
  await new Promise(setImmediate)
  expect(opens).toHaveLength(2)
  const late = readInGroup(read('late'))
  await new Promise(setImmediate)
  expect(opens).toHaveLength(2)
  for (const open of opens) open()
  await Promise.all([...reads, late])
  expect(sizes).toEqual([16, 5])
})
