import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { requirePrograms, systemPrograms } from './programs.ts'

const page = readFileSync(new URL('../../../docs/site-api.md', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'doorkit-signatures-'))
afterAll(() => rmSync(folder, { recursive: true }))

const vector =
  /With the secret `([^`]+)`, the workspace `([^`]+)`, the address `([^`]+)` and the expiry (\d+), the signature is `([0-9a-f]{64})`/
const [, secret = '', workspace = '', email = '', expires = '', signature] = vector.exec(page) ?? []
// An application gets the address as the user typed it.
const typed = email.replace('ada@', 'Ada@')

/** Returns the example in a language, as the page shows it. */
function exampleIn(language: string): string {
  const [, example] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page) ?? []
  if (!example) throw new Error(`The page has no example in ${language}.`)
  return example
}

/** Each example, in a program that prints the signature. */
const programs = {
  python: `import hashlib, hmac
secret, workspace, email, expires = "${secret}", "${workspace}", "${typed}", ${expires}
${exampleIn('python')}
print(signature)`,
  php: `<?php
$secret = "${secret}"; $workspace = "${workspace}"; $email = "${typed}"; $expires = ${expires};
${exampleIn('php')}
echo $signature;`,
  ruby: `require "openssl"
secret, workspace, email, expires = "${secret}", "${workspace}", "${typed}", ${expires}
${exampleIn('ruby')}
puts signature`,
  go: `package main
import ("crypto/hmac"; "crypto/sha256"; "encoding/hex"; "fmt"; "strings")
func main() {
secret, workspace, email, expires := "${secret}", "${workspace}", "${typed}", ${expires}
${exampleIn('go')}
fmt.Println(signature)
}`,
}

/** The arguments before the file. */
const firstArguments: Partial<Record<string, readonly string[]>> = { go: ['run'] }

test.each(Object.entries(programs))(
  'the example in %s computes the documented signature',
  (name, text) => {
    expect(signature).toBeDefined()
    const [program = ''] = requirePrograms([systemPrograms[name as keyof typeof programs]])
    const file = join(folder, `sign.${name}`)
    writeFileSync(file, text)
    expect(
      execFileSync(program, [...(firstArguments[name] ?? []), file], { encoding: 'utf8' }).trim(),
    ).toBe(signature)
  },
)
