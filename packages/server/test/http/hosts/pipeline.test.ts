import { describe } from 'vitest'
import { hosts } from '../../support/hosts.ts'
import { pipelineRules } from './rules/index.ts'

// The rules run over Express in pipeline.long.test.ts, and without a host in ../pipeline.
const short = hosts.filter(({ name }) => name === 'node:http' || name === 'Fastify')

describe.each(short)('$name', pipelineRules)
