#!/usr/bin/env node
import '@doorkit/models/require-node'
import { main } from './main.ts'

// Whoever started this may have stopped reading: that is not a reason to fall over.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

process.exitCode = await main(process.argv.slice(2), process)
