import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { roles, seedMap } from '@portal/contract'
import { root } from './run.ts'

/** Collections of the permit domain. */
const collections = ['permits', 'processed', 'rts', 'payments'].join('|')
const strings = [collections, ...roles, ...seedMap.statuses.map(({ key }) => key)].join('|')
/** A string, not the key of a text; a member of the declarations; a key of an object or a type. */
const named = new RegExp(
  `(?<!\\bt\\()(['"\`])(${strings})\\1|\\bcollections\\.(${collections})\\b|^\\s*(${collections}|superadmin)\\??:`,
  'gm',
)
const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm

/**
 * Files that are about the permit domain itself and that more than one remote needs, with the reason. A
 * remote may not import another one.
 */
const exceptions: Readonly<Record<string, string>> = {
  'shared-ui/src/payments/RecordPaymentDialog.tsx':
    'mfe-permits and mfe-records both record payments; the dialog asks for the permit and its fees.',
  'shared-ui/src/conditions/ConditionList.tsx':
    'mfe-permits and mfe-records both show conditions; permits also list those of their organization.',
  'shared-ui/src/records/edit/create/create-kinds.ts':
    'The menu Create of every drawer makes records of other collections: tasks, client tasks and fees.',
  'shared-ui/src/spanish.ts': 'The key is the namespace of the texts of the payments folder.',
}

/** Names of the permit domain in a source text, outside comments. */
function domainNamesIn(source: string): string[] {
  return [...source.replaceAll(comments, '').matchAll(named)].map(([found]) => found.trim())
}

test('a name of the permit domain is found as a string, a declaration and a key, but not in a comment', () => {
  assert.deepEqual(domainNamesIn("if (table === 'permits') ..."), ["'permits'"])
  assert.deepEqual(domainNamesIn("role === 'team' || status === 'ISSUED'"), ["'team'", "'ISSUED'"])
  assert.deepEqual(domainNamesIn('const { rts } = { \n  rts: collections.rts }'), ['rts:', 'collections.rts'])
  assert.deepEqual(domainNamesIn("/** As 'permits' do. */ label(t('client')) // a 'team'"), [])
})

test('shared-ui names no permit, package, payment, permit status or role', async () => {
  const found = new Map<string, string[]>()
  for await (const file of glob('shared-ui/src/**/*.{ts,tsx}', { cwd: root })) {
    if (/[.]test[.]tsx?$|test-support|[.]es[.]ts$|texts[.]ts$/.test(file)) continue
    const names = domainNamesIn(readFileSync(join(root, file), 'utf8'))
    if (names.length > 0) found.set(file, names)
  }
  const unexpected = [...found].filter(([file]) => !Object.hasOwn(exceptions, file))
  assert.deepEqual(unexpected, [])
  const unused = Object.keys(exceptions).filter((file) => !found.has(file))
  assert.deepEqual(unused, [], 'exceptions that are no longer needed')
})
