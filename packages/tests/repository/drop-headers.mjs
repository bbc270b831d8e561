// The Node that npm installs comes with headers for compiling addons, 67 MB that nothing here needs.
import { globSync, rmSync } from 'node:fs'

for (const headers of globSync('node_modules/node/node_modules/*/include')) {
  rmSync(headers, { recursive: true })
}
