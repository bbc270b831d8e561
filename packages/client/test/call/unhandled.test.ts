import { describe, expect, test } from 'vitest'
import { runProgram } from '../support/run-program.ts'
import { json, listOf, refusal, startServer } from '../support/scripted-server.ts'

const unhandled: Readonly<Record<string, string>> = {
  'if nothing handles it': `doorkit.contacts.delete('ct_1')`,
  'if its input is refused': `doorkit.contacts.delete('')`,
  'if its meta is requested, and nothing handles that': `doorkit.contacts.get('ct_1').withMeta()`,
  'once, if neither it nor the promise that its `then` returns is handled': `doorkit.contacts.get('ct_1').then(() => {})`,
  'if its stream is not read': `doorkit.chatSessions.stream('chs_1', { text: 'Hi' })`,
}

const handled: Readonly<Record<string, string>> = {
  'if it is awaited': `try { await doorkit.contacts.get('ct_1') } catch {}`,
  'if it is caught': `doorkit.contacts.get('ct_1').catch(() => {})`,
  'if safe() handles it': `doorkit.contacts.get('ct_1').safe()`,
  'if it is awaited with its meta': `try { await doorkit.contacts.get('ct_1').withMeta() } catch {}`,
  'if it is one of several that are awaited together': `await Promise.allSettled([doorkit.me.get(), doorkit.contacts.get('ct_1')])`,
  'if it is awaited, even if nothing handles a request for its meta': `const call = doorkit.contacts.get('ct_1'); call.withMeta(); try { await call } catch {}`,
  'if it is a list that nothing reads': `doorkit.contacts.list()`,
  'if it is a list that is read': `try { for await (const one of doorkit.contacts.list()); } catch {}`,
  'if it is a list whose first item is requested': `doorkit.contacts.list().first().catch(() => {})`,
  'if it is a stream that is read': `try { for await (const one of doorkit.chatSessions.stream('chs_1', { text: 'Hi' })); } catch {}`,
}

/**
 * Runs every program in one process, one after the other, with a server that refuses all calls. Returns
 * the unhandled rejections of each, as `class code operation`.
 */
async function findUnhandled(): Promise<ReadonlyMap<string, readonly string[]>> {
  const server = await startServer(refusal(404, 'not_found'))
  const programs = Object.entries({ ...unhandled, ...handled }).map(
    ([name, program]) => `
    now = ${JSON.stringify(name)}
    await (async () => { ${program} })()
    // Two more calls: they give the call above time to fail, and the event loop time to run.
    await doorkit.me.get().catch(() => {})
    await doorkit.me.get().safe()
    console.log(JSON.stringify([now]))`,
  )
  const { stdout, stderr, failed } = await runProgram(
    server.origin,
    `
    let now = ''
    process.on('unhandledRejection', ({ name, code, operation }) =>
      console.log(JSON.stringify([now, [name, code, operation].join(' ')])))
    ${programs.join('\n')}
    `,
  )
  expect(failed, stderr).toBe(false)
  const rejectionsByName = new Map<string, readonly string[]>()
  for (const line of stdout.trim().split('\n')) {
    const [name = '', ...rejections] = JSON.parse(line) as string[]
    rejectionsByName.set(name, [...(rejectionsByName.get(name) ?? []), ...rejections])
  }
  return rejectionsByName
}

describe('a call that fails', () => {
  let rejections: ReturnType<typeof findUnhandled> | undefined
  const rejectionsOf = async (name: string) => {
    rejections ??= findUnhandled()
    return (await rejections).get(name)
  }

  test.each(Object.entries(unhandled))('is an unhandled rejection %s', async (name, program) => {
    const [, operation] = /doorkit\.(\w+\.\w+)/.exec(program) ?? []
    const expected = program.includes(`''`)
      ? `DoorkitError invalid_argument ${operation}`
      : `ApiError not_found ${operation}`
    expect(await rejectionsOf(name)).toEqual([expected])
  })

  test.each(Object.keys(handled))('is no unhandled rejection %s', async (name) => {
    expect(await rejectionsOf(name)).toEqual([])
  })
})

test('a process exits and prints the failure if nothing handles it', async () => {
  const server = await startServer(refusal(404, 'not_found'))
  const program = `doorkit.contacts.delete('ct_1'); await new Promise((resolve) => setTimeout(resolve, 60_000))`
  const { stderr, failed } = await runProgram(server.origin, program)
  expect(failed).toBe(true)
  expect(stderr).toContain('ApiError: contacts.delete ct_1: Why. (not_found, req_1)')
})

test('a prefetched page throws its failure where it is read, and nowhere else', async () => {
  const server = await startServer(json(listOf([{ id: 'ct_1' }], 'a')), refusal(404, 'not_found'))
  const { stdout } = await runProgram(
    server.origin,
    `
    process.on('unhandledRejection', () => console.log('unhandled'))
    const contacts = doorkit.contacts.list({}, { prefetch: true }).items()
    await contacts.next()
    // Time for the prefetch to fail before its page is read.
    await doorkit.me.get().safe()
    await doorkit.me.get().safe()
    await contacts.next().catch(({ code }) => console.log(code))
    `,
  )
  expect(stdout.trim()).toBe('not_found')
})
