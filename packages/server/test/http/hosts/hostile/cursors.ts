import { expect, test } from 'vitest'
import type { Host } from '../../../support/host.ts'
import { caller } from '../../../support/kit.ts'
import { setHostileScene } from './hostile-scene.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~'

/** Forged cursors. */
export function hostileCursors(host: Host): void {
  test('a cursor with any character changed, added or left out is refused', async () => {
    const { call, servesOn } = await setHostileScene(host)
    for (let at = 0; at < 3; at += 1) {
      await call('POST', '/contacts', { body: { email: `p${at}@example.com` } })
    }
    const cursor: string = (await call('GET', '/contacts?limit=1')).json.next_cursor
    const list = (edited: string) => call('GET', `/contacts?limit=1&starting_after=${edited}`)
    expect((await list(cursor)).status).toBe(200)
    for (let at = 0; at < cursor.length; at += 1) {
      const other = alphabet[(alphabet.indexOf(cursor[at] ?? '') + 1) % alphabet.length]
      const edits = [
        `${cursor.slice(0, at)}${other}${cursor.slice(at + 1)}`,
        `${cursor.slice(0, at)}${cursor.slice(at + 1)}`,
        `${cursor.slice(0, at)}${other}${cursor.slice(at)}`,
      ]
      for (const edited of edits) {
        const { status, json } = await list(edited)
        expect
          .soft([status, json.code, json.param], `${at}: ${edited}`)
          .toEqual([400, 'invalid_request', 'starting_after'])
      }
    }
    await servesOn()
  })

  test('a text that is not a cursor is refused', async () => {
    const { call, servesOn } = await setHostileScene(host)
    const cursors = [
      'x',
      '.',
      '..',
      'a.b',
      '__proto__',
      'null',
      '%00',
      '%F0%9F%92%A9',
      '%2e%2e%2f',
      'WyJhIl0.AAAAAAAAAAAAAAAAAAAAAA',
      'x'.repeat(2_048),
      'x'.repeat(2_049),
      '1%27%20OR%201=1--',
    ]
    for (const cursor of cursors) {
      const { status, json } = await call('GET', `/contacts?starting_after=${cursor}`)
      expect.soft([status, json.param], cursor.slice(0, 40)).toEqual([400, 'starting_after'])
    }
    expect(cursors).toHaveLength(13)
    await servesOn()
  })

  test('a cursor of another workspace, list or filter is refused', async () => {
    const { kit, send, call } = await setHostileScene(host)
    const workspace = await kit.doorkit.workspaces.create({
      name: 'B',
      website: 'https://b.example',
    })
    const key = await kit.doorkit.keys.create({
      workspace: workspace.id,
      name: 'B',
      access: 'full_access',
    })
    const other = caller({ ...kit, key }, send)
    for (const email of ['a@example.com', 'b@example.com']) {
      await call('POST', '/contacts', { body: { email } })
      await other('POST', '/contacts', { body: { email } })
    }
    const own: string = (await call('GET', '/contacts?limit=1')).json.next_cursor
    const foreign: string = (await other('GET', '/contacts?limit=1')).json.next_cursor
    const since = 'updated_since=2026-10-12T09:30:00Z'
    const filtered: string = (await call('GET', `/contacts?limit=1&${since}`)).json.next_cursor
    const misuses = [
      `/contacts?starting_after=${foreign}`,
      `/contacts?starting_after=${filtered}`,
      `/contacts?${since}&starting_after=${own}`,
      `/contacts?email=a@example.com&starting_after=${own}`,
      `/conversations?starting_after=${own}`,
      `/events?starting_after=${own}`,
      `/knowledge/documents?starting_after=${own}`,
    ]
    for (const path of misuses) {
      const { status, json } = await call('GET', path)
      expect.soft([status, json.param], path).toEqual([400, 'starting_after'])
    }
    expect(misuses).toHaveLength(7)
    expect((await call('GET', `/contacts?starting_after=${own}`)).json.data).toHaveLength(1)
  })
}
