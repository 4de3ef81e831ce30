import assert from 'node:assert/strict'
import { test } from 'node:test'
import { librarySchemaText, publishedSchemaText } from './library-schema.ts'

test('the published schema of library files is the one of the contract', () => {
  assert.equal(
    publishedSchemaText(),
    librarySchemaText(),
    'Run `node scripts/library-schema.ts` to write it anew.',
  )
})
