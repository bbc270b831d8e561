import { weekPlan } from './week-plan.ts'

/** A page of the shop. Acme sells shift planning, like the company in the demo data. */
export interface Page {
  readonly path: string
  readonly title: string
  readonly body: string
}

const card = (title: string, text: string) => `<article><h2>${title}</h2><p>${text}</p></article>`

const plan = (name: string, price: string, points: readonly string[], isMain: boolean) => `
<article class="plan${isMain ? ' main' : ''}">
<h2>${name}</h2>
<p class="price"><b>${price} €</b> per person per month</p>
<ul>${points.map((point) => `<li>${point}</li>`).join('')}</ul>
<a class="button${isMain ? '' : ' quiet'}" href="/how-it-works">Start with ${name}</a>
</article>`

const all: readonly Page[] = [
  {
    path: '/',
    title: 'Acme: shift planning',
    body: `
<section class="hero">
<div>
<p class="kicker">Shift planning for teams on their feet</p>
<h1>Next week, planned in twenty minutes.</h1>
<p class="lead">Acme fills your plan from availability, leave and agreed hours, and shows what it could not fill.</p>
<p class="actions"><a class="button" href="/pricing">Try it for 30 days</a> <a href="/how-it-works">See how it works</a></p>
</div>
${weekPlan}
</section>
<section class="cards">
${card('Everybody knows', 'A message in the app for each published plan. People confirm, swap and ask for leave there.')}
${card('Hours add up', 'Approved hours go to payroll per location, with the surcharges for nights and Sundays.')}
${card('No spreadsheet left', 'Upload the one you have. The first plan is ready in about an hour.')}
</section>`,
  },
  {
    path: '/how-it-works',
    title: 'How Acme works',
    body: `
<section class="intro">
<p class="kicker">How it works</p>
<h1>From a spreadsheet to a plan, in three steps.</h1>
</section>
<section class="cards steps">
${card('Upload your staff list', 'Match its columns once, and check the people that were found.')}
${card('Describe a usual week', 'Which shifts there are, where, and how many people each of them needs.')}
${card('Publish the plan', 'Everybody gets a message, and confirms or swaps in the app for iOS and Android.')}
</section>
${weekPlan}`,
  },
  {
    path: '/pricing',
    title: 'The prices of Acme',
    body: `
<section class="intro">
<p class="kicker">Pricing</p>
<h1>You pay for the people whom you plan.</h1>
<p class="lead">No fee per location, no fee for managers. If you pay yearly, two months are free.</p>
</section>
<section class="cards plans">
${plan('Team', '3', ['Planning and the app', 'Time tracking', 'Exports for payroll'], false)}
${plan('Business', '5', ['Everything in Team', 'Single sign-on and the API', 'Roles per location', 'A named contact'], true)}
</section>`,
  },
  {
    path: '/integrations',
    title: 'The integrations of Acme',
    body: `
<section class="intro">
<p class="kicker">Integrations</p>
<h1>It works with what you have.</h1>
</section>
<section class="cards">
${card('Payroll', 'Approved hours per location and pay period, as CSV or through the API.')}
${card('Point of sale', 'Sales come in every night and suggest how many people a shift needs.')}
${card('Calendars', 'Everybody subscribes to their own shifts in Google Calendar, Outlook or Apple Calendar.')}
</section>`,
  },
  {
    path: '/book',
    title: 'Book a demo of Acme',
    body: `
<section class="intro">
<p class="kicker">Book a demo</p>
<h1>See Acme plan your own week.</h1>
<p class="lead">Thirty minutes, from Monday to Friday between 8:00 and 18:00. Your calendar, such as Cal.com or Calendly, takes the place of this page.</p>
</section>`,
  },
  {
    path: '/security',
    title: 'Security at Acme',
    body: `
<section class="intro">
<p class="kicker">Security</p>
<h1>Your data stays in the European Union.</h1>
<p class="lead">Two data centres, encrypted in transit and at rest, with a backup every hour.</p>
</section>
<section class="cards">
${card('GDPR', 'The data processing agreement is in your settings, ready to sign.')}
${card('Sign-on', 'Two-step login in every plan. SAML and OpenID Connect in Business.')}
${card('Vulnerabilities', 'Report one to security@acme.example. We answer within one working day.')}
</section>`,
  },
]

/** The pages of the shop, by their paths. */
export const pages: Readonly<Record<string, Page>> = Object.fromEntries(
  all.map((page) => [page.path, page]),
)
