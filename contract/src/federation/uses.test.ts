import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingCalls, missingInShell } from './uses.ts'

const uses = {
  modules: {
    '@portal/shared-ui': ['RecordPage', 'FlagPanel'],
    '@portal/shared-ui/mui': ['*'],
    react: ['use'],
  },
  shell: ['toast', 'flag'],
  calls: [],
}

test('an export or a member of the shell that a build uses and a shell lacks is named', () => {
  const offers = {
    modules: { '@portal/shared-ui': ['RecordPage'], '@portal/shared-ui/mui': [] },
    shell: ['toast'],
  }
  assert.deepEqual(missingInShell(uses, offers), ['FlagPanel of @portal/shared-ui', 'flag of the shell'])
  const all = {
    modules: { '@portal/shared-ui': ['FlagPanel', 'RecordPage'] },
    shell: ['toast', 'flag', 'more'],
  }
  assert.deepEqual(missingInShell(uses, all), [])
})

test('a call fits a route with parameters, and a computed part of a call fits anything', () => {
  const routes = ['GET /api/mail/folders', 'PATCH /api/mail/drafts/:id', 'PUT /uploads/*']
  const fit = [
    'GET /api/mail/folders',
    'PATCH /api/mail/drafts/*',
    'PATCH /api/mail/drafts/7',
    'PUT /uploads/a/b',
  ]
  assert.deepEqual(missingCalls(fit, routes), [])
  const missing = ['POST /api/mail/folders', 'GET /api/mail', 'PATCH /api/mail/drafts/*/send', 'PUT /uploads']
  assert.deepEqual(missingCalls(missing, routes), missing)
})
