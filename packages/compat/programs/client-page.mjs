import * as library from '@doorkit/client'
import { tryClient } from './try-client.mjs'

globalThis.run = (settings) => tryClient(library, settings)
