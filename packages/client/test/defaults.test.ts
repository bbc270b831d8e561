import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resolveCoreOptions } from '../src/core-config.ts'
import { defaultTimeoutMs } from '../src/outgoing-call.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('the defaults of the options stand in their comments, and in the README', () => {
  const connection = { apiKey: 'dk_test_secret', baseUrl: 'https://api.example.com/v1' }
  const { deadline, idleTimeout, maxResponseBytes } = resolveCoreOptions(connection)
  const defaults = { timeout: defaultTimeoutMs, deadline, idleTimeout, maxResponseBytes }
  const comments = read('../src/client-options.ts')
  const readme = read('../README.md')
  for (const [name, value] of Object.entries(defaults)) {
    const number = value.toLocaleString('en')
    const comment = new RegExp(`/\\*\\*([^/]*)\\*/\\s+readonly ${name}\\?:`).exec(comments)?.[1]
    expect(comment, name).toContain(number)
    const line = readme
      .split('\n')
      .find((text) => text.includes(`\`${name}\``) && text.includes(number))
    expect(line, `${name} in the README`).toBeDefined()
  }
})
