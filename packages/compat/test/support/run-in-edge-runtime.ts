import { EdgeVM } from '@edge-runtime/vm'
import { bundle } from './bundle.ts'

/** Runs a Worker in the edge runtime, calls it once, and returns its JSON answer. */
export async function runInEdgeRuntime(program: string, settings: object): Promise<unknown> {
  // The runtime accepts only scripts. The conditions are those of Next.js.
  const conditions = ['edge-light', 'worker', 'browser']
  const options = { platform: 'browser', conditions, format: 'iife', globalName: 'worker' } as const
  const [script] = await bundle([program], options)
  const runtime = new EdgeVM({ initialCode: script?.text ?? '' })
  const request = `new Request('https://edge.example/'), ${JSON.stringify(settings)}`
  const response = await runtime.evaluate<Promise<Response>>(`worker.default.fetch(${request})`)
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return JSON.parse(text)
}
