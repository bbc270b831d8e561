import { readFile } from 'node:fs/promises'
import ipaddr from 'ipaddr.js'
import type { Clock } from '../ports/clock.ts'

const rereadMs = 10_000

const systemHosts =
  process.platform === 'win32'
    ? `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
    : '/etc/hosts'

/**
 * Makes a function that returns the names in the machine's hosts file, each with its addresses. It reads
 * the file at most once every 10 seconds.
 */
export function createHosts(clock: Clock, file = systemHosts) {
  let names: Promise<ReadonlyMap<string, readonly string[]>> | undefined
  let until = Number.NEGATIVE_INFINITY
  return () => {
    if (!names || clock.now() >= until) {
      until = clock.now() + rereadMs
      // A file that is missing or cannot be read counts as empty.
      names = readFile(file, 'utf8').then(readHosts, () => new Map())
    }
    return names
  }
}

function readHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...own] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (!ipaddr.isValid(address)) continue
    for (const name of own) {
      const addresses = names.get(name.toLowerCase()) ?? []
      names.set(name.toLowerCase(), [...addresses, address])
    }
  }
  return names
}
