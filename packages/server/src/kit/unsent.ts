import { Failure } from '../errors/failure.ts'
import type { Clock } from '../ports/clock.ts'
import {
  mostUnsentPerProcess,
  mostUnsentPerWorkspace,
  mostWaitingPerProcess,
  mostWaitingPerWorkspace,
  roomWaitMs,
} from './bounds.ts'

/** The bytes of one answer: counted until it is sent. */
export interface UnsentAnswer {
  /** Corrects them, once they are known. */
  resize(bytes: number): void
  /** Gives their room to others. */
  release(): void
}

/** The bytes of the answers of this process that are made or wait to be sent. */
export interface Unsent {
  /** Counts an answer that is made already. */
  count(workspace: string, bytes: number): UnsentAnswer
  /** Whether an answer of a workspace, however short, has to wait. */
  isFull(workspace: string): boolean
  /**
   * Waits in the line of a workspace until there is room for an answer of about so many bytes. The lines of
   * all workspaces move in turn.
   *
   * @param signal - gives what ends the waiting. It is asked only where there is any.
   * @throws Failure `rate_limited`, or `internal_error` (503), where too many wait or it took too long.
   */
  hold(workspace: string, bytes: number, signal: () => AbortSignal): Promise<UnsentAnswer>
}

/** The answers of one workspace. */
interface Share {
  bytes: number
  answers: number
  readonly line: Set<Waiter>
}

interface Waiter {
  readonly bytes: number
  readonly enter: () => void
}

/** Makes {@link Unsent} for one process. */
export function createUnsent(
  clock: Pick<Clock, 'after'>,
  { perWorkspace = mostUnsentPerWorkspace, perProcess = mostUnsentPerProcess } = {},
): Unsent {
  const shares = new Map<string, Share>()
  /** Those whose line is not empty, the next one to move first. */
  const lines = new Map<string, Share>()
  let total = 0
  let waiting = 0

  function shareOf(workspace: string): Share {
    const known = shares.get(workspace)
    if (known) return known
    const share = { bytes: 0, answers: 0, line: new Set<Waiter>() }
    shares.set(workspace, share)
    return share
  }

  /** The second half of the process is for workspaces that hold less than an even share of it. */
  function fits(share: Share, bytes: number): boolean {
    const own = share.bytes + bytes
    const all = total + bytes
    if (own === 0) return true
    if (own > perWorkspace || all > perProcess) return false
    const half = perProcess / 2
    return share.bytes === 0 || all <= half || own <= half / shares.size
  }

  function count(workspace: string, bytes: number): UnsentAnswer {
    const share = shareOf(workspace)
    share.answers += 1
    let held = 0
    const resize = (to: number) => {
      const less = to < held
      share.bytes += to - held
      total += to - held
      held = to
      if (less && waiting > 0) moveLines()
    }
    let isOver = false
    resize(bytes)
    return {
      resize,
      release() {
        if (isOver) return
        isOver = true
        share.answers -= 1
        resize(0)
        forget(workspace, share)
      },
    }
  }

  function forget(workspace: string, share: Share): void {
    if (share.answers === 0 && share.line.size === 0) shares.delete(workspace)
  }

  /** Lets in one answer of each workspace that has room, again and again. */
  function moveLines(): void {
    for (let moved = true; moved; ) {
      moved = false
      for (const [workspace, share] of [...lines]) {
        const [first] = share.line
        if (!first || !fits(share, first.bytes)) continue
        lines.delete(workspace)
        lines.set(workspace, share)
        first.enter()
        moved = true
      }
    }
  }

  return {
    count,
    isFull(workspace) {
      const share = shares.get(workspace)
      return share !== undefined && !fits(share, 0)
    },
    async hold(workspace, wanted, signal) {
      const bytes = Math.min(wanted, perWorkspace)
      const share = shareOf(workspace)
      if (share.line.size === 0 && fits(share, bytes)) return count(workspace, bytes)
      if (share.line.size >= mostWaitingPerWorkspace) throw unread()
      if (waiting >= mostWaitingPerProcess) throw busy()
      return new Promise((resolve, reject) => {
        const leave = () => {
          cancel()
          signal().removeEventListener('abort', giveUp)
          share.line.delete(waiter)
          if (share.line.size === 0) lines.delete(workspace)
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
          reject(share.bytes + bytes > perWorkspace ? unread() : busy())
          forget(workspace, share)
        }
        const cancel = clock.after(roomWaitMs, giveUp)
        signal().addEventListener('abort', giveUp)
        share.line.add(waiter)
        lines.set(workspace, share)
        waiting += 1
      })
    },
  }
}

const again = { headers: { 'Retry-After': '1' } }

function unread(): Failure {
  const detail = 'Too many answers of this workspace wait to be read. Read those first.'
  return new Failure('rate_limited', detail, again)
}

function busy(): Failure {
  const detail = 'Too many answers wait to be read. Try again in a moment.'
  return new Failure('internal_error', detail, { ...again, status: 503 })
}
