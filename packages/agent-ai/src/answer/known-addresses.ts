import { findAddresses, targetOf } from './find-addresses.ts'
import { undisguise } from './undisguise.ts'

/** The addresses that an answer may show. */
export interface KnownAddresses {
  /** Adds the addresses in every text of a value: a string, or any JSON. */
  add(value: unknown): void
  /** Whether the answer may show an address with this target. */
  isKnown(target: string | null): boolean
  /** Whether the answer may show a Markdown link to this address, which may be a path of the website. */
  isKnownLink(address: string): boolean
}

/**
 * Creates {@link KnownAddresses}. The workspace's own website and the sites that the host adds are known
 * from the start.
 */
export function createKnownAddresses(
  website: string,
  sites: readonly string[] = [],
): KnownAddresses {
  const ownHosts = new Set([website, ...sites].flatMap((site) => hostOf(targetOf(site)) ?? []))
  const known = new Set<string>()
  const hosts = new Set<string>()
  const isKnown = (target: string | null) => {
    if (target === null) return false
    if (known.has(target)) return true
    const host = hostOf(target)
    if (host === null) return false
    if (ownHosts.has(host)) return !leadsElsewhere(target)
    return target === host && hosts.has(host)
  }
  return {
    add(value) {
      for (const text of textsIn(value)) {
        for (const { target } of findAddresses(text)) {
          if (target === null) continue
          known.add(target)
          const host = hostOf(target)
          if (host !== null && !/^[^/?#]*@/.test(target)) hosts.add(host)
        }
      }
    },
    isKnown,
    isKnownLink: (address) => isKnown(targetOf(undisguise(address), website)),
  }
}

function hostOf(target: string | null): string | null {
  return target === null ? null : (/^(?:[^/?#]*@)?([^/?#]+)/.exec(target)?.[1] ?? null)
}

/** Whether an address of a site contains another address, to which the site may redirect the visitor. */
function leadsElsewhere(target: string): boolean {
  const path = target.replace(/^[^/?#]*/, '')
  const decoded = [path, decode(path), decode(decode(path))]
  return decoded.some((text) => /[a-z]:[\\/]|[\\/]{2}|javascript:|data:|@[^/?#]*\./i.test(text))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
