// npm installs Node with headers for compiling addons. Nothing here needs these 67 MB.
import { globSync, rmSync } from 'node:fs'

for (const headers of globSync('node_modules/node/node_modules/*/include')) {
  rmSync(headers, { recursive: true })
}
