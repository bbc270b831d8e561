import { expect, test } from 'vitest'
import { type Host, serveKit } from '../../../support/host.ts'

/** The step `body` for query strings, which are read as strictly as bodies (docs/api.md#json). */
export function queryRules(host: Host): void {
  test('a parameter that is unknown, repeated, empty or of the wrong type is refused', async () => {
    const { call } = await serveKit(host)
    const cases = [
      ['/me?verbose=1', 'verbose'],
      ['/contacts?Limit=5', 'Limit'],
      ['/contacts?limit[]=5', 'limit[]'],
      ['/contacts?limit=5&limit=6', 'limit'],
      ['/contacts?limit=', 'limit'],
      ['/contacts?limit', 'limit'],
      ['/contacts?limit=0', 'limit'],
      ['/contacts?limit=101', 'limit'],
      ['/contacts?limit=-1', 'limit'],
      ['/contacts?limit=2.5', 'limit'],
      ['/contacts?limit=1e1', 'limit'],
      ['/contacts?limit=0x10', 'limit'],
      ['/contacts?limit=%2010', 'limit'],
      ['/contacts?limit=ten', 'limit'],
      ['/contacts?limit=99999999999999999999', 'limit'],
      ['/contacts?starting_after=', 'starting_after'],
      ['/contacts?starting_after=x', 'starting_after'],
      ['/contacts?email=nobody', 'email'],
      ['/contacts?updated_since=yesterday', 'updated_since'],
      ['/contacts?updated_since=2026-10-12', 'updated_since'],
      ['/contacts?updated_since=2026-10-12T09:30:00', 'updated_since'],
      ['/contacts?updated_since=2026-02-30T09:30:00Z', 'updated_since'],
      ['/contacts?updated_since=1760000000', 'updated_since'],
      ['/contacts?__proto__=1', '__proto__'],
      ['/contacts?constructor=1', 'constructor'],
      ['/conversations?has_lead=1', 'has_lead'],
      ['/conversations?has_lead=TRUE', 'has_lead'],
      ['/conversations?graded=', 'graded'],
      ['/conversations?expand=', 'expand'],
      ['/conversations?expand=everything', 'expand'],
      ['/conversations?expand=messages,messages', 'expand'],
      ['/conversations?expand=messages&expand=messages', 'expand'],
      ['/conversations?expand=messages&expand[]=messages', 'expand'],
      ['/conversations?expand[0]=messages', 'expand[0]'],
      ['/conversations?created_since=now', 'created_since'],
    ] as const
    for (const [path, param] of cases) {
      const { status, json } = await call('GET', path)
      const seen = [status, json.code, json.param]
      expect.soft(seen, path).toEqual([400, 'invalid_request', param])
    }
    expect(cases).toHaveLength(35)
  })

  test('valid parameters are accepted in several spellings', async () => {
    const { call } = await serveKit(host)
    const paths = [
      '/contacts?limit=100',
      '/contacts?limit=1&email=Ada%40Example.com',
      '/contacts?updated_since=2026-10-12T09:30:00Z',
      '/contacts?updated_since=2026-10-12T09:30:00.123456Z',
      '/contacts?updated_since=2026-10-12T11:30:00%2B02:00',
      '/conversations?expand=messages',
      '/conversations?expand[]=messages',
      '/conversations?expand%5B%5D=messages',
      '/conversations?include_test=false&has_lead=true&graded=false',
      '/contacts?',
    ]
    for (const path of paths) expect.soft((await call('GET', path)).status, path).toBe(200)
    expect(paths).toHaveLength(10)
  })

  test('a write accepts no query', async () => {
    const { call } = await serveKit(host)
    const body = { email: 'ada@example.com' }
    const { status, json } = await call('POST', '/contacts?notify=true', { body })
    expect([status, json.param]).toEqual([400, 'notify'])
    expect((await call('GET', '/contacts')).json.data).toHaveLength(0)
  })
}
