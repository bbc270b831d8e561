import { describe } from 'vitest'
import type { Host } from '../../../support/host.ts'
import { hostileContents } from './contents.ts'
import { floods } from './floods.ts'
import { hangUps } from './hang-ups.ts'
import { hostileRequests } from './requests.ts'
import { hostileSizes } from './sizes.ts'
import { unreadAnswers } from './unread-answers.ts'
import { slowReaders } from './unread-streams.ts'

/** Declares the tests of what hostile clients do to a host through sockets. */
export function hostility(host: Host): void {
  describe('contents', () => hostileContents(host))
  describe('sizes', () => hostileSizes(host))
  describe('floods', () => floods(host))
  describe('hang-ups', () => hangUps(host))
  describe('slow readers', () => slowReaders(host))
  describe('unread answers', () => unreadAnswers(host))
  describe('requests', () => hostileRequests(host))
}
