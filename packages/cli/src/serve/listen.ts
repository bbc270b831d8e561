import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CliError } from '../cli-error.ts'
import { createServer } from './node-http.ts'
import type { Address } from './read-address.ts'

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
