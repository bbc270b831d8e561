import type { Socket } from 'node:net'
import pg, { type PoolClient, type PoolConfig } from 'pg'
import { isSqlState } from './postgres-error.ts'
import { postgresConnectTimeoutMs } from './timeouts.ts'

/** The error of a statement whose server no longer answers. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

export interface SilenceOptions {
  /** How long the connection may be silent, in milliseconds, before the server is checked. */
  readonly afterMs: number
  /** Whether the server answers on another connection. */
  readonly isReachable: () => Promise<boolean>
}

/**
 * Watches a connection with waiting statements, until the returned function is called. A silent
 * connection is closed if its server does not answer on another one. A server that answers may take as
 * long as its own timeouts allow.
 */
export function closeWhenSilent(
  client: PoolClient,
  { afterMs, isReachable }: SilenceOptions,
): () => void {
  const { stream } = (client as PoolClient & { readonly connection: { readonly stream: Socket } })
    .connection
  let isOver = false
  const ask = async () => {
    const isAlive = await isReachable()
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

/**
 * Makes a function that opens a connection to see whether a server answers. Calls at the same time share
 * the connection.
 */
export function createProbe(config: PoolConfig): () => Promise<boolean> {
  let probe: Promise<boolean> | undefined
  return () => {
    probe ??= answers(config).finally(() => {
      probe = undefined
    })
    return probe
  }
}

async function answers(config: PoolConfig): Promise<boolean> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: postgresConnectTimeoutMs })
  client.on('error', () => {})
  try {
    await client.connect()
    client.end().catch(() => {})
    return true
  } catch (error) {
    // A refusal is an answer too: a server without a free connection sends one, for example.
    return isSqlState((error as { readonly code?: unknown }).code)
  }
}
