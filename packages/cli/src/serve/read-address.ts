import { CliError } from '../cli-error.ts'
import { readInteger } from '../flags.ts'
import type { Terminal } from '../terminal.ts'

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
