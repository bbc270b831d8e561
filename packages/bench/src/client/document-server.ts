// A server that needs very little processor time, so that the bench measures the client. It answers every
// request with the same document, and reports its address to its parent.
import { type AddressInfo, createServer } from 'node:net'
import { documentText } from './document.ts'

const answer = Buffer.from(
  [
    'HTTP/1.1 200 OK',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(documentText)}`,
    'date: Mon, 12 Oct 2026 09:30:00 GMT',
    'x-request-id: req_01hzy3v7k2m4n6p8',
    'service-version: 2026-10-12',
    'ratelimit-limit: 1200',
    'ratelimit-remaining: 1199',
    'ratelimit-reset: 60',
    '',
    documentText,
  ].join('\r\n'),
)

const server = createServer((socket) => {
  let rest = ''
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.on('data', (bytes) => {
    const parts = (rest + bytes.toString('latin1')).split('\r\n\r\n')
    rest = parts.pop() ?? ''
    for (const _request of parts) socket.write(answer)
  })
})
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('disconnect', () => process.exit())
