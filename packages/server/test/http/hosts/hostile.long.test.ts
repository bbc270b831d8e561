import { describe } from 'vitest'
import { hosts } from '../../support/hosts.ts'
import { hostility } from './hostile/hostility.ts'

const others = hosts.filter(({ name }) => name !== 'in-process' && name !== 'node:http')

describe.each(others)('$name', hostility)
