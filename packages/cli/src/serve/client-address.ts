import { isIP } from 'node:net'
import type { SiteOptions } from '@doorkit/server'
import { CliError } from '../cli-error.ts'

/**
 * Creates the function that finds the address of a visitor in a header that the proxy sets. If there are
 * several addresses, the last one counts, because the proxy has added it, and anybody can send the
 * others.
 */
export function readClientAddress(header: string): NonNullable<SiteOptions['clientAddress']> {
  const name = header.toLowerCase()
  if (!/^[a-z0-9-]+$/.test(name)) {
    throw new CliError(
      'invalid_flag',
      '--client-address-header takes the name of a header, such as X-Forwarded-For.',
    )
  }
  return (request) => {
    const last = request.header(name)?.split(',').at(-1)?.trim() ?? ''
    return isIP(last) === 0 ? null : last
  }
}
