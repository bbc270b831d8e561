import { createSiteClient } from '@doorkit/widget'
import { createRoot } from 'react-dom/client'
import { Chat } from './chat.tsx'

declare const settings: { readonly siteKey: string; readonly baseUrl: string }

const site = createSiteClient(settings)
// For the console of the browser.
Object.assign(globalThis, { site })
const visit = await site.visits.begin()
createRoot(document.body).render(<Chat site={site} visit={visit} />)
