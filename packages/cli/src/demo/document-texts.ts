import type { PageSection } from '@doorkit/server'

export const documentTexts: readonly { readonly name: string; readonly content: string }[] = [
  {
    name: 'Plans and prices',
    content: `Acme has two plans. Team costs 3 euros per person per month and has planning, the app, time tracking and exports. Business costs 5 euros per person per month and adds single sign-on, the API, roles per location and a named contact.

You are billed for the people who are planned in a month. There is no fee per location and no fee for managers. If you pay yearly, two months are free.

The trial lasts 30 days and has everything in it. It needs no card. After the trial you choose a plan, or the workspace becomes read only until you do. Nothing is deleted.

You can cancel at the end of every month. Export your plans and hours before you go; we keep them for 60 days.`,
  },
  {
    name: 'Getting started',
    content: `Setting up takes about an hour. Upload your staff list or your current spreadsheet, match its columns once, and check the people that Acme found.

Then describe a usual week: which shifts there are, where, and how many people each needs. Acme fills the plan from availability, leave and contracted hours, and marks what it could not fill.

Publish the plan when you are content with it. Everybody gets a message in the app for iOS and Android, where they confirm shifts, offer them for swapping and ask for leave.

Our opening hours are Monday to Friday, 8:00 to 18:00. During these hours, our support answers in the chat and by email.

Onboarding is part of every plan. Send us your spreadsheet and we prepare the import within two working days.`,
  },
  {
    name: 'Security and your data',
    content: `All data is kept in two data centers in the European Union. It is encrypted in transit and at rest. Backups are made every hour and kept for 30 days.

Acme processes personal data on your behalf, as a processor under the GDPR. The data processing agreement is in your settings, ready to sign.

Single sign-on with SAML or OpenID Connect is part of the Business plan. Two-step login is part of every plan.

Report a vulnerability to security@acme.example. We answer within one working day, and credit you if you like.`,
  },
]

export const pageTitle = 'Integrations'

export const pageSections: PageSection[] = [
  {
    heading: 'Payroll',
    text: 'Approved hours go to payroll per location and pay period, as CSV or through the API. Surcharges for nights, Sundays and holidays are rules by time and day, and appear as columns of their own. Absences are exported with their kind, so that sick pay and leave end up where they belong.',
  },
  {
    heading: 'Point of sale',
    text: 'Every night, Acme reads the sales of recent weeks. From these figures, Acme suggests how many people a shift needs, by hour of the day and day of the week. You see the suggestion next to the plan, and accept it with one click or ignore it.',
  },
  {
    heading: 'Calendars',
    text: 'Everybody can subscribe to their own shifts in Google Calendar, Outlook or Apple Calendar. The address of the calendar is secret and can be renewed in the app. Changes arrive within the hour, depending on the calendar.',
  },
]
