import { readFileSync } from 'node:fs'

const manifest = new URL('../../../package.json', import.meta.url)

export function pinnedVersion(name: string): string {
  const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    dependencies: Record<string, string>
  }
  const version = dependencies[name] ?? ''
  if (!/^\d/.test(version)) throw new Error(`${name} is not pinned to an exact version`)
  return version
}
