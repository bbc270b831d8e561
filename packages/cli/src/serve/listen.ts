import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CliError } from '../cli-error.ts'

/**
 * Listens, and says where to call it from this machine.
 *
 * @param port - 0 takes a free one.
 * @throws CliError `unusable_address`.
 */
export function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = refusals[cause.code ?? ''] ?? `is not available (${cause.code}).`
      reject(new CliError('unusable_address', `${host}:${port} ${reason}`, { cause }))
    })
    server.listen(port, host, () => resolve(originOf(host, server.address() as AddressInfo)))
  })
}

const refusals: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use: choose another with --port, or a free one with --port 0.',
  EACCES: 'is not allowed for this user: choose a port above 1023 with --port.',
  EADDRNOTAVAIL: 'is not an address of this machine: choose another with --host.',
  ENOTFOUND: 'is not an address of this machine: choose another with --host.',
}

/** One that listens everywhere listens here too. */
function originOf(host: string, { port }: AddressInfo): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
