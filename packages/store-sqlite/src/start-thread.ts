import { Worker } from 'node:worker_threads'

/**
 * Starts a thread. Its code is a text, so that a host may bundle this package into one file. The thread
 * gets neither the environment of the host, which may contain secrets, nor its preloaded modules.
 */
export function startThread(code: string, workerData: unknown): Worker {
  const execArgv = ['--disable-warning=ExperimentalWarning']
  return new Worker(code, { eval: true, workerData, env: {}, execArgv })
}
