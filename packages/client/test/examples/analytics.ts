import { expect } from 'vitest'
import { type ExamplesOf, example } from './example.ts'

export const analytics: ExamplesOf<'analytics'> = {
  get: example({
    async given({ record }) {
      await record.visits.start({ page_url: 'https://acme.example/', device: 'mobile' })
      return {}
    },
    async shown({ doorkit, console }) {
      const { funnel } = await doorkit.analytics.get({ range: '7d', device: 'mobile' })
      for (const { label, visitors } of funnel) console.log(label, visitors)
    },
    proves({ printed }) {
      expect(printed).toHaveLength(6)
      expect(printed[0]).toMatch(/ 1$/)
    },
  }),
}
