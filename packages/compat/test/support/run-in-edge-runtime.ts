import { EdgeVM } from '@edge-runtime/vm'
import { bundle } from './bundle.ts'

/** Runs a Worker where edge functions run, calls it once, and resolves to the JSON that it answers. */
export async function runInEdgeRuntime(program: string, settings: object): Promise<unknown> {
  // As a script, which is all that the runtime takes, with what Next.js resolves for it.
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
