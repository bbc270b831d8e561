#!/usr/bin/env node
import '@doorkit/models/require-node'
import { main } from './main.ts'

// A pipe may close before everything is written, as with `| head`. That is not a failure.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

process.exitCode = await main(process.argv.slice(2), process)
