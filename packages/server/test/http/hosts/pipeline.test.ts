import { describe } from 'vitest'
import { processHost } from '../../support/host.ts'
import { hosts } from '../../support/hosts.ts'
import { pipelineRules } from './rules/index.ts'

describe.each(hosts.filter((host) => host !== processHost))('$name', pipelineRules)
