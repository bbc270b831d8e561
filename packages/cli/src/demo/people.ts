import type { SeededRandom } from './seeded-random.ts'

/** A made-up person who chats or is in the CRM. Their email address cannot exist. */
export interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly company: string
  readonly email: string
}

const firstNames =
  `Ada Amara Anders Aisha Beatriz Benedikt Carmen Chidi Chloé Daniel Dara Diego Elif Elena Emil
  Fatima Felix Fiona Gabriel Greta Hana Henrik Ines Isaac Ivy Jakub Jasmine Joana José Julia Kai
  Katrin Kofi Lara Leon Lina Lucía Magnus Maya Mei Milan Nadia Noah Nora Omar Paula Petra Priya
  Rafael Rosa Sami Sofia Theo Tomasz Uma Viktor Wanda Yara Yusuf Zoë`.split(/\s+/)

const lastNames =
  `Abara Almeida Andersen Baker Bauer Berg Castro Chen Costa Dubois Eriksen Farah Ferrari Fischer
  Fontaine Garcia Gruber Haddad Hansen Horvat Ito Jansen Kaya Keller Khan Kovac Kumar Lange Larsen
  Lindqvist Lopez Mbeki Meyer Moreau Mori Nagy Nilsson Novak Okafor Olsen Ortiz Park Patel Pereira
  Petit Quinn Reyes Ricci Romano Sato Schmidt Silva Singh Tanaka Torres Vogel Walsh Weber Yilmaz
  Zeman`.split(/\s+/)

const companies = [
  'Alder Clinics',
  'Bluebird Cafes',
  'Corner Bakery Group',
  'Dockside Hotels',
  'Evergreen Care',
  'Fjord Logistics',
  'Granary Foods',
  'Harbour Pharmacy',
  'Iris Opticians',
  'Juniper Gyms',
  'Kite Couriers',
  'Lantern Cinemas',
  'Meadow Nurseries',
  'Northgate Retail',
  'Orchard Dental',
] as const

/** Makes up sixty different people. */
export function makePeople(random: SeededRandom): Person[] {
  const last = random.shuffle(lastNames)
  return random.shuffle(firstNames).map((firstName, position) => {
    const lastName = last[position] ?? ''
    const company = random.pick(companies)
    const host = company.toLowerCase().replaceAll(' ', '-')
    const mailbox = `${plain(firstName)}.${plain(lastName)}`
    return { firstName, lastName, company, email: `${mailbox}@${host}.example` }
  })
}

/** A name in lower case, without accents. */
function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
