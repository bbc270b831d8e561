import { createHash } from 'node:crypto'
import { indexTerms } from '@doorkit/store'
import { expect, test } from 'vitest'
import { tokensOfTerms } from '../src/search-tokens.ts'
import { searchPrefix } from '../src/to-table.ts'

const texts = [
  'Refunds, cancellations and e-bikes: 42 € for the companies, naïve Straße, œuvre and Øre.',
  'Die Lieferungen kosten nichts; Öffnungszeiten und Rückerstattungen der Geschäfte.',
  'Les remboursements et les livraisons de nos magasins, dès 9h30.',
  'Las devoluciones y los envíos de las tiendas cuestan 12 €.',
  'De leveringen en terugbetalingen van onze winkels.',
]

// Migrations index all rows again only if the column has another name.
test('the search column has another name if it contains other terms', () => {
  const tokens = texts.flatMap((text) => tokensOfTerms('ws_1', indexTerms(text)))
  const digest = createHash('sha256').update(tokens.join()).digest('hex').slice(0, 16)
  expect({ prefix: searchPrefix, digest }).toEqual({
    prefix: '_terms_',
    digest: 'f9890784fa8d6e9a',
  })
})
