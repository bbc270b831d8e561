import { createSiteClient } from '@doorkit/widget'
import { createRoot } from 'react-dom/client'
import { Chat } from './chat.tsx'

declare const settings: { readonly siteKey: string; readonly baseUrl: string }

const site = createSiteClient(settings)
// Makes the client available in the browser's console.
Object.assign(globalThis, { site })
const visit = await site.visits.begin()
createRoot(document.body).render(<Chat site={site} visit={visit} />)
