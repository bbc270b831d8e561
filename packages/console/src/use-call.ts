import { useEffect, useRef, useState } from 'preact/hooks'
import {
  type Answer,
  type CallError,
  call,
  type Input,
  type Item,
  type ListRoute,
  type Route,
} from './call.ts'

/** The state of a call. The last answer stays while the same call is made again. */
export interface CallState<Data> {
  readonly data: Data | undefined
  readonly error: CallError | undefined
  readonly isLoading: boolean
  readonly reload: () => void
  /** Replaces the answer, for example with the answer of a change. */
  readonly set: (data: Data) => void
}

/** Calls an operation when the component is first drawn, and again when the input changes. */
export function useCall<R extends Route>(
  route: R,
  input: Omit<Input<R>, 'signal' | 'body'> = {},
): CallState<Answer<R>> {
  const [state, setState] = useState<Omit<CallState<Answer<R>>, 'reload' | 'set'>>(initialState)
  const [count, setCount] = useState(0)
  const callText = JSON.stringify([route, input])
  const lastCallText = useRef(callText)
  useEffect(() => {
    const stop = new AbortController()
    const isNew = lastCallText.current !== callText
    lastCallText.current = callText
    setState(({ data }) => ({ data: isNew ? undefined : data, error: undefined, isLoading: true }))
    call(route, { ...input, signal: stop.signal }).then(
      (data) => setState({ data, error: undefined, isLoading: false }),
      (error) => {
        if (stop.signal.aborted) return
        setState(({ data }) => ({ data, error, isLoading: false }))
      },
    )
    return () => stop.abort()
  }, [callText, count])
  return {
    ...state,
    reload: () => setCount((value) => value + 1),
    set: (data) => setState({ data, error: undefined, isLoading: false }),
  }
}

const initialState = { data: undefined, error: undefined, isLoading: true }

export interface ListState<I> extends Omit<CallState<readonly I[]>, 'set'> {
  /** Reads the next page; undefined on the last one. */
  readonly more: (() => void) | undefined
}

/** Reads a list a page at a time. */
export function useList<R extends ListRoute>(
  route: R,
  input: Pick<Input<R>, 'params' | 'query'> = {},
): ListState<Item<R>> {
  type Page = { data: Item<R>[]; next_cursor: string | null }
  const first = useCall(route, input) as unknown as CallState<Page>
  const [read, setRead] = useState<readonly Page[]>([])
  // Once the first page is read again, the pages that followed the old one are left out.
  const pages = first.data && (read[0] === first.data ? read : [first.data])
  const next = pages?.at(-1)?.next_cursor
  const readNext = useAction(async () => {
    const query = { ...input.query, starting_after: next } as Input<R>['query']
    const page = (await call(route, { ...input, query } as Input<R>)) as unknown as Page
    setRead([...(pages ?? []), page])
  })
  return {
    data: pages?.flatMap(({ data }) => data),
    error: first.error ?? readNext.error,
    isLoading: first.isLoading || readNext.busy,
    reload() {
      readNext.clearError()
      first.reload()
    },
    more: next ? () => void readNext.run() : undefined,
  }
}

/** Returns `run`, which does the work. `busy` is true during the work. `error` says why it failed. */
export function useAction<Arguments extends unknown[]>(
  work: (...given: Arguments) => Promise<void>,
) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<CallError>()
  async function run(...given: Arguments): Promise<void> {
    setBusy(true)
    setError(undefined)
    await work(...given).catch(setError)
    setBusy(false)
  }
  return { busy, error, run, clearError: () => setError(undefined) }
}
