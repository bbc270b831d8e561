// Forwards connections to a database, and delays the data in each direction by a given time. It is a
// child process, so that the work of the measured server does not hold up the data.
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
const delayedData: { readonly at: number; readonly pass: () => void }[] = []

// The function polls, because a timer is too coarse for so short a delay.
function forwardDueData(): void {
  while (delayedData[0] && delayedData[0].at <= performance.now()) delayedData.shift()?.pass()
  if (delayedData.length > 0) setImmediate(forwardDueData)
}

function forwardLater(from: Socket, to: Socket): void {
  from.setNoDelay(true)
  from.on('data', (bytes) => {
    delayedData.push({ at: performance.now() + Number(delay), pass: () => to.write(bytes) })
    if (delayedData.length === 1) setImmediate(forwardDueData)
  })
  from.on('error', () => to.destroy())
  from.on('close', () => to.destroy())
}
