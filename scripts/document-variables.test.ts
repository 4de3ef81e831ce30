import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { variablesPage, withVariables } from './document-variables.ts'
import { root } from './run.ts'

test('the page of environment variables is up to date with the schemas of the server', async () => {
  const page = readFileSync(join(root, variablesPage), 'utf8')
  assert.equal(page, await withVariables(page), 'run npm run docs:variables')
})
