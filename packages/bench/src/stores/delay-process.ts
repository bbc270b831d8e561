// Forwards connections to a database, and delays the data in each direction by a given time. It is a
// child process, because its timers must not wait for the measured server.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const [host = '', port = '', delay = ''] = process.argv.slice(2)

const server = createServer((client) => {
  const upstream = connect(Number(port), host)
  forwardLater(client, upstream)
  forwardLater(upstream, client)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())

/** Received data, with the time at which it is forwarded. */
const onItsWay: { readonly at: number; readonly pass: () => void }[] = []

// This polls, because a timer would fire late by a quarter of a round trip.
function forwardDueData(): void {
  while (onItsWay[0] && onItsWay[0].at <= performance.now()) onItsWay.shift()?.pass()
  if (onItsWay.length > 0) setImmediate(forwardDueData)
}

function forwardLater(from: Socket, to: Socket): void {
  from.setNoDelay(true)
  from.on('data', (bytes) => {
    onItsWay.push({ at: performance.now() + Number(delay), pass: () => to.write(bytes) })
    if (onItsWay.length === 1) setImmediate(forwardDueData)
  })
  from.on('error', () => to.destroy())
  from.on('close', () => to.destroy())
}
