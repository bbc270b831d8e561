import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generatedFiles } from './generated-files.ts'

const folder = fileURLToPath(new URL('../', import.meta.url))

const files = generatedFiles()
rmSync(`${folder}src/contract`, { recursive: true })
for (const [path, text] of files) {
  mkdirSync(dirname(folder + path), { recursive: true })
  writeFileSync(folder + path, text)
}
