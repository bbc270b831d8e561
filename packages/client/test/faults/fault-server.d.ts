import type { Reply, SeenRequest } from './reply.ts'
/** A real server that answers from a script: one reply per request, the last one again and again. */
export interface FaultServer {
  readonly origin: string
  readonly seen: readonly SeenRequest[]
  /** When each request came, in milliseconds; only differences mean something. */
  readonly times: readonly number[]
  /** Resolves once `count` requests have come. */
  arrived(count: number): Promise<void>
  /** Resolves once the answer to a request, counted from 1, ended or lost its connection. */
  answered(request: number): Promise<void>
  close(): Promise<void>
}
/** Starts a server on a free port of the loopback interface. */
export declare function startFaultServer(...script: Reply[]): Promise<FaultServer>
