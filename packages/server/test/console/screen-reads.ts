/** What each screen of the console requests when it opens. */
export const screenReads: Readonly<Record<string, readonly string[]>> = {
  overview: ['/analytics?range=30d'],
  inbox: ['/inbox?state=waiting&limit=100', '/inbox?state=person&limit=100'],
  conversations: ['/conversations?limit=50'],
  contacts: ['/contacts?limit=50'],
  meetings: ['/meetings?limit=50'],
  knowledge: ['/knowledge/documents?limit=50', '/knowledge/sources?limit=50'],
  agent: ['/agent'],
  appearance: ['/appearance'],
  openings: ['/experiments?limit=50'],
  links: ['/personal_links?limit=50'],
  webhooks: ['/webhook_endpoints'],
  requests: ['/requests'],
  'api-keys': ['/api_keys?limit=50'],
  health: ['/health'],
}
