import type { Operation } from '@doorkit/models'
import { siteApi } from '@doorkit/models/site'
import { acme } from './site.ts'

/** Every operation of the site API, with its id. */
export const siteOperations = Object.entries(siteApi).flatMap(([resource, members]) =>
  Object.entries<Operation>(members).map(([name, operation]) => ({
    id: `${resource}.${name}`,
    operation,
  })),
)

/** A valid body of each operation that has one. */
export const siteBodies: Readonly<Record<string, object>> = {
  'visits.begin': { page_url: `${acme}/` },
  'visits.openPage': { page_url: `${acme}/prices` },
  'visits.see': { seen: 'chat' },
  'visits.identify': {
    email: 'eve@example.com',
    expires: 9_999_999_999,
    signature: 'a'.repeat(64),
  },
  'messages.send': { id: 'm', text: 'Hello' },
}
