import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEnvironment } from '#platform/environment/environment.ts'
import { makeStoreKey } from '#platform/storage/file-store.ts'
import { readGrant, signGrant } from '#files/upload-grant.ts'
import { pictureAddress, requireSigned } from '#mail/reading/remote-picture.ts'
import { keyIdOf, decryptSecret, encryptSecret } from './encrypted-secret.ts'

test('an encrypted secret can be decrypted only with its key, for its purpose and unmodified', () => {
  const sealed = encryptSecret('k'.repeat(32), 'one', 'refresh token')
  assert.equal(decryptSecret('k'.repeat(32), 'one', sealed), 'refresh token')
  assert.notEqual(encryptSecret('k'.repeat(32), 'one', 'refresh token'), sealed)
  assert.throws(() => decryptSecret('x'.repeat(32), 'one', sealed))
  assert.throws(() => decryptSecret('k'.repeat(32), 'two', sealed))
  const [id = '', text = ''] = sealed.split('.')
  const bytes = Buffer.from(text, 'base64url')
  for (let at = 0; at < bytes.length; at += 1) {
    const altered = Buffer.from(bytes)
    altered[at] = (altered[at] ?? 0) ^ 1
    assert.throws(() => decryptSecret('k'.repeat(32), 'one', `${id}.${altered.toString('base64url')}`))
  }
})

test('item 11: former keys decrypt old values, with or without a key id, and encrypt nothing new', () => {
  const [present, former, other] = ['p'.repeat(32), 'f'.repeat(32), 'o'.repeat(32)]
  const sealed = encryptSecret(former, 'one', 'refresh token')
  const [id, bytes = ''] = sealed.split('.')
  assert.equal(id, keyIdOf(former))
  assert.ok(!former.includes(id ?? ''))
  for (const value of [sealed, bytes]) {
    assert.equal(decryptSecret(present, 'one', value, [other, former]), 'refresh token')
    assert.throws(() => decryptSecret(present, 'one', value, [other]))
  }
  assert.equal(decryptSecret(former, 'one', bytes), 'refresh token')
  assert.throws(() => decryptSecret(present, 'one', sealed), /neither SECRET_KEY nor among SECRET_KEYS_OLD/)
  const at = new Date(0)
  const url = signGrant(former, {
    key: makeStoreKey(Buffer.alloc(16)),
    size: 1,
    mimeType: 'text/plain',
    at,
    lifetimeMs: 1_000,
  })
  assert.equal(readGrant([present, former], url, at).size, 1)
  assert.throws(() => readGrant([present, other], url, at))
  const signature =
    new URL(pictureAddress(former, 'https://a.example/x.png'), 'http://localhost').searchParams.get(
      'signature',
    ) ?? ''
  requireSigned([present, former], 'https://a.example/x.png', signature)
  assert.throws(() => requireSigned([present], 'https://a.example/x.png', signature))
  assert.deepEqual(parseEnvironment({ SECRET_KEYS_OLD: `${former}, ${other}` }).oldSecretKeys, [
    former,
    other,
  ])
})
