import { useState } from 'preact/hooks'
import { type Answer, call } from '../call.ts'
import { ErrorText } from '../parts/loading-and-empty.tsx'
import { Name, Tag } from '../parts/text.tsx'
import { useAction } from '../use-call.ts'

export function Diagnosis({ id }: { readonly id: string }) {
  const [result, setResult] = useState<Answer<'GET /webhook_endpoints/{id}/diagnosis'>>()
  const diagnose = useAction(async () => {
    setResult(await call('GET /webhook_endpoints/{id}/diagnosis', { params: { id } }))
  })
  return (
    <section>
      <h2>Diagnosis</h2>
      <p>
        <button type="button" disabled={diagnose.busy} onClick={() => void diagnose.run()}>
          {diagnose.busy ? 'Checking…' : 'Diagnose'}
        </button>{' '}
        <span class="quiet small">
          This checks the address, the settings and the latest deliveries. It sends no webhook.
        </span>
      </p>
      <ErrorText error={diagnose.error} />
      <div role="status">
        {result && (
          <ul class="findings">
            {result.findings.map(({ status, message, remedy }) => (
              <li key={message}>
                <Tag tone={status === 'problem' ? 'bad' : 'warn'}>{status}</Tag>{' '}
                <strong>
                  <Name>{message}</Name>
                </strong>{' '}
                {remedy}
              </li>
            ))}
            {result.findings.length === 0 && (
              <li>
                <Tag tone="good">fine</Tag>{' '}
                {result.deliveries === 1
                  ? 'The latest delivery did not fail.'
                  : `None of the latest ${result.deliveries} deliveries failed.`}
              </li>
            )}
          </ul>
        )}
      </div>
    </section>
  )
}
