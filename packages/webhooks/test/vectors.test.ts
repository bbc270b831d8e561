import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { verifyWebhook, WebhookError } from '../src/index.ts'
import { divergences } from './vectors/divergences.ts'
import { secrets } from './vectors/secrets.ts'
import { bodyOf, inputOf, type Vector } from './vectors/vector.ts'
import { vectors } from './vectors/vectors.ts'

const outcomeOf = (vector: Vector): string => {
  try {
    verifyWebhook(inputOf(vector))
    return 'valid'
  } catch (error) {
    return error instanceof WebhookError ? error.code : `uncoded: ${error}`
  }
}

const peerOutcomeOf = (vector: Vector): string => {
  const body = bodyOf(vector)
  vi.spyOn(Date, 'now').mockReturnValue(vector.now_ms)
  const accepts = vector.secrets.some((name) => {
    try {
      const payload = typeof body === 'string' ? body : Buffer.from(body)
      new Webhook(secrets[name] ?? name).verify(payload, vector.headers, { jsonParse: false })
      return true
    } catch {
      return false
    }
  })
  return accepts ? 'accepts' : 'refuses'
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the published vectors', () => {
  test('are those in vectors.json', async () => {
    const file = {
      about:
        'Deliveries and their outcomes. Sign `<webhook-id>.<webhook-timestamp>.<body>`; see the README of this package.',
      secrets,
      divergences,
      cases: vectors,
    }
    // Lists of names are on one line, as the formatter writes them.
    const text = JSON.stringify(file, null, 2).replace(/\[[^[\]{}]*\]/g, (list) =>
      list.startsWith('[\n') ? JSON.stringify(JSON.parse(list)).replaceAll('","', '", "') : list,
    )
    await expect(`${text}\n`).toMatchFileSnapshot('vectors.json')
  })

  test('are more than 300, with distinct names', () => {
    expect(vectors.length).toBeGreaterThan(300)
    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length)
  })

  test('produce the results that they state', () => {
    const outcomes = vectors.map((vector) => [vector.name, outcomeOf(vector)])
    expect(outcomes).toEqual(vectors.map(({ name, expect }) => [name, expect]))
  })

  test('produce the stated results in standardwebhooks', () => {
    const outcomes = vectors.map((vector) => [vector.name, peerOutcomeOf(vector)])
    expect(outcomes).toEqual(vectors.map(({ name, standardwebhooks }) => [name, standardwebhooks]))
  })

  test('have an explanation exactly if standardwebhooks decides otherwise', () => {
    const explained = vectors.filter(({ divergence }) => divergence !== undefined)
    const divergent = vectors.filter(({ expect, standardwebhooks }) => {
      const isAccepted = expect === 'valid' || expect.startsWith('payload_')
      return isAccepted !== (standardwebhooks === 'accepts')
    })
    expect(explained.map(({ name }) => name)).toEqual(divergent.map(({ name }) => name))
    expect(new Set(explained.map(({ divergence }) => divergence))).toEqual(
      new Set(Object.keys(divergences)),
    )
  })
})
