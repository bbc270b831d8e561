import { describe } from 'vitest'
import { hosts } from '../../support/hosts.ts'
import { pipelineRules } from './rules/index.ts'

// pipeline.long.test.ts runs the rules over Express, and ../pipeline/rules.test.ts without a server.
const short = hosts.filter(({ name }) => name === 'node:http' || name === 'Fastify')

describe.each(short)('$name', pipelineRules)
