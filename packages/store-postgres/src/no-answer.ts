import type { Socket } from 'node:net'
import pg, { type PoolClient, type PoolConfig } from 'pg'
import { postgresConnectTimeoutMs } from './bounds.ts'

/** What statements fail with whose server says nothing any more. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

/** When and how a connection is broken that nothing comes from. */
export interface SilenceOptions {
  /** How long it may be silent, in milliseconds, before its server is asked for. */
  readonly afterMs: number
  /** Whether the server is there. */
  readonly isThere: () => Promise<boolean>
}

/**
 * Watches a connection over which statements are sent, until the function that it gives is called. Where
 * it is silent and its server is not there, it is broken; a server that is there may take as long as its
 * own limits say.
 */
export function breakInSilence(
  client: PoolClient,
  { afterMs, isThere }: SilenceOptions,
): () => void {
  const { stream } = (client as PoolClient & { readonly connection: { readonly stream: Socket } })
    .connection
  let isOver = false
  const ask = async () => {
    const isAlive = await isThere()
    if (isOver) return
    if (isAlive) stream.setTimeout(afterMs)
    else stream.destroy(new NoAnswerError('The server does not answer'))
  }
  stream.on('timeout', ask)
  stream.setTimeout(afterMs)
  return () => {
    isOver = true
    stream.off('timeout', ask)
    stream.setTimeout(0)
  }
}

/** Makes what opens a connection to see whether a server is there; who asks meanwhile hears the same. */
export function createProbe(config: PoolConfig): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined
  return () => {
    asked ??= opens(config).finally(() => {
      asked = undefined
    })
    return asked
  }
}

async function opens(config: PoolConfig): Promise<boolean> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: postgresConnectTimeoutMs })
  client.on('error', () => {})
  try {
    await client.connect()
    client.end().catch(() => {})
    return true
  } catch (error) {
    // A refusal is an answer, too: of a server that has no room.
    return /^[0-9A-Z]{5}$/.test(String((error as { readonly code?: unknown }).code))
  }
}
