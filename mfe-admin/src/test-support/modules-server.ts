import { http, HttpResponse } from 'msw'

/** Answers for the sections of Settings, Modules that a test is not about: there is nothing in them. */
export const emptyModuleSections = [
  http.get('*/api/federation/back-ends', () => HttpResponse.json({ backEnds: [] })),
  http.get('*/api/federation/origins', () => HttpResponse.json({ origins: [] })),
  http.get('*/api/federation/tokens', () => HttpResponse.json({ tokens: [] })),
  http.get('*/api/apps', () => HttpResponse.json({ apps: [] })),
]
