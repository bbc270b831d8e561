import type { SeededRandom } from '../../../cli/src/demo/seeded-random.ts'

/** Bytes to write to a socket, and the allowed outcomes. */
export interface Shape {
  readonly name: string
  readonly parts: readonly string[]
  /** Whether the server may also serve it, because it may be a valid request. */
  readonly harmless?: true
  /** Resets the connection after the parts, without waiting for an answer. */
  readonly abort?: boolean
}

/** The address in every smuggled write. The store must not contain it. */
export const smuggledEmail = 'smuggled@example.com'

const body = JSON.stringify({ email: smuggledEmail })

/** Makes every shape. The requests in the shapes use this API key. */
export function createShapes(secret: string, random: SeededRandom): Shape[] {
  const key = `Authorization: Bearer ${secret}`
  const json = 'Content-Type: application/json'
  const host = 'Host: localhost'
  const length = `Content-Length: ${body.length}`
  const head = (line: string, ...headers: string[]) => `${[line, ...headers].join('\r\n')}\r\n\r\n`
  const get = (target: string, ...headers: string[]) =>
    head(`GET ${target} HTTP/1.1`, host, key, ...headers)
  const post = 'POST /v1/contacts HTTP/1.1'
  const hidden = `${head(post, host, key, json, length)}${body}`
  const refused = (name: string, ...parts: string[]): Shape => ({ name, parts })
  const served = (name: string, ...parts: string[]): Shape => ({ name, parts, harmless: true })

  const framings = [
    ['Content-Length: 4', 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding: chunked', 'Content-Length: 4'],
    ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
    ['Transfer-Encoding: identity'],
    ['Transfer-Encoding: xchunked'],
    ['Transfer-Encoding: chunked, gzip'],
    ['Transfer-Encoding : chunked'],
    ['Transfer-Encoding:\tchunked\u000b'],
    [' Transfer-Encoding: chunked'],
    ['X: a\nTransfer-Encoding: chunked'],
    ['X: a\rTransfer-Encoding: chunked'],
    ['Content-Length: 4', 'Content-Length: 5'],
    ['Content-Length: 4, 4'],
    ['Content-Length: +4'],
    ['Content-Length: 0x4'],
    ['Content-Length: 4 4'],
    ['Content-Length: -1'],
    ['Content-Length: 99999999999999999999'],
    ['Content-Length:'],
  ].map((lines) =>
    refused(`framing ${JSON.stringify(lines)}`, head(post, host, key, json, ...lines), hidden),
  )

  const chunks = [
    'zz\r\n',
    '-1\r\n',
    '0x1\r\na\r\n',
    '1;\r\r\n\na',
    '5\r\nabc',
    `${'f'.repeat(20)}\r\n`,
    '1\r\nab\r\n',
  ]
  const broken = chunks.map((chunk) =>
    refused(
      `chunk ${JSON.stringify(chunk)}`,
      head(post, host, key, json, 'Transfer-Encoding: chunked'),
      `${chunk}${hidden}`,
    ),
  )

  const words = String.raw`
    /v1/../v1/me2 /v1/x/../me /v1/x/%2e%2e/me /v1/%2e/me /v1\me /v1/..\me /v1//me /v1/me/ /v1/me%00
    /v1/me;x /v1/%6d%65/ /v1/contacts/%2e%2e%2fme /v1/contacts/ct_%ff /v1/contacts/%zz * v1/me
    ?/v1/me #/v1/me /v1/contacts?__proto__[a]=1 /v1/constructor /v1/contacts/__proto__
    /v1/contacts/toString`
  const targets = [
    ...words.trim().split(/\s+/),
    `/v1/${'a/'.repeat(3_000)}`,
    `/v1/contacts/${'a'.repeat(7_000)}`,
    `/v1/contacts?${'a=1&'.repeat(1_500)}`,
  ].map((target) => refused(`target ${target.slice(0, 60)}`, get(target)))

  const heads = [
    refused('two Host headers', get('/v1/me', 'Host: elsewhere.example')),
    refused('no Host header', head('GET /v1/me HTTP/1.1', key)),
    refused('two API keys', get('/v1/me', `Authorization: Bearer ${secret}x`)),
    refused('a header without a name', get('/v1/me', ': value')),
    refused('a header without a colon', get('/v1/me', 'value')),
    refused('a folded header', get('/v1/me', 'X: a', ' b: c')),
    refused('a NUL in a header', get('/v1/me', 'X: a\0b')),
    refused('a huge header', get('/v1/me', `X: ${'a'.repeat(100_000)}`)),
    refused(
      'many headers',
      get('/v1/me', ...Array.from({ length: 3_000 }, (_, n) => `X${n}: ${n}`)),
    ),
    refused('an unknown version of the API', get('/v1/me', 'Service-Version: 1999-01-01')),
    refused('an unknown version of HTTP', head('GET /v1/me HTTP/9.9', host, key)),
    refused('an upgrade to nothing', head(post, host, key, 'Upgrade: x', 'Connection: upgrade')),
    refused('another expectation', head(post, host, key, json, length, 'Expect: 200-ok'), body),
    refused('a proxy request', head('CONNECT localhost:80 HTTP/1.1', host, key)),
    refused('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    refused('a TLS hello', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000'),
    refused('nothing but line ends', '\r\n'.repeat(2_000)),
    refused('an endless line', `GET /${'a'.repeat(200_000)}`),
    refused('a method in lower case', head('get /v1/me HTTP/1.1', host, key)),
    refused('a space in the line', head('GET /v1/me  HTTP/1.1 x', host, key)),
    refused(
      'a body that is wrongly labeled as compressed',
      head(post, host, key, json, 'Content-Encoding: gzip', length),
      body.replaceAll('"', '\u001f'),
    ),
    refused(
      'a form',
      head(post, host, key, 'Content-Type: application/x-www-form-urlencoded', 'Content-Length: 3'),
      'a=b',
    ),
    refused(
      'another charset',
      head(post, host, key, `${json}; charset=utf-16`, length),
      body.replaceAll('"', "'"),
    ),
    refused('a body that never arrives', head(post, host, key, json, length)),
    refused('half a body', head(post, host, key, json, length), body.slice(0, 9)),
    refused('half a head', `${post}\r\n${host}\r\nAuthoriz`),
    refused(
      'a body that is too large',
      head(post, host, key, json, 'Content-Length: 300000'),
      `"${'a'.repeat(299_998)}"`,
    ),
    served('one Host header', get('/v1/me')),
    served('a fragment', get('/v1/me?#/v1/contacts')),
    served('the absolute form', get('http://elsewhere.example/v1/me')),
    served('a GET with a body', head('GET /v1/me HTTP/1.1', host, key, 'Content-Length: 3'), 'abc'),
    served('many pipelined reads', get('/v1/me').repeat(20)),
  ]

  const whole = `${head('POST /v1/chat/sessions HTTP/1.1', host, key, json, 'Content-Length: 2')}{}`
  const aborted = Array.from({ length: 8 }, (): Shape => {
    const at = random.between(1, whole.length)
    return { name: `an end after ${at} bytes`, parts: [whole.slice(0, at)], abort: true }
  })

  return [...framings, ...broken, ...targets, ...heads, ...aborted]
}

/** Splits or cuts a shape at a random position, changes a byte, doubles a line, or shortens a line end. */
export function mutate(shape: Shape, random: SeededRandom): Shape {
  // Another address of the same length is used, because a change can turn the shape into a valid write.
  const text = shape.parts.join('').replaceAll(smuggledEmail, 'followed@example.com')
  const at = random.between(0, text.length)
  const parts = random.pick([
    [text.slice(0, at), text.slice(at)],
    [`${text.slice(0, at)}${String.fromCharCode(random.between(0, 255))}${text.slice(at + 1)}`],
    [text.replace(/^(.+\r\n)(?=.)/m, '$1$1')],
    [text.replace('\r\n', '\n')],
    [text.slice(0, at)],
  ])
  // A changed shape may have become valid.
  return { ...shape, name: `${shape.name}, changed at ${at}`, parts, harmless: true }
}
