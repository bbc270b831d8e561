import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The file that a page loads to use another chat widget, and the package that has it. */
interface Peer {
  readonly name: string
  readonly version: string
  readonly file: string
}

const peers: readonly Peer[] = [
  { name: 'deep-chat', version: '2.4.2', file: 'dist/deepChat.bundle.js' },
  { name: '@typebot.io/js', version: '0.10.7', file: 'dist/web.js' },
  { name: 'flowise-embed', version: '3.1.6', file: 'dist/web.js' },
  { name: '@n8n/chat', version: '1.37.0', file: 'dist/chat.bundle.es.js' },
]

/** Fetches the files of the peers from the npm registry. No peer is installed or run. */
export function fetchPeers(): readonly { readonly name: string; readonly text: Buffer }[] {
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-peers-'))
  try {
    return peers.map(({ name, version, file }) => {
      const wanted = `${name}@${version}`
      const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder, wanted], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
      const text = execFileSync('tar', ['-xzOf', join(folder, filename), `package/${file}`], {
        maxBuffer: 16 * 1_048_576,
      })
      return { name: `${name} ${version}`, text }
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
