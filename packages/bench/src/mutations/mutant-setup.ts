import { writeFileSync } from 'node:fs'
import { afterAll, inject } from 'vitest'
import { question } from './question.ts'

/** A mutant that is asked for more often goes round in circles. */
const mostQuestions = 1_000_000

const active = inject('mutant')
const reachedFile = inject('reachedFile')
const reached = new Set<number>()
let questions = 0

Object.assign(globalThis, {
  [question](id: number) {
    reached.add(id)
    if (id !== active) return false
    questions += 1
    if (questions > mostQuestions) throw new Error('The mutant does not end')
    return true
  },
})

afterAll(() => {
  if (reachedFile) writeFileSync(reachedFile, JSON.stringify([...reached]))
})
