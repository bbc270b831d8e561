import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { folder, linePatterns, takeTour } from './support/take-tour.ts'

describe('the tour', () => {
  test('takes every step, prints a line for each, and leaves nothing behind', async () => {
    const { code, lines, stderr } = await takeTour()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(lines).toHaveLength(linePatterns.length)
    linePatterns.forEach((pattern, position) => {
      expect(lines[position]).toMatch(pattern)
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('exits with 1 and a sentence that names the failed step', async () => {
    const refusal = `new Response('{}', { status: 403 })`
    const sabotage = `const send = globalThis.fetch
      globalThis.fetch = async (url, init) =>
        String(url).endsWith('/knowledge/documents') ? ${refusal} : send(url, init)`
    const preload = `data:text/javascript,${encodeURIComponent(sabotage)}`
    const { code, lines, stderr } = await takeTour({ NODE_OPTIONS: `--import=${preload}` })
    expect(code).toBe(1)
    expect(lines).toHaveLength(5)
    expect(stderr).toMatch(/^The tour could not load knowledge: .+\n$/)
    expect(readdirSync(folder)).toEqual([])
  })

  test('does not start if the port that it will serve on is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const taken = await takeTour({ PORT: String(port) }, ['--stay'])
    server.close()
    expect(taken).toMatchObject({ code: 1, lines: [''] })
    expect(taken.stderr).toBe(
      `127.0.0.1:${port} is in use: choose another port with npm start -- --port, or a free one with npm start -- --port 0.\n`,
    )
  })
})
