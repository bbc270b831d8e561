// One contender in a process of its own. It is asked what it has used so far.
import { type ContenderName, type ContenderOptions, contenders } from './contender.ts'

/** Asks for the {@link Usage}. */
export interface ContenderRequest {
  /** Ends the streams that the agent of the contender holds open. */
  readonly endStreams?: true
}

/** The processor time and memory that a contender has used since it started. */
export interface Usage {
  /** Of the processor, in microseconds. */
  readonly cpuUs: number
  readonly rssBytes: number
}

const [name = '', options = '{}'] = process.argv.slice(2)
if (!Object.hasOwn(contenders, name)) throw new Error(`There is no contender ${name}`)
const start = await contenders[name as ContenderName]()
const facts = await start(JSON.parse(options) as ContenderOptions)

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  const usage: Usage = { cpuUs: user + system, rssBytes: process.memoryUsage.rss() }
  process.send?.(usage)
})
process.on('disconnect', () => process.exit())
process.send?.(facts)
