// A child process that runs one contender, and reports its processor time and memory.
import type { ContenderOptions, Usage } from './contender.ts'
import { type ContenderName, contenders } from './contenders.ts'

const [name = '', options = '{}'] = process.argv.slice(2)
if (!Object.hasOwn(contenders, name)) throw new Error(`No contender is named ${name}`)
const start = await contenders[name as ContenderName]()
const facts = await start(JSON.parse(options) as ContenderOptions)

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  const usage: Usage = { cpuUs: user + system, rssBytes: process.memoryUsage.rss() }
  process.send?.(usage)
})
process.on('disconnect', () => process.exit())
process.send?.(facts)
