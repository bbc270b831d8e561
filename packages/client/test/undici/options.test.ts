import { Agent } from 'undici'
import { describe, expect, test } from 'vitest'
import { DoorkitError } from '../../src/index.ts'
import { type UndiciTransportOptions, undiciTransport } from '../../src/undici/index.ts'

describe('the options of the transport', () => {
  const wrongOptions: [string, object, RegExp][] = [
    ['no connections', { connections: 0 }, /^connections must/],
    ['a number of connections that is not whole', { connections: 0.5 }, /^connections must/],
    ['no pipelining at all', { pipelining: 0 }, /^pipelining must/],
    ['a proxy that is not an address', { proxy: 'proxy' }, /^proxy must/],
    ['a proxy of another protocol', { proxy: 'ftp://ada:secret@proxy.example' }, /^proxy must/],
    ['something that is not a dispatcher', { dispatcher: {} }, /^dispatcher must/],
    ['two ways to send', { dispatcher: new Agent(), connections: 1 }, /^Pass either/],
  ]
  test.each(wrongOptions)('with %s are refused', (_name, options, message) => {
    const make = () => undiciTransport(options as UndiciTransportOptions)
    expect(make).toThrow(DoorkitError)
    expect(make).toThrow(expect.objectContaining({ code: 'invalid_option' }))
    expect(make).toThrow(message)
    expect(make).not.toThrow(/secret/)
  })

  test('are not changed', () => {
    const options = Object.freeze({ connections: 2, pipelining: 2, http2: true, proxy: undefined })
    expect(() => undiciTransport(options)).not.toThrow()
  })
})

test('a body that is not text is refused', async () => {
  const { fetch } = undiciTransport()
  const sending = fetch('http://127.0.0.1:9/', { method: 'POST', body: new Uint8Array(1) })
  await expect(sending).rejects.toMatchObject({ code: 'invalid_argument' })
})
