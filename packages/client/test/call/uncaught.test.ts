import { expect, test } from 'vitest'
import { runProgram } from '../support/run-program.ts'
import { page, refusal, startServer } from '../support/scripted-server.ts'

/** The output of a process that exits because of a failed call. */
async function outputOf(origin: string, call: string): Promise<string> {
  const program = `
    async function nightlySync() {
      await doorkit.${call}
    }
    await nightlySync()
  `
  return (await runProgram(origin, program)).stderr
}

test('an uncaught error about the answer of a proxy prints a useful text under 2 KB, and no secret', async () => {
  const html = `<html><h1>Bad gateway</h1> ada@example.com dk_test_secret +43 660 1234567 ${'x'.repeat(5_000)}`
  const server = await startServer((response) =>
    response
      .writeHead(502, { 'content-type': 'text/html', 'x-request-id': 'req_dk_test_secret' })
      .end(html),
  )
  const output = await outputOf(server.origin, `contacts.upsert({ email: 'ada@example.com' })`)
  expect(Buffer.byteLength(output)).toBeLessThan(2_048)
  const host = server.origin.replace('http://', '')
  for (const words of [
    'ResponseError',
    'contacts.upsert: The answer 502',
    `POST ${host}/v1/contacts`,
    'status 502',
    'text/html',
    '<h1>Bad gateway</h1>',
    'nightlySync',
    'response_unexpected',
  ]) {
    expect(output).toContain(words)
  }
  expect(output).not.toMatch(/dk_test_secret|ada@example|1234567/)
})

test('an uncaught refusal names its request, and a failed connection names its cause', async () => {
  const server = await startServer(
    refusal(404, 'not_found', { 'x-request-id': 'req_7' }),
    page(500),
  )
  const refused = await outputOf(server.origin, `contacts.get('ct_1')`)
  expect(refused).toContain('contacts.get ct_1: Why. (not_found, req_7)')
  expect(refused).toContain('nightlySync')
  const silent = await outputOf('http://127.0.0.1:9', `contacts.list().first()`)
  expect(silent).toContain('contacts.list: No answer came')
  expect(silent).toContain('GET 127.0.0.1:9/v1/contacts')
  expect(silent).toMatch(/ECONNREFUSED|bad port/)
  for (const output of [refused, silent]) {
    expect(Buffer.byteLength(output)).toBeLessThan(2_048)
  }
})
