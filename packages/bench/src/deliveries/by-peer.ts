import type { Contender, StartContender } from './contender.ts'
import { payload } from './payload.ts'

/**
 * A queue of `peers/deliveries` that does the same job. The peers are JavaScript, as nothing of
 * theirs is installed where types are checked.
 */
export function byPeer(name: string): StartContender {
  return async (options) => {
    const file = new URL(`../../peers/deliveries/${name}.js`, import.meta.url)
    const { start } = await import(file.href)
    return (await start(options, JSON.parse(payload))) as Contender
  }
}
