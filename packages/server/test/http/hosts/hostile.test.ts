import { describe } from 'vitest'
import { hosts } from '../../support/hosts.ts'
import { hostileContents } from './hostile/contents.ts'
import { hostileCursors } from './hostile/cursors.ts'
import { floods } from './hostile/floods.ts'
import { hangUps } from './hostile/hang-ups.ts'
import { slowReaders } from './hostile/readers.ts'
import { hostileRequests } from './hostile/requests.ts'
import { hostileSizes } from './hostile/sizes.ts'
import { untakenAnswers } from './hostile/untaken.ts'

const overSockets = hosts.filter(({ name }) => name !== 'in-process')

describe.each(overSockets)('$name', (host) => {
  describe('contents', () => hostileContents(host))
  describe('sizes', () => hostileSizes(host))
  describe('floods', () => floods(host))
  describe('hang-ups', () => hangUps(host))
  describe('slow readers', () => slowReaders(host))
  describe('untaken answers', () => untakenAnswers(host))
  describe('requests', () => hostileRequests(host))
})

// A cursor is read behind every host, from a query that the pipeline has decoded.
describe.each(hosts.filter(({ name }) => name === 'node:http'))(
  'cursors over $name',
  hostileCursors,
)
