import { describe } from 'vitest'
import { hosts } from '../../support/hosts.ts'
import { pipelineRules } from './rules/index.ts'

// Express: pipeline.long.test.ts. In the process: ../pipeline.
const short = hosts.filter(({ name }) => name === 'node:http' || name === 'Fastify')

describe.each(short)('$name', pipelineRules)
