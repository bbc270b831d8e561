const port = Number(process.env.PORT ?? 4010) + 1
const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST' })
console.log((await response.text()).trim())
