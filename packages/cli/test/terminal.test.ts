import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { lineLogger } from '../src/serve/line-logger.ts'
import { columns, print } from '../src/terminal.ts'

const hostile = 'Acme\u001b[2J\u009b2J\r\nws_1\u202egpj'
const shown = 'Acme\\u001b[2J\\u009b2J\\u000d\\u000aws_1\\u202egpj'

function createTerminal() {
  const stdout = new PassThrough()
  return { stdout, stderr: stdout, env: {}, text: () => String(stdout.read()) }
}

test('a name that a customer chose cannot start a row of columns, and cannot control the terminal', () => {
  expect(columns([['NAME'], [hostile]])).toBe(`NAME\n${shown}`)
  const terminal = createTerminal()
  print(terminal, false, null, `Made ${hostile}.`)
  expect(terminal.text()).toBe(`Made ${shown.replace('\\u000a', '\n')}.\n`)
})

test('JSON with the text of a visitor cannot control a terminal, and parses to the same text', () => {
  const terminal = createTerminal()
  print(terminal, true, { text: hostile }, '')
  const line = terminal.text()
  expect(line).toMatch(/^[\x20-\x7e]+\n$/)
  expect(JSON.parse(line)).toEqual({ text: hostile })
})

test('the facts of a log record are on one line, without control characters', () => {
  const { stdout, text } = createTerminal()
  lineLogger(stdout, () => 0).warn({ reason: hostile }, 'It failed.')
  expect(text()).toMatch(/^1970-01-01T00:00:00.000Z warn It failed\. [\x20-\x7e]+\n$/)
})
