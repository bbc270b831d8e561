import { describe } from 'vitest'
import { hosts } from '../../support/hosts.ts'
import { hostileCursors } from './hostile/cursors.ts'
import { hostility } from './hostile/hostility.ts'

const node = hosts.filter(({ name }) => name === 'node:http')

// The other hosts are in hostile.long.test.ts.
describe.each(node)('$name', hostility)

// A cursor is read behind every host, from a query that the pipeline has decoded.
describe.each(node)('cursors over $name', hostileCursors)
