import { processHost } from '../../support/host.ts'
import { pipelineRules } from '../hosts/rules/index.ts'

pipelineRules(processHost)
