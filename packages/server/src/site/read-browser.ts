import type { Browser } from '../requests/principal.ts'
import { unlessEmailAddress } from '../text/email-addresses.ts'
import { firstCharacters } from '../text/first-characters.ts'
import type { SiteOptions, SiteRequest } from './site-options.ts'

/** The device and country of a visitor, read from the headers of the request. */
export function readBrowser(request: SiteRequest, { country }: SiteOptions): Browser {
  const given = country?.(request)
  return {
    device: deviceOf(request),
    country: given ? (unlessEmailAddress(firstCharacters(given, 100)) ?? null) : null,
  }
}

function deviceOf(request: SiteRequest): Browser['device'] {
  const hint = request.header('sec-ch-ua-mobile')
  if (hint === '?1') return 'mobile'
  if (hint === '?0') return 'desktop'
  const agent = request.header('user-agent')
  if (agent === null) return null
  return /Mobi|Android|iPhone|iPad|iPod/.test(agent) ? 'mobile' : 'desktop'
}
