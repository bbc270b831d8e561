import { describe } from 'vitest'
import { hosts } from '../../support/hosts.ts'
import { hostileCursors } from './hostile/cursors.ts'
import { hostility } from './hostile/hostility.ts'

const node = hosts.filter(({ name }) => name === 'node:http')

// hostile.long.test.ts runs these tests over Express and Fastify.
describe.each(node)('$name', hostility)

// One host is enough: the pipeline reads the cursor from a query that it has decoded itself.
describe.each(node)('cursors over $name', hostileCursors)
