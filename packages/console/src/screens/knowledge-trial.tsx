import { useState } from 'preact/hooks'
import type { Answer } from '../call.ts'
import { setQuery } from '../navigation.ts'
import { submitTo, TextField } from '../parts/fields.tsx'
import { EmptyState, FailedState, LoadingState } from '../parts/loading-and-empty.tsx'
import { Name, PlainText } from '../parts/text.tsx'
import { useCall } from '../use-call.ts'

type FoundPassage = Answer<'GET /knowledge_search'>['data'][number]

/** A trial of the search. It shows why each passage was found. */
export function Trial({ asked }: { readonly asked: string }) {
  const [text, setText] = useState(asked)
  return (
    <section class="notice">
      <h2>Try the search</h2>
      <form class="ask" onSubmit={submitTo(() => setQuery({ ask: text.trim() }))}>
        <TextField
          label="A visitor’s question"
          type="search"
          value={text}
          onValue={setText}
          maxLength={1_000}
        />
        <button type="submit" class="main">
          Search
        </button>
      </form>
      {asked !== '' && <Results text={asked} />}
    </section>
  )
}

function Results({ text }: { readonly text: string }) {
  const { data, error, reload } = useCall('GET /knowledge_search', { query: { text } })
  if (!data)
    return error ? <FailedState error={error} retry={reload} /> : <LoadingState label="Searching" />
  if (data.data.length === 0) {
    return (
      <EmptyState>
        <p>
          The search found no passage for this question. Add a document or a page that answers it.
        </p>
      </EmptyState>
    )
  }
  return <PassageList passages={data.data} />
}

/** Passages, each with the reasons why it was found. */
export function PassageList({ passages }: { readonly passages: readonly FoundPassage[] }) {
  return (
    <ol class="found">
      {passages.map((one) => (
        <li key={one.id}>
          <p class="by">
            <strong>
              <Name>{one.title}</Name>
            </strong>
            {one.heading && (
              <span class="quiet">
                {' '}
                › <Name>{one.heading}</Name>
              </span>
            )}
          </p>
          <PlainText text={one.text} />
          <WhyFound found={one} />
        </li>
      ))}
    </ol>
  )
}

function WhyFound({ found: { because } }: { readonly found: FoundPassage }) {
  if (because.length === 0) {
    return (
      <p class="quiet small">
        No word of this passage matches a word of the question or a synonym. The passage was found
        by its meaning, by the correction of a misspelled word, or by your own search engine.
      </p>
    )
  }
  return (
    <ul class="tools" aria-label="Why it was found">
      {because.map(({ asked, found }) => {
        const others = found.filter((word) => word !== asked)
        return (
          <li key={asked + found.join()}>
            <bdi>{asked || found[0]}</bdi>
            {asked !== '' && others.length > 0 && (
              <>
                {' '}
                → <bdi>{others.join(', ')}</bdi>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
