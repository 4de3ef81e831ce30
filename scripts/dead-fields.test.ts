import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { allFields, collections } from '@portal/contract'
import { root } from './run.ts'

/** Files that mention a field without acting on it: declarations, tables, seeds, labels and tests. */
const passive =
  /[.]test[.]tsx?$|test-support|\/migrations\/|\/seed\/|[.]es[.]ts$|texts[.]ts$|contract\/src\/(collections|spanish)\//
const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm

const person = 'People write it and people read it; nothing follows from it.'
const gateway = 'Of an online payment. The form for one by hand keeps it; there is no payment gateway yet.'
const document = 'The document is filed in the folder of the record; this reference to it waits for its use.'

/** Fields on which no code acts, with the reason why they are kept. */
const facts: Readonly<Record<string, string>> = {
  'users.department': person,
  'users.avatar': document,
  'payments.passThrough': person,
  'payments.cardType': gateway,
  'payments.last4': gateway,
  'payments.gatewayId': gateway,
  'payments.gatewayResult': gateway,
  'payments.authCode': gateway,
  'payments.payerEmail': gateway,
  'payments.approvedAt': gateway,
  'payments.approvedBy': gateway,
  'payments.receiptFile': document,
  'payments.invoiceFile': document,
  'payments.noFeeType': person,
  'notifications.digestKey': 'Servers of the last release read it; it goes with the release after them.',
  'orgs.country': person,
  'rts.confirmationFile': document,
}

const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

test('code acts on every declared field, or a reason says why it is kept', async () => {
  const sources: string[] = []
  const patterns = ['contract', 'server', 'shared-ui', 'shell', 'mfe-*'].map(
    (name) => `${name}/src/**/*.{ts,tsx}`,
  )
  for await (const file of glob(patterns, { cwd: root }))
    if (!passive.test(file)) sources.push(readFileSync(join(root, file), 'utf8').replaceAll(comments, ''))
  const code = sources.join('\n')
  const dead = Object.entries(collections).flatMap(([collection, declaration]) =>
    Object.entries(allFields(declaration))
      // A trait is code that acts on all fields that have it: reminders, the calendar.
      .filter(([, { expires, calendar }]) => expires !== true && calendar === undefined)
      .filter(([field]) => !new RegExp(`\\b(${field}|${columnOf(field)})\\b`).test(code))
      .map(([field]) => `${collection}.${field}`),
  )
  assert.deepEqual(dead.toSorted(), Object.keys(facts).toSorted())
})
