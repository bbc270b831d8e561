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

/** What was received, by when it is passed on. */
const onItsWay: { readonly at: number; readonly pass: () => void }[] = []

// A timer would be late by a quarter of the round trip.
function passWhatIsDue(): void {
  while (onItsWay[0] && onItsWay[0].at <= performance.now()) onItsWay.shift()?.pass()
  if (onItsWay.length > 0) setImmediate(passWhatIsDue)
}

function late(from: Socket, to: Socket): void {
  from.setNoDelay(true)
  from.on('data', (bytes) => {
    onItsWay.push({ at: performance.now() + Number(delay), pass: () => to.write(bytes) })
    if (onItsWay.length === 1) setImmediate(passWhatIsDue)
  })
  from.on('error', () => to.destroy())
  from.on('close', () => to.destroy())
}
