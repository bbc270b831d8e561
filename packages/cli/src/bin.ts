#!/usr/bin/env node
import '@doorkit/models/require-node'
import { main } from './main.ts'

// The program at the other end of a pipe may have stopped reading: that is no failure.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

process.exitCode = await main(process.argv.slice(2), process)
