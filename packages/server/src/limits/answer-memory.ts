import { Failure } from '../errors/failure.ts'
import type { Clock } from '../ports/clock.ts'
import {
  mostUnsentPerProcess,
  mostUnsentPerWorkspace,
  mostWaitingPerProcess,
  mostWaitingPerWorkspace,
  roomWaitMs,
} from './bounds.ts'

/** The memory of one answer, counted until the answer is sent. */
export interface AnswerBytes {
  /** Corrects the number of bytes once it is known. */
  resize(bytes: number): void
  release(): void
}

/** Limits the memory of this process's answers, from when they are produced until they are sent. */
export interface AnswerMemory {
  /** Counts an answer that already exists. */
  count(workspace: string, bytes: number): AnswerBytes
  /** Whether even an empty answer of a workspace must wait; false if the workspace uses no memory. */
  isFull(workspace: string): boolean
  /**
   * Waits until there is memory for an answer of about `bytes` bytes. Each workspace has a queue of its
   * own, and the queues are served in rotation.
   *
   * @param getSignal - returns the signal that ends the wait. It is called only if the request has to wait.
   * @throws Failure `rate_limited` or `internal_error` (503) if too many requests wait, this one waits
   * too long, or the signal ends the wait.
   */
  reserve(workspace: string, bytes: number, getSignal: () => AbortSignal): Promise<AnswerBytes>
}

/** The memory that one workspace uses, and its waiting requests. */
interface MemoryShare {
  bytes: number
  answers: number
  readonly queue: Set<Waiter>
}

interface Waiter {
  readonly bytes: number
  readonly enter: () => void
}

export function createAnswerMemory(
  clock: Pick<Clock, 'after'>,
  { perWorkspace = mostUnsentPerWorkspace, perProcess = mostUnsentPerProcess } = {},
): AnswerMemory {
  const shares = new Map<string, MemoryShare>()
  /** The shares with waiting requests, the next one first. */
  const rotation = new Map<string, MemoryShare>()
  let total = 0
  let waiting = 0

  function shareOf(workspace: string): MemoryShare {
    const known = shares.get(workspace)
    if (known) return known
    const share = { bytes: 0, answers: 0, queue: new Set<Waiter>() }
    shares.set(workspace, share)
    return share
  }

  /**
   * If an answer brings the total above half of the memory, it fits only if its workspace uses none yet,
   * or would then use at most an even share of that half.
   */
  function fits(share: MemoryShare, bytes: number): boolean {
    const own = share.bytes + bytes
    const all = total + bytes
    if (own === 0) return true
    if (own > perWorkspace || all > perProcess) return false
    const half = perProcess / 2
    return share.bytes === 0 || all <= half || own <= half / shares.size
  }

  function count(workspace: string, bytes: number): AnswerBytes {
    const share = shareOf(workspace)
    share.answers += 1
    let size = 0
    const resize = (to: number) => {
      const isSmaller = to < size
      share.bytes += to - size
      total += to - size
      size = to
      if (isSmaller && waiting > 0) admitWaiting()
    }
    let isReleased = false
    resize(bytes)
    return {
      resize,
      release() {
        if (isReleased) return
        isReleased = true
        share.answers -= 1
        resize(0)
        forgetIfUnused(workspace, share)
      },
    }
  }

  function forgetIfUnused(workspace: string, share: MemoryShare): void {
    if (share.answers === 0 && share.queue.size === 0) shares.delete(workspace)
  }

  /** Admits waiting requests, one of each workspace in rotation, until no further answer fits. */
  function admitWaiting(): void {
    for (let hasAdmitted = true; hasAdmitted; ) {
      hasAdmitted = false
      for (const [workspace, share] of [...rotation]) {
        const [first] = share.queue
        if (!first || !fits(share, first.bytes)) continue
        rotation.delete(workspace)
        rotation.set(workspace, share)
        first.enter()
        hasAdmitted = true
      }
    }
  }

  return {
    count,
    isFull(workspace) {
      const share = shares.get(workspace)
      return share !== undefined && !fits(share, 0)
    },
    async reserve(workspace, wanted, getSignal) {
      const bytes = Math.min(wanted, perWorkspace)
      const share = shareOf(workspace)
      if (share.queue.size === 0 && fits(share, bytes)) return count(workspace, bytes)
      if (share.queue.size >= mostWaitingPerWorkspace) throw workspaceFull()
      if (waiting >= mostWaitingPerProcess) throw processFull()
      return new Promise((resolve, reject) => {
        const leave = () => {
          cancel()
          getSignal().removeEventListener('abort', giveUp)
          share.queue.delete(waiter)
          if (share.queue.size === 0) rotation.delete(workspace)
          waiting -= 1
        }
        const waiter = {
          bytes,
          enter() {
            leave()
            resolve(count(workspace, bytes))
          },
        }
        const giveUp = () => {
          leave()
          reject(share.bytes + bytes > perWorkspace ? workspaceFull() : processFull())
          forgetIfUnused(workspace, share)
        }
        const cancel = clock.after(roomWaitMs, giveUp)
        getSignal().addEventListener('abort', giveUp)
        share.queue.add(waiter)
        rotation.set(workspace, share)
        waiting += 1
        if (getSignal().aborted) giveUp()
      })
    },
  }
}

const retrySoon = { headers: { 'Retry-After': '1' } }

function workspaceFull(): Failure {
  const detail = 'Too many answers of this workspace wait to be read. Read those first.'
  return new Failure('rate_limited', detail, retrySoon)
}

function processFull(): Failure {
  const detail = 'Too many answers wait to be read. Try again in a moment.'
  return new Failure('internal_error', detail, { ...retrySoon, status: 503 })
}
