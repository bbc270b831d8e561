import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
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
  /** Repeats the call. */
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
  const name = JSON.stringify([route, input])
  const lastName = useRef(name)
  useEffect(() => {
    const stop = new AbortController()
    const isNew = lastName.current !== name
    lastName.current = name
    setState(({ data }) => ({ data: isNew ? undefined : data, error: undefined, isLoading: true }))
    call(route, { ...input, signal: stop.signal }).then(
      (data) => setState({ data, error: undefined, isLoading: false }),
      (error) => {
        if (stop.signal.aborted) return
        setState(({ data }) => ({ data, error, isLoading: false }))
      },
    )
    return () => stop.abort()
  }, [name, count])
  const reload = useCallback(() => setCount((value) => value + 1), [])
  const set = useCallback(
    (data: Answer<R>) => setState({ data, error: undefined, isLoading: false }),
    [],
  )
  return { ...state, reload, set }
}

const initialState = { data: undefined, error: undefined, isLoading: true }

/** The items of a list so far. */
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
  const [rest, setRest] = useState<{ of: Page; items: Item<R>[]; next: string | null }>()
  const [error, setError] = useState<CallError>()
  const [isLoading, setLoading] = useState(false)
  const known = rest && rest.of === first.data ? rest : undefined
  const next = known ? known.next : (first.data?.next_cursor ?? null)
  const items = first.data && [...first.data.data, ...(known?.items ?? [])]
  async function readNext() {
    if (!first.data || next === null) return
    setLoading(true)
    setError(undefined)
    try {
      const query = { ...input.query, starting_after: next } as Input<R>['query']
      const page = (await call(route, { ...input, query } as Input<R>)) as unknown as Page
      const before = known?.items ?? []
      setRest({ of: first.data, items: [...before, ...page.data], next: page.next_cursor })
    } catch (failure) {
      setError(failure as CallError)
    }
    setLoading(false)
  }
  return {
    data: items,
    error: first.error ?? error,
    isLoading: first.isLoading || isLoading,
    reload: first.reload,
    more: next === null ? undefined : readNext,
  }
}

/** Runs the work of a button, and says whether it is in progress and why it failed. */
export function useAction<Arguments extends unknown[]>(
  work: (...given: Arguments) => Promise<void>,
) {
  const [state, setState] = useState<{ busy: boolean; error: CallError | undefined }>({
    busy: false,
    error: undefined,
  })
  async function run(...given: Arguments): Promise<void> {
    setState({ busy: true, error: undefined })
    try {
      await work(...given)
      setState({ busy: false, error: undefined })
    } catch (error) {
      setState({ busy: false, error: error as CallError })
    }
  }
  return { ...state, run }
}
