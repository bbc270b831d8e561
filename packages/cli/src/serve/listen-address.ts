import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CliError } from '../cli-error.ts'
import { readInteger } from '../flags.ts'
import type { Terminal } from '../terminal.ts'
import { createServer } from './node-http.ts'

/** The address that a server listens on. */
export interface Address {
  /** `127.0.0.1` accepts connections from this machine only. */
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
}

/**
 * Reads the address from the flags, or else HOST and PORT, or else 127.0.0.1:4010.
 *
 * @throws CliError `invalid_flag` or `invalid_environment`.
 */
export function readAddress(
  flags: { readonly host?: string | undefined; readonly port?: string | undefined },
  env: Terminal['env'],
): Address {
  const host = flags.host ?? (env.HOST || '127.0.0.1')
  if (flags.port !== undefined || !env.PORT) {
    return { host, port: readInteger('port', flags.port ?? '4010', 0, 65_535) }
  }
  const port = /^\d{1,5}$/.test(env.PORT) ? Number(env.PORT) : Number.NaN
  if (port <= 65_535) return { host, port }
  throw new CliError('invalid_environment', 'PORT must be a whole number from 0 to 65535.')
}

/** Reads a port of this machine, or an address and a port: `9464`, `0.0.0.0:9464` or `[::1]:9464`. */
export function readMetricsAddress(value: string): Address {
  const [, bracketed, plain, digits = ''] =
    /^(?:(?:\[([^\]]+)\]|([^:[\]]+)):)?(\d{1,5})$/.exec(value) ?? []
  const port = digits === '' ? Number.NaN : Number(digits)
  if (port <= 65_535) return { host: bracketed ?? plain ?? '127.0.0.1', port }
  const example = 'such as --metrics 9464 or --metrics 0.0.0.0:9464.'
  throw new CliError(
    'invalid_flag',
    `--metrics must be a port, or an address and a port, ${example}`,
  )
}

/**
 * Checks that a server can listen on the address, before long work begins.
 *
 * @param flags - the flags that change the address, for the error.
 * @throws CliError `unusable_address`.
 */
export async function checkAddress(
  { host, port }: Address,
  flags?: { readonly port: string; readonly host: string },
): Promise<void> {
  const server = createServer()
  await listen(server, host, port, flags)
  await new Promise((resolve) => server.close(resolve))
}

/**
 * Starts to listen, and returns the origin at which this machine reaches the server.
 *
 * @param flags - the flags that change the address, for the error.
 */
export function listen(
  server: Server,
  host: string,
  port: number,
  flags = { port: '--port', host: '--host' },
): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = refusals(flags)[cause.code ?? ''] ?? `is not available (${cause.code}).`
      reject(new CliError('unusable_address', `${host}:${port} ${reason}`, { cause }))
    })
    server.listen(port, host, () => resolve(originOf(host, server.address() as AddressInfo)))
  })
}

function refusals({ port, host }: { port: string; host: string }): Record<string, string> {
  const notHereReason = `is not an address of this machine: choose another address with ${host}.`
  return {
    EADDRINUSE: `is in use: choose another port with ${port}, or a free one with ${port} 0.`,
    EACCES: `is not allowed for this user: choose a port above 1023 with ${port}.`,
    EADDRNOTAVAIL: notHereReason,
    ENOTFOUND: notHereReason,
  }
}

/** A server on every interface is reached over the loopback address. */
function originOf(host: string, { port }: AddressInfo): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
