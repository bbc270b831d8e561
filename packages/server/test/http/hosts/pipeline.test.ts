import { describe } from 'vitest'
import { hosts } from '../../support/hosts.ts'
import { pipelineRules } from './rules/index.ts'

// For Express, see pipeline.long.test.ts; in the process, see ../pipeline.
const short = hosts.filter(({ name }) => name === 'node:http' || name === 'Fastify')

describe.each(short)('$name', pipelineRules)
