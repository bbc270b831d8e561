import { type Profiler, Session } from 'node:inspector/promises'

const shown = 6
const own = /packages\/(?!tests\/|server\/test\/)/

/**
 * Starts a profile of this process. The returned function ends it, and returns the functions that ran,
 * and the project's functions that called them, with their share of the time.
 */
export async function startProfile(): Promise<() => Promise<string[]>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
  return async () => {
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    return hotSpots(profile)
  }
}

function hotSpots({ nodes, samples = [] }: Profiler.Profile): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((at) => [at, id])))
  const label = (id: number): string => {
    const frame = byId.get(id)?.callFrame
    const name = frame?.functionName || '(anonymous)'
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const caller = byId.get(at)?.callFrame
      if (!caller || !own.test(caller.url)) continue
      const place = `${caller.url.split('packages/')[1]}:${caller.lineNumber + 1}`
      return at === id ? `${name} ${place}` : `${name} < ${caller.functionName} ${place}`
    }
    return name
  }
  const counts = new Map<string, number>()
  for (const id of samples) {
    const name = label(id)
    if (name !== '(idle)') counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .sort(([, left], [, right]) => right - left)
    .slice(0, shown)
    .map(([name, count]) => `${Math.round((100 * count) / samples.length)} % ${name}`)
}
