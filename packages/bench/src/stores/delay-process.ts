// Passes connections on to a database, each part of the traffic late by half of a round trip. A
// process of its own: its timers must not wait for the work of the server that is measured.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const [host = '', port = '', delay = ''] = process.argv.slice(2)

const server = createServer((client) => {
  const upstream = connect(Number(port), host)
  late(client, upstream)
  late(upstream, client)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())

function late(from: Socket, to: Socket): void {
  from.setNoDelay(true)
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), Number(delay)))
  from.on('error', () => to.destroy())
  from.on('close', () => to.destroy())
}
