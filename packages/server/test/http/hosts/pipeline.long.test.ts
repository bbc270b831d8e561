import { describe } from 'vitest'
import { hosts } from '../../support/hosts.ts'
import { pipelineRules } from './rules/index.ts'

const express = hosts.filter(({ name }) => name.startsWith('Express'))

describe.each(express)('$name', pipelineRules)
