import * as library from '@doorkit/client'
import { useClient } from './use-client.mjs'

globalThis.run = (settings) => useClient(library, settings)
