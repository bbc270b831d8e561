import { expect, onTestFinished, test } from 'vitest'
import { noteCallSite, stackOf } from '../../src/errors/call-site.ts'

const callSite = { stack: 'called here\n    at first (a.ts:1:2)\n    at second (b.ts:3:4)' }

function getContact() {
  return noteCallSite(getContact)
}

test('a call site leads to the caller, without the frames of the client', () => {
  const syncContact = () => getContact()
  const { stack } = syncContact()
  expect(stack).toContain('syncContact')
  expect(stack).not.toContain('getContact')
})

test('a call site leads to the caller even if the runtime cannot leave out frames', () => {
  const { captureStackTrace } = Error
  Reflect.deleteProperty(Error, 'captureStackTrace')
  onTestFinished(() => void Object.assign(Error, { captureStackTrace }))
  const syncContact = () => getContact()
  expect(syncContact().stack).toContain('syncContact')
})

test('a stack shows the header, the innermost frame of the client, and the frames of the caller', () => {
  const own = 'TimeoutError: late\n    at inside (c.ts:5:6)\n    at deeper (d.ts:7:8)'
  expect(stackOf('TimeoutError: late', own, callSite).split('\n')).toEqual([
    'TimeoutError: late',
    '    at inside (c.ts:5:6)',
    '    at first (a.ts:1:2)',
    '    at second (b.ts:3:4)',
  ])
})

test('a stack shows a frame once even if it belongs to client and caller', () => {
  expect(stackOf('E: x', 'E: x\n    at first (a.ts:1:2)', callSite).split('\n')).toEqual([
    'E: x',
    '    at first (a.ts:1:2)',
    '    at second (b.ts:3:4)',
  ])
})

test('a stack without frames is the header', () => {
  expect(stackOf('E: x', undefined, {})).toBe('E: x')
})

test('frames of other engines are recognized, and lines of a message are not frames', () => {
  const own = 'E: the visitor was at home\nada@example.com:443:1 refused'
  const stack = 'syncContact@file:///app/sync.ts:120:34\n@file:///app/main.ts:7:56\n'
  expect(stackOf('E: x', own, { stack }).split('\n')).toEqual([
    'E: x',
    'syncContact@file:///app/sync.ts:120:34',
    '@file:///app/main.ts:7:56',
  ])
})

test('a stack has at most 500 characters of frames, but always at least two frames', () => {
  const frame = (name: string, length: number) => `    at ${name}`.padEnd(length, 'x')
  const shownLengths = (...lengths: number[]) => {
    const frames = lengths.map((length, at) => frame(String(at), length))
    return stackOf('E: x', undefined, { stack: frames.join('\n') }).split('\n').length - 1
  }
  expect(shownLengths(200, 150, 150, 20)).toBe(3)
  expect(shownLengths(200, 150, 151, 20)).toBe(2)
  expect(shownLengths(600, 600, 20)).toBe(2)
})
