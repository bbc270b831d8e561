import { linkTools } from '@doorkit/models'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../models/test/support/any-character.ts'
import { emailToolAddresses } from '../../src/links/email-tool-addresses.ts'
import { linkAddress, pageAddress } from '../../src/links/link-address.ts'

const website = 'https://acme.example/shop/'

function readPage(path: string): URL {
  const address = pageAddress(website, path)
  if (!address) throw new Error(`${path} is no page.`)
  return address
}

describe('the page that a personal link opens', () => {
  test.each([
    ['/', 'https://acme.example/'],
    ['/pricing?plan=pro#top', 'https://acme.example/pricing?plan=pro#top'],
    ['/../a', 'https://acme.example/a'],
    ['https://other.example/landing', 'https://other.example/landing'],
    ['HTTP://Other.example:8080', 'http://other.example:8080/'],
  ])('the page %s has the address %s', (path, address) => {
    expect(pageAddress(website, path)?.href).toBe(address)
  })

  test.each([
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    'https://',
    'https://user:secret@acme.example/',
    'ftp://acme.example/',
    'javascript:alert(1)',
    'pricing',
    '',
  ])('%j is not a page', (path) => {
    expect(pageAddress(website, path)).toBeNull()
  })
})

describe('the url of a personal link', () => {
  test.each([
    ['/pricing', 'https://acme.example/pricing?dw_link=lk_1'],
    ['/pricing#top', 'https://acme.example/pricing?dw_link=lk_1#top'],
    ['/a?b=c%20d&e&f=#g?h', 'https://acme.example/a?b=c%20d&e&f=&dw_link=lk_1#g?h'],
    ['/a?', 'https://acme.example/a?dw_link=lk_1'],
    ['/a?dw_link=lk_0&x=1&dw_first=Eve', 'https://acme.example/a?x=1&dw_link=lk_1'],
    ['https://acme.example', 'https://acme.example/?dw_link=lk_1'],
  ])('the address of %s is %s', (path, address) => {
    expect(linkAddress(readPage(path), 'lk_1')).toBe(address)
  })

  test('the given details follow the id, each in its parameter', () => {
    expect(linkAddress(readPage('/#a'), 'lk_1', { title: 'CTO', email: 'ada%40example.com' })).toBe(
      'https://acme.example/?dw_link=lk_1&dw_email=ada%40example.com&dw_title=CTO#a',
    )
  })

  test('the query of the address contains the details unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.string({ unit: anyCharacter }),
        (first, last) => {
          const address = linkAddress(readPage('/p?q=1#h'), 'lk_1', {
            first_name: encodeURIComponent(first),
            last_name: encodeURIComponent(last),
          })
          const { searchParams, hash } = new URL(address)
          expect(searchParams.get('dw_first')).toBe(first)
          expect(searchParams.get('dw_last')).toBe(last)
          expect([...searchParams.keys()]).toEqual(['q', 'dw_link', 'dw_first', 'dw_last'])
          expect(hash).toBe('#h')
        },
      ),
    )
  })
})

describe('the templates of a personal link', () => {
  const templates = emailToolAddresses(readPage('/pricing?plan=pro#top'), 'lk_1')

  test('have a member for each of the six tools, and the member `other`', () => {
    expect(Object.keys(templates).sort()).toEqual([...linkTools, 'other'].sort())
    expect(linkTools).toHaveLength(6)
  })

  test.each([
    ['apollo', 'email', 'first_name', 'last_name', 'company', 'title'],
    [
      'hubspot',
      'contact.email',
      'contact.firstname',
      'contact.lastname',
      'contact.company',
      'contact.jobtitle',
    ],
    ['instantly', 'email', 'firstName', 'lastName', 'companyName', 'jobTitle'],
    ['lemlist', 'email', 'firstName', 'lastName', 'companyName', 'jobTitle'],
    ['outreach', 'email', 'first_name', 'last_name', 'company', 'title'],
    ['salesloft', 'email_address', 'first_name', 'last_name', 'company', 'title'],
    ['other', 'email', 'first_name', 'last_name', 'company', 'title'],
  ])('the template of %s has the merge fields in the spelling of the tool', (tool, ...names) => {
    const [email, first, last, company, title] = names.map((name) => `{{${name}}}`)
    expect(templates[tool]).toBe(
      `https://acme.example/pricing?plan=pro&dw_link=lk_1&dw_email=${email}&dw_first=${first}&dw_last=${last}&dw_company=${company}&dw_title=${title}#top`,
    )
  })
})
