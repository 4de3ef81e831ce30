import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSbom, unhashed } from './sbom.ts'

test('S-30: the bill of materials lists every package with its hash, and needs no network', () => {
  const sbom = readSbom()
  assert.equal(sbom.metadata.component.name, 'permit-portal')
  assert.ok(sbom.components.length > 500, `${sbom.components.length} components`)
  for (const name of ['fastify', 'pg', 'react'])
    assert.ok(
      sbom.components.some((component) => component.name === name),
      name,
    )
  assert.deepEqual(unhashed(sbom), [])
})
